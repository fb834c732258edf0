import { chmodSync } from "node:fs";
import { lookAt } from "./look.ts";

/** Does something in a folder of ours. One that is closed to us is opened for it, and is as it was afterwards. */
export async function inOpenFolder<T>(folder: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const mode = Number((lookAt(`${folder}/`) ?? lookAt(folder))?.mode ?? 0) & 0o7777;
    if ((error as NodeJS.ErrnoException).code !== "EACCES" || (mode & 0o700) === 0o700) throw error;
    chmodSync(folder, mode | 0o700);
    try {
      return await work();
    } finally {
      chmodSync(folder, mode);
    }
  }
}

import { execFile } from "node:child_process";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { passingFolder } from "../workspace/passing-folder.ts";

/** A pipe that has a writer as long as this process is alive, whatever ends it; null where pipes have no names. */
export async function signOfLife(): Promise<({ path: string } & AsyncDisposable) | null> {
  const folder = await passingFolder();
  try {
    const path = join(folder.path, "alive");
    await promisify(execFile)("mkfifo", ["-m", "600", path]);
    // For reading as well, so that opening does not wait for a reader.
    const held = await open(path, "r+");
    return {
      path,
      async [Symbol.asyncDispose]() {
        await held.close();
        await folder[Symbol.asyncDispose]();
      },
    };
  } catch {
    await folder[Symbol.asyncDispose]();
    return null;
  }
}

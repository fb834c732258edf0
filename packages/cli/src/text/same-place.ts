import { fstatSync } from "node:fs";

/** Do stdout and stderr go to the same pipe, file or terminal, as after `2>&1`? */
export function isSamePlace(): boolean {
  try {
    const [out, err] = [fstatSync(1), fstatSync(2)];
    return out.dev === err.dev && out.ino === err.ino;
  } catch {
    return false;
  }
}

import { realpathSync } from "node:fs";

/** Where a path really leads; the path itself where that cannot be told. */
export function realOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

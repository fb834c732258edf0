import { type Dirent, readdirSync } from "node:fs";

/** What is in a folder; nothing when it is none, or cannot be looked into. */
export function entriesOf(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}

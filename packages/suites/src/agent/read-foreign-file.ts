import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { text } from "node:stream/consumers";

/** What was read of a file, or why it was not. */
export type ForeignFile = { kind: "text"; text: string } | { kind: "no-file" } | { kind: "too-large" };

/**
 * Reads a file that an agent may write, and go on to write while it is read: no link is followed, no pipe opened, and
 * little more than `mostBytes` read, however it grows meanwhile. Rejects as opening and reading it does.
 */
export async function readForeignFile(path: string, mostBytes: number): Promise<ForeignFile> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if (!(await file.stat()).isFile()) return { kind: "no-file" };
  // What it says its size is may be another a moment later.
  const stream = file.createReadStream({ end: mostBytes, autoClose: false });
  const read = await text(stream);
  return stream.bytesRead > mostBytes ? { kind: "too-large" } : { kind: "text", text: read };
}

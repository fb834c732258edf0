import { chmodSync, closeSync, constants, fstatSync, openSync, readlinkSync, readSync } from "node:fs";
import { turnTaker } from "./look.ts";

const chunk = 1 << 20;

/** Do two files hold the same bytes? A file that cannot be read is the same as none. */
export async function sameFile(one: string | Buffer, other: string | Buffer): Promise<boolean> {
  const a = openFile(one);
  const b = a === null ? null : openFile(other);
  try {
    if (a === null || b === null) return false;
    const takeTurns = turnTaker();
    const room = Math.min(chunk, fstatSync(a).size + 1);
    const left = Buffer.allocUnsafe(room);
    const right = Buffer.allocUnsafe(room);
    for (;;) {
      const read = fill(a, left);
      if (read !== fill(b, right) || !left.subarray(0, read).equals(right.subarray(0, read))) return false;
      if (read < room) return true;
      await takeTurns();
    }
  } finally {
    if (a !== null) closeSync(a);
    if (b !== null) closeSync(b);
  }
}

/** Do two links have the same target, byte for byte? */
export function sameLink(one: string | Buffer, other: string | Buffer): boolean {
  try {
    return readlinkSync(one, "buffer").equals(readlinkSync(other, "buffer"));
  } catch {
    return false;
  }
}

/** All bytes of a file, no link followed and no pipe waited for; null when it cannot be read. */
export function readWhole(path: string): Buffer | null {
  const file = openFile(path);
  if (file === null) return null;
  try {
    const parts: Buffer[] = [];
    // One byte more than it should have tells that this was all: many files are small, and a large buffer costs time.
    for (let room = fstatSync(file).size + 1; ; room = chunk) {
      const part = Buffer.allocUnsafe(room);
      const read = fill(file, part);
      parts.push(part.subarray(0, read));
      if (read < room) return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    }
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}

function openFile(path: string | Buffer): number | null {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  try {
    return openSync(path, flags);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EACCES") return null;
  }
  try {
    chmodSync(path, 0o600);
    return openSync(path, flags);
  } catch {
    return null;
  }
}

function fill(file: number, buffer: Buffer): number {
  let filled = 0;
  while (filled < buffer.length) {
    const read = readSync(file, buffer, filled, buffer.length - filled, null);
    if (read === 0) break;
    filled += read;
  }
  return filled;
}

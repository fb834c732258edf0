import { tmpdir } from "node:os";
import { sizeOf } from "../../text/size-of.ts";
import type { DiskUse } from "../../workspace/disk-use.ts";

/** So much for each case at once, and nobody hits a full disk without having written much. */
const enoughBytes = 2 * 2 ** 30;

/**
 * What to tell before cases run where there is little room for what they write; null when there is enough. On a full
 * disk a case has no result, unless it wrote much itself.
 */
export function diskNotice({ bytes }: DiskUse, concurrency: number): string | null {
  const wanted = enoughBytes * concurrency;
  if (bytes >= wanted) return null;
  return `Only ${sizeOf(bytes)} are left on the disk of ${tmpdir()}, where workspaces are made: cases may have no result for want of room. Free ${sizeOf(wanted)}, or set TMPDIR to a folder with more.`;
}

import { FlowError } from "@flow-state-dev/core";
import { sizeOf } from "../../text/size-of.ts";
import type { DiskUse } from "../../workspace/disk-use.ts";
import { fullDiskAdvice } from "../../workspace/full-disk.ts";

/** What each file, folder and link counts besides its content: a disk runs out of names too. */
const bytesOfEntry = 4_096;

/** What something counts against the limit of a case, in bytes. */
export function counted({ bytes, entries }: DiskUse): number {
  return bytes + entries * bytesOfEntry;
}

/**
 * A case that wrote more than it may, or filled the disk: its agent's fault, so a result, and not worth another try.
 */
export class WroteTooMuchError extends FlowError {
  override readonly name = "WroteTooMuchError";

  /** @param leftBytes what was free when it began, when the disk ran full before the limit was reached */
  constructor(written: DiskUse, limitBytes: number, leftBytes: number | null) {
    const grew = `The workspace grew by ${sizeOf(counted(written))}${ofEntries(written)}`;
    const limit = `the limit is ${sizeOf(limitBytes)}`;
    super(
      leftBytes === null
        ? `${grew}; ${limit}. What it holds is not graded.`
        : `${grew} and filled the disk, which had ${sizeOf(leftBytes)} left; ${limit}. What it holds is not graded.`,
      { code: "wrote-too-much", details: { ...written, limitBytes } },
    );
  }
}

/** A disk that ran full, though the case wrote little: the machine's fault, nobody's result. */
export class DiskFullError extends FlowError {
  override readonly name = "DiskFullError";

  constructor(folder: string, written: DiskUse | null) {
    const own = written === null ? "" : `, though the case wrote only ${sizeOf(counted(written))}`;
    super(`The disk of ${folder} ran full${own}. ${fullDiskAdvice}`, { code: "disk-full" });
  }
}

function ofEntries({ bytes, entries }: DiskUse): string {
  if (entries * bytesOfEntry <= bytes) return "";
  return ` (${entries.toLocaleString("en-US")} files, each counted with ${bytesOfEntry / 1024} KB and its content)`;
}

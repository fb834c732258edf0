import { randomBytes } from "node:crypto";
import { hostname } from "node:os";

/** Names of machines may hold anything and be long; a part of a file's name may not. */
const machine = hostname()
  .replaceAll(/[^A-Za-z0-9]/g, "_")
  .slice(0, 50);
/** In a container that was started again this process may have the id of the one before it. */
const own = randomBytes(4).toString("hex");

/** Marks what this process makes, as a part of a file's name: letters, digits, `_` and `-`. */
export const makerMark = `${machine}-${process.pid}-${own}`;

/** Is it known that whoever made what has this mark is gone? Of another machine nothing is known. */
export function isMakerGone(mark: string): boolean {
  const [where, pid, which, ...rest] = mark.split("-");
  if (where !== machine || !/^[1-9]\d*$/.test(pid ?? "") || which === undefined || rest.length > 0)
    return false;
  return Number(pid) === process.pid ? which !== own : !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

import { displayWidth } from "@flow-state-dev/testing/display-width";
import { alignRows } from "./align-rows.ts";

/**
 * Rows as aligned lines, header first. Where these are wider than so many columns, those that can be dispensed with are
 * left out, one after the other, until they fit; a last line names them.
 *
 * @param dispensable heads of columns, the first to go first
 * @param columns of a terminal; undefined leaves nothing out
 */
export function narrowRows(
  rows: readonly (readonly string[])[],
  dispensable: readonly string[],
  columns = Number.POSITIVE_INFINITY,
): string[] {
  const [head = []] = rows;
  const there = dispensable.filter((name) => head.includes(name));
  for (let count = 0; ; count++) {
    const leftOut = there.slice(0, count);
    const kept = rows.map((row) => row.filter((_, at) => !leftOut.includes(head[at]!)));
    const lines = alignRows(kept).trimEnd().split("\n");
    const fits = lines.every((line) => displayWidth(line) <= columns);
    if (!fits && count < there.length) continue;
    return leftOut.length === 0 ? lines : [...lines, `Left out for want of width: ${leftOut.join(", ")}.`];
  }
}

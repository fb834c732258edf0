import { quotePath } from "../patch/git-path.ts";
import type { Hunk } from "../patch/hunks.ts";
import { type PatchedFile, readPatch } from "../patch/read-patch.ts";

/** Some lines that a solution changes in one file. */
export interface SolutionPart {
  /** Where it is in the file that the solution leaves: `src/a.ts:3-7`, or the path alone of a whole file. */
  name: string;
  /** A patch that takes it back, for a workspace in which the solution stands. */
  takeBack: string;
}

/** A part, not yet written down: each takes as much room as the hunk it is in. */
interface Place {
  file: PatchedFile;
  hunk: Hunk;
  /** Lines of the solved text that stand before the hunk. */
  before: number;
  row: Row;
}

/** From one line of a hunk to before another. */
interface Row {
  from: number;
  to: number;
}

/**
 * What can be left out of a solution, given as a patch, so that the rest of it stays: rows of lines that it changes,
 * paragraphs of those that it only adds. Contents that are no text, links, modes and empty files are no parts. Of more
 * than `most` some from all over; none when there is only one, for nothing would be left of the solution.
 */
export function solutionParts(patch: string, most: number): SolutionPart[] {
  const places = readPatch(patch).files.flatMap(placesIn);
  if (places.length < 2) return [];
  const count = Math.min(most, places.length);
  return Array.from({ length: count }, (_, at) => partAt(places[Math.floor((at * places.length) / count)]!));
}

/** Links are no lines that could be left out one by one. */
const link = "120000";

function placesIn(file: PatchedFile): Place[] {
  const { change, oldMode, newMode } = file;
  if (change.kind !== "hunks" || oldMode === link || newMode === link) return [];
  let shift = 0;
  return change.hunks.flatMap((hunk) => {
    const before = startOf(hunk) + shift;
    for (const line of hunk.lines) shift += line[0] === "+" ? 1 : line[0] === "-" ? -1 : 0;
    return rowsOf(hunk.lines).map((row) => ({ file, hunk, before, row }));
  });
}

/** Lines of the old text before it. */
function startOf({ start, lines }: Hunk): number {
  return lines.some((line) => line[0] !== "+") ? start - 1 : start;
}

function rowsOf(lines: readonly string[]): Row[] {
  const rows: Row[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (lines[at]![0] === " ") continue;
    const from = at;
    while (at < lines.length && lines[at]![0] !== " ") at += 1;
    rows.push(...paragraphsOf(lines, { from, to: at }));
  }
  return rows.filter(({ from, to }) => !lines.slice(from, to).every(isEmpty));
}

/** Empty lines go with what stands before them. */
function paragraphsOf(lines: readonly string[], { from, to }: Row): Row[] {
  if (lines.slice(from, to).some((line) => line[0] !== "+")) return [{ from, to }];
  const starts = [from];
  for (let at = from + 1; at < to; at++) if (isEmpty(lines[at - 1]!) && !isEmpty(lines[at]!)) starts.push(at);
  return starts.map((start, index) => ({ from: start, to: starts[index + 1] ?? to }));
}

const isEmpty = (line: string) => line.slice(1).trim() === "";

function partAt({ file: { path, oldMode, newMode }, hunk, before, row }: Place): SolutionPart {
  const back = hunk.lines.flatMap((line, at): string[] => {
    const [sign, text] = [line[0], line.slice(1)];
    if (at < row.from || at >= row.to) return sign === "-" ? [] : [` ${text}`];
    return [`${sign === "+" ? "-" : "+"}${text}`];
  });
  const [olds, news] = ["-", "+"].map((sign) => back.filter((line) => [" ", sign].includes(line[0]!)).length);
  const isWhole = (oldMode === null && news === 0) || (newMode === null && olds === 0);
  const quoted = (side: string) => quotePath(`${side}/${path}`);
  const head = [
    `diff --git ${quoted("a")} ${quoted("b")}`,
    ...(newMode === null ? [`new file mode ${oldMode}`] : isWhole ? [`deleted file mode ${newMode}`] : []),
    `--- ${newMode === null ? "/dev/null" : quoted("a")}`,
    `+++ ${isWhole && newMode !== null ? "/dev/null" : quoted("b")}`,
    `@@ -${place(before, olds!)} +${place(before, news!)} @@`,
  ];
  const ended = back.map((line) => (line.endsWith("\n") ? line : `${line}\n\\ No newline at end of file\n`));
  const name = isWhole ? path : `${path}:${linesOf(hunk.lines, before, row)}`;
  return { name, takeBack: `${head.join("\n")}\n${ended.join("")}` };
}

/** Of so many lines after others: no line has the number of the one before it. */
function place(before: number, count: number): string {
  return `${count === 0 ? before : before + 1},${count}`;
}

/** `3-7`, or one number; of lines that are gone, that of the line where they were. */
function linesOf(lines: readonly string[], before: number, { from, to }: Row): string {
  const solved = (until: number) => before + lines.slice(0, until).filter((line) => line[0] !== "-").length;
  const [first, last] = [solved(from) + 1, solved(to)];
  return last > first ? `${first}-${last}` : `${first}`;
}

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

/** A part, not yet written down. */
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
 * paragraphs of those that it only adds, in files that are graded as it leaves them. Contents that are no text, links,
 * modes and empty files are no parts. Of more than `most` some from all over, as many of each file as there is room
 * for; none when there is only one, for nothing would be left of the solution.
 */
export function solutionParts(
  patch: string,
  most: number,
  isGraded: (path: string) => boolean = () => true,
): SolutionPart[] {
  const files = readPatch(patch)
    .files.filter(({ path }) => isGraded(path))
    .map(placesIn)
    .filter(({ length }) => length > 0);
  return files.flat().length < 2 ? [] : fromAllOver(files, most).map(partAt);
}

/** No file keeps the others out, however many places it has. */
function fromAllOver(files: readonly (readonly Place[])[], most: number): Place[] {
  const chosen = evenly(files, most);
  const shares = new Map<readonly Place[], number>();
  let left = most;
  for (const [at, places] of chosen.toSorted((a, b) => a.length - b.length).entries()) {
    const share = Math.min(places.length, Math.floor(left / (chosen.length - at)));
    shares.set(places, share);
    left -= share;
  }
  return chosen.flatMap((places) => evenly(places, shares.get(places)!));
}

function evenly<T>(all: readonly T[], most: number): T[] {
  const count = Math.min(most, all.length);
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]!);
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

/** Lines around a part by which it is found; its place is known, so more would only take room. */
const around = 3;

function partAt({ file: { path, oldMode, newMode }, hunk, before: beforeHunk, row }: Place): SolutionPart {
  const solved = (lines: readonly string[]) =>
    lines.filter((line) => line[0] !== "-").map((line) => ` ${line.slice(1)}`);
  const above = solved(hunk.lines.slice(0, row.from));
  const below = solved(hunk.lines.slice(row.to));
  const turned = hunk.lines
    .slice(row.from, row.to)
    .map((line) => `${line[0] === "+" ? "-" : "+"}${line.slice(1)}`);
  const back = [...above.slice(-around), ...turned, ...below.slice(0, around)];
  const before = beforeHunk + Math.max(0, above.length - around);
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
  const name = isWhole ? path : `${path}:${linesOf(hunk.lines, beforeHunk, row)}`;
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

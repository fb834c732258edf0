import { placesOf } from "./places-of.ts";

/**
 * How the old text was found: as it is, but for blanks at line ends and typographic signs, or at another indentation.
 */
export type EditTier = "exact" | "loose" | "indented";

/** One place to change: characters from `start` to `end` become `text`. */
export interface EditPlace {
  start: number;
  end: number;
  text: string;
}

/** Places in a text, found in the first tier that has any. */
export interface FoundEdit {
  tier: EditTier;
  places: EditPlace[];
}

/**
 * Finds what an edit means in a text whose lines all end in LF. Three tiers, each tried only when the one before found
 * nothing; no guessing beyond that. Null when there is nothing to be found.
 */
export function findEdit(text: string, old: string, replacement: string): FoundEdit | null {
  const exact = findExact(text, old, replacement);
  if (exact.length > 0) return { tier: "exact", places: exact };
  const lines = lineStarts(text);
  const wanted = old.replace(/\n$/, "").split("\n");
  if (wanted.every((line) => line.trim() === "")) return null;
  const loose = findLines(lines, wanted, loosely);
  if (loose.length > 0) {
    return {
      tier: "loose",
      places: loose.map((at) => placeOf(text, lines, at, wanted.length, old, replacement)),
    };
  }
  const places: EditPlace[] = [];
  for (const at of findLines(lines, wanted, (line) => loosely(line.trim()))) {
    const shift = shiftBetween(
      wanted,
      lines.slice(at, at + wanted.length).map(({ line }) => line),
    );
    const moved = shift && moveLines(replacement, shift);
    if (moved !== null) places.push(placeOf(text, lines, at, wanted.length, old, moved));
  }
  return places.length > 0 ? { tier: "indented", places } : null;
}

function findExact(text: string, old: string, replacement: string): EditPlace[] {
  return placesOf(text, old).map((start) => ({ start, end: start + old.length, text: replacement }));
}

interface Line {
  start: number;
  line: string;
}

function lineStarts(text: string): Line[] {
  let start = 0;
  return text.split("\n").map((line) => {
    const here = { start, line };
    start += line.length + 1;
    return here;
  });
}

/** Where the wanted lines stand one after the other, as `plain` sees them. */
function findLines(
  lines: readonly Line[],
  wanted: readonly string[],
  plain: (line: string) => string,
): number[] {
  return placesOf(
    lines.map(({ line }) => plain(line)),
    wanted.map(plain),
  );
}

/** Whole lines are replaced; the line break after them only when the old text had one too. */
function placeOf(
  text: string,
  lines: readonly Line[],
  at: number,
  count: number,
  old: string,
  replacement: string,
): EditPlace {
  const last = lines[at + count - 1]!;
  const end = last.start + last.line.length;
  const withBreak = old.endsWith("\n") && end < text.length;
  const plain = old.endsWith("\n") && !withBreak ? replacement.replace(/\n$/, "") : replacement;
  return { start: lines[at]!.start, end: withBreak ? end + 1 : end, text: plain };
}

function loosely(line: string): string {
  return line
    .replaceAll(/[\u2018\u2019\u201a\u201b\u2032]/g, "'")
    .replaceAll(/[\u201c-\u201f\u2033]/g, '"')
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
    .replaceAll(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, " ")
    .trimEnd();
}

/** What all lines of the file have before those of the edit, or the other way round. */
type Shift = { add: string } | { remove: string };

function shiftBetween(wanted: readonly string[], found: readonly string[]): Shift | null {
  let shift: Shift | null = null;
  for (const [at, line] of wanted.entries()) {
    if (line.trim() === "") continue;
    const own = indentOf(line);
    const there = indentOf(found[at]!);
    const here: Shift | null = there.endsWith(own)
      ? { add: there.slice(0, there.length - own.length) }
      : own.endsWith(there)
        ? { remove: own.slice(0, own.length - there.length) }
        : null;
    if (!here || (shift && JSON.stringify(shift) !== JSON.stringify(here))) return null;
    shift = here;
  }
  return shift;
}

function moveLines(text: string, shift: Shift): string | null {
  const lines = text.split("\n");
  if ("add" in shift) return lines.map((line) => (line.trim() === "" ? line : shift.add + line)).join("\n");
  const { remove } = shift;
  if (!lines.every((line) => line.trim() === "" || line.startsWith(remove))) return null;
  return lines.map((line) => (line.startsWith(remove) ? line.slice(remove.length) : line)).join("\n");
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)![0];
}

import { isAbsolute, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";

/**
 * What code of a user threw, in one line, with its file and line where they are known: `boom (bench.ts:12)`. The file
 * is told as seen from `folder`. Never throws.
 */
export function thrownText(thrown: unknown, folder: string): string {
  try {
    const text = firstLine(thrown);
    const place = thrown instanceof Error ? placeIn(String(thrown.stack), folder) : undefined;
    return place === undefined ? text : `${text} (${place})`;
  } catch {
    return "something that cannot be shown";
  }
}

/**
 * The place that a stack tells, as `file:line`: where the text does not parse, else the innermost code below `folder`
 * that is not installed, else the innermost elsewhere. Undefined when only Node's own code is named.
 */
export function placeIn(stack: string, folder: string): string | undefined {
  const [first = ""] = stack.split("\n", 1);
  const head = /^((?:file:\/\/|\/|[A-Za-z]:[\\/]).*):(\d+)$/.exec(first);
  if (head) return placeText(pathOf(head[1]!), head[2]!, folder);
  const frames = stack
    .split("\n")
    .map((line) => /^\s+at (?:.*\()?(?:async )?((?:file:\/\/|\/|[A-Za-z]:\\).*):(\d+):\d+\)?$/.exec(line))
    .filter((match) => match !== null)
    .map(([, place, line]) => ({ path: pathOf(place!), line: line! }))
    .filter(({ path }) => !/[\\/]node_modules[\\/]/.test(path));
  const chosen = frames.find(({ path }) => isBelow(path, folder)) ?? frames[0];
  return chosen && placeText(chosen.path, chosen.line, folder);
}

function firstLine(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message || thrown.name : shown(thrown);
  return text.trim().split("\n", 1)[0]!;
}

function shown(thrown: unknown): string {
  return typeof thrown === "string" ? thrown : inspect(thrown, { depth: 1, breakLength: Infinity });
}

function pathOf(place: string): string {
  return place.startsWith("file://") ? fileURLToPath(place) : place;
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return !way.startsWith("..") && !isAbsolute(way);
}

/** A place in a file for people, as seen from `folder`; the file alone without a line. */
export function placeText(path: string, line: string | number | undefined, folder: string): string {
  const file = isBelow(path, folder) ? relative(folder, path) : path;
  return line === undefined ? file : `${file}:${line}`;
}

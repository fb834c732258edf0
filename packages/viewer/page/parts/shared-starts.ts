import { nameText } from "./format.ts";

/** So many signs of the end of a name are kept at least: what tells it from another may be a single one. */
const kept = 6;

/** Fewer signs than these are not worth a mark in their place. */
const worthCutting = 4;

/**
 * How many signs each name of a list may lose, as it is shown, when there is no room for it: those that it begins with
 * as another one does. Without them it is still told from all others; a name that begins like none loses none.
 */
export function sharedStarts(names: readonly string[]): ReadonlyMap<string, number> {
  const sorted = [...new Set(names)].sort();
  const shown = sorted.map(nameText);
  const alike = shown.map((name, at) => (at === 0 ? 0 : sharedSigns(shown[at - 1]!, name)));
  return new Map(
    sorted.map((name, at) => [name, wholeSigns(shown[at]!, Math.max(alike[at]!, alike[at + 1] ?? 0))]),
  );
}

function sharedSigns(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

/** No sign is torn apart. A name that is written from right to left is left whole: its letters hang together. */
function wholeSigns(name: string, most: number): number {
  if (name.startsWith("\u2068")) return 0;
  let at = Math.min(most, name.length - kept);
  while (at > 0 && /^(?:\p{M}|\u200d|[\udc00-\udfff])/u.test(name.slice(at, at + 2))) at -= 1;
  return at < worthCutting ? 0 : at;
}

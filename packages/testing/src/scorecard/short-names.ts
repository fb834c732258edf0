import { cutToWidth, displayWidth, graphemesOf } from "./display-width.ts";
import { plainText } from "./plain-text.ts";

const widestName = 48;
/** Names are not cut shorter than this, where that leaves most of the table to the figures. */
const leastName = 16;

/** A name as it is shown in a table. */
export type NameOf = (name: string) => string;

/** Names for a table that has room. */
export function namesWithRoom(names: readonly string[]): NameOf {
  return namesWithin(names, widestName);
}

/**
 * Ways to write names in a table of so many columns, the fullest first: with room, then cut to a third of the table.
 */
export function nameForms(names: readonly string[], columns: number): NameOf[] {
  const third = Math.floor(columns / 3);
  const least = Math.min(leastName, Math.floor(columns * 0.4));
  const most = Math.max(1, Math.min(widestName, Math.max(least, third)));
  const [withRoom, short] = [namesWithRoom(names), namesWithin(names, most)];
  return names.every((name) => short(name) === withRoom(name)) ? [withRoom] : [withRoom, short];
}

/** Names of at most so many columns: cut in the middle when their beginnings do not tell them apart. */
export function namesWithin(names: readonly string[], most: number): NameOf {
  const cut: NameOf = (name) => cutToWidth(plainText(name), most);
  const middle: NameOf = (name) => cutInside(plainText(name), most);
  const distinct = (nameOf: NameOf) => new Set(names.map(nameOf)).size;
  return distinct(cut) < distinct(middle) ? middle : cut;
}

/** The text cut to at most so many columns, a third of them for its end. */
function cutInside(text: string, most: number): string {
  if (displayWidth(text) <= most) return text;
  const room = Math.floor(most / 3);
  let end = "";
  for (const grapheme of graphemesOf(text).reverse()) {
    if (displayWidth(grapheme + end) > room) break;
    end = grapheme + end;
  }
  return cutToWidth(text, most - displayWidth(end)) + end;
}

import { nextIn, type Place } from "./next-in.ts";

/** What stands between a tag and its end. */
export interface TaggedPart {
  /** The tags with it. */
  whole: Place;
  inner: string;
}

/**
 * The parts of a text between `<name …>` and the next `</name>`, of the names that are meant, in small letters; what is
 * within one of them is not looked at. Takes time in keeping with the length of the text, whatever is in it.
 */
export function taggedParts(text: string, isMeant: (name: string) => boolean): TaggedPart[] {
  const ends = endsByName(text);
  const nextClose = nextIn(text, />/g);
  const parts: TaggedPart[] = [];
  const opening = /<([\w-]+)/g;
  for (let tag = opening.exec(text); tag; tag = opening.exec(text)) {
    const name = nameOf(tag[1]!);
    if (!isMeant(name)) continue;
    const close = nextClose(opening.lastIndex);
    if (!close) break;
    const end = ends.get(name)?.(close.end);
    if (!end) continue;
    parts.push({ whole: { at: tag.index, end: end.end }, inner: text.slice(close.end, end.at) });
    opening.lastIndex = end.end;
  }
  return parts;
}

/** Where the ends of each name come next, for whoever asks from left to right. */
function endsByName(text: string): Map<string, (from: number) => Place | undefined> {
  const places = new Map<string, Place[]>();
  for (const { 0: tag, 1: name, index } of text.matchAll(/<\/([\w-]+)>/g)) {
    const own = places.get(name!.toLowerCase()) ?? [];
    own.push({ at: index, end: index + tag.length });
    places.set(name!.toLowerCase(), own);
  }
  return new Map(
    Array.from(places, ([name, own]) => {
      let at = 0;
      const next = (from: number) => {
        while (at < own.length && own[at]!.at < from) at += 1;
        return own[at];
      };
      return [name, next] as const;
    }),
  );
}

/** Dashes at the end are of what follows. */
function nameOf(written: string): string {
  let { length } = written;
  while (written[length - 1] === "-") length -= 1;
  return written.slice(0, length).toLowerCase();
}

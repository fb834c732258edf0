/** What words after a path say about it; null when they only begin to say something, as in "a.ts was". */
export type AddedState = "there" | "absent" | "changed" | "unchanged" | null;

/** Words that a person adds after a path, and what they say. */
export interface Added {
  path: string;
  words: string;
  state: AddedState;
  /** A word that denies is among them. */
  denied: boolean;
}

/** Longer ones are no paths anyway. */
const longestLooked = 2_000;

/** Those that say something by themselves. */
const alone: Record<string, AddedState> = {
  exist: "there",
  exists: "there",
  passes: "there",
  changed: "changed",
  changes: "changed",
  modified: "changed",
  deleted: "absent",
  removed: "absent",
  gone: "absent",
  missing: "absent",
};
/** Those that end many a name, and say something only behind a helping word, or behind a name with an extension. */
const helped: Record<string, AddedState> = {
  there: "there",
  present: "there",
  created: "there",
  added: "there",
  found: "there",
  absent: "absent",
  change: "changed",
  touched: "changed",
  edited: "changed",
  updated: "changed",
  unchanged: "unchanged",
  untouched: "unchanged",
  unmodified: "unchanged",
  intact: "unchanged",
};
/** What a name ends in, so that a word behind it is none of its own: "a.ts", not "2.0". */
const extension = /\.[a-z][a-z0-9]{0,5}$/i;
const denials = new Set(["not", "doesn't", "didn't", "isn't", "wasn't", "never", "no longer", "do not"]);
const helpers = new Set(["does", "did", "is", "are", "was", "were", "has", "been", "be", "must", "should"]);

/**
 * The words behind a path without quotes that are hardly part of it: "does not exist", "was deleted", "is there",
 * "not". Null when there are none.
 *
 * @param eager the text is wrong anyway, so that words which end names too ("zz absent", "zz was") count
 */
export function addedAfter(text: string, eager = false): Added | null {
  if (text.length > longestLooked) return null;
  const words = [...text.matchAll(/(?<!\S)(?:no longer|do not)(?!\S)|\S+/g)].map((word) => ({
    at: word.index,
    word: plain(word[0]),
  }));
  const last = words.at(-1)?.word ?? "";
  const own = Object.hasOwn(alone, last);
  const state = own ? alone[last]! : Object.hasOwn(helped, last) ? helped[last]! : null;
  const before = words.at(-2)?.word ?? "";
  const suffices = own || (state !== null && (eager || extension.test(before)));
  const closing = words.length - (state === null ? 0 : 1);
  let first = closing;
  while (first > 1 && (helpers.has(words[first - 1]!.word) || denials.has(words[first - 1]!.word)))
    first -= 1;
  if (first < 1 || first === words.length || (first === closing && !suffices)) return null;
  const path = text.slice(0, words[first]!.at).trimEnd();
  const denied = words.slice(first).some(({ word }) => denials.has(word));
  // "what it is" is a name, "a.ts is" is not.
  if (state === null && !denied && !eager && !/[./]\S*$/.test(path)) return null;
  return { path, words: text.slice(words[first]!.at).trimEnd(), state, denied };
}

/** Without a full stop, and in small letters when it stands in capitals only: a name has both. */
function plain(written: string): string {
  const word = written.replace(/[.!]$/, "");
  return word === word.toUpperCase() ? word.toLowerCase() : word;
}

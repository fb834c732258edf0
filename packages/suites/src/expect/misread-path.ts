import { shown } from "../text/shown.ts";
import { wrong } from "./reading.ts";

/** Longer ones are no paths anyway, and are told to be too long. */
const longestLooked = 2_000;

/** The next expectation: after a word that joins, or behind a blank. */
const next =
  /(?:\s(?:and|AND|or|OR|&&|\|\|)\s|[,;]|\s)\s?(?:not\s)?(?:(?:file|no-file|diff|test|judge):\S|(?:cost|turns)\s?<=\s?[\d$]|output\s(?:contains\s['"]|matches\s\/))/;
const joiner = /^(?:[\s,;]|(?:and|or)\s|&&|\|\|)+/i;
const separator = /\s*[,;]\s+(?:(?:and|or)\s+)?|\s+(?:and|or|&&?|\|\|)\s+/i;
/** What stands between files that all have an extension, or between globs. */
export const anySeparator = /(?:\s(?:and|or|&&?|\|\|)(?=\s)|[\s,;])+/i;
const withExtension = /\.[a-z][a-z0-9]{0,5}$/;
/** In any case, or with a digit first (`a.7z`); "v1.2b" is a version. */
const anyExtension = /\.(?:[a-z][a-z0-9]{0,5}|7z|(?<!\d\.)\d{1,2}[a-z][a-z0-9]{0,3})$/i;
/** `a exists and b`: the path of a second expectation has the first before it. */
const existsBefore = /\sexists(?:\s(?:and|or|&&|\|\|)\s|[,;]\s?(?:(?:and|or)\s)?)/i;
/** What a path does not end in: a comma without a second file, and a comment. */
const loose = /[,;]+$|(?<=\.[a-z][a-z0-9]{0,5})\s+(?:and|or|&&|(?:#|\/\/)(?:\s.*)?)$/is;

/**
 * What is wrong with a path without quotes that was hardly meant to the letter: a list of files, another expectation
 * behind it, a comment. Taken for a path it would name a file that never is there, so that `no-file:` always holds.
 * Names that people have hold blanks, commas and the word "and", so files are a list only when all have an extension;
 * or when none of them has a blank, and each but the last has an extension, or all begin with the same folder. Null
 * when nothing is wrong.
 *
 * @param asExpectation the whole expectation, with a path in the place of this one
 */
export function misreadPath(
  path: string,
  asExpectation: (path: string) => string,
): ReturnType<typeof wrong> | null {
  if (path.length > longestLooked) return null;
  const another = anotherIn(path, asExpectation);
  if (another) return another;
  const files = filesIn(path);
  if (files) {
    const forms = files.map((file) => shown(asExpectation(file), 200)).join(", ");
    return wrong(
      "expectation-several",
      `${shown(path)} looks like more than one file`,
      `write one for each: ${forms} (a single path of that name stands in quotes)`,
    );
  }
  const end = loose.exec(path)?.[0].trim();
  if (end === undefined) return null;
  return wrong(
    "expectation-path",
    `${shown(end, 60)} follows the path`,
    "nothing follows the path; if it is part of it, put the path in quotes",
  );
}

/** What is wrong with a text without quotes that another expectation follows; null when none does. */
export function anotherIn(
  text: string,
  asExpectation: (text: string) => string,
): ReturnType<typeof wrong> | null {
  const another = text.length > longestLooked ? null : next.exec(text);
  if (!another) return null;
  const whole = asExpectation(text);
  const at = whole.indexOf(text) + another.index;
  return severalExpectations(whole.slice(0, at), whole.slice(at));
}

/** The path without what no path ends in, as `misreadPath` finds it. */
export function withoutLoose(path: string): string {
  return path.length > longestLooked ? path : path.replace(loose, "");
}

/** The files of a list without quotes; null when the text may be one name. */
export function filesIn(text: string): readonly string[] | null {
  if (text.length > longestLooked) return null;
  const all = text.split(anySeparator).filter((name) => name !== "");
  if (all.length > 1 && all.every((name) => anyExtension.test(name))) return all;
  const names = text.split(separator);
  if (names.length < 2 || names.some((name) => name === "" || /\s/.test(name))) return null;
  const folder = /^[^/]+\//.exec(names[0]!)?.[0];
  return names.slice(0, -1).every((name) => withExtension.test(name)) ||
    (folder !== undefined && names.every((name) => name.startsWith(folder)))
    ? names
    : null;
}

/**
 * `a exists and b exists`, taken for a path that ends before the last word; null when it is none.
 *
 * @param lead "not " or nothing
 * @param rest what follows the path
 */
export function existsTwice(path: string, lead: string, rest: string): ReturnType<typeof wrong> | null {
  if (path.length > longestLooked || !existsBefore.test(path) || next.test(path)) return null;
  const paths = path.split(existsBefore);
  const forms = paths.map((each, at) => {
    const not = /^not\s/.test(each) ? "not " : lead;
    return `${not}file:${each.replace(/^not\s/, "").trim()} ${at === paths.length - 1 ? rest : "exists"}`;
  });
  return severalExpectations(...forms);
}

/** Does another expectation follow here, where nothing may? */
export function beginsAnother(rest: string): boolean {
  return rest.length <= longestLooked && next.exec(` ${rest}`)?.index === 0;
}

/** A text without the words, commas and blanks at its beginning that join it to what stands before. */
export function withoutJoiner(text: string): string {
  return text.replace(joiner, "");
}

/** Several expectations in one text; a word that joins may stand before each. */
export function severalExpectations(...texts: readonly string[]): ReturnType<typeof wrong> {
  return severalOr(texts, " (a path of that name stands in quotes)");
}

/** The same; `otherwise` says how to write what it may be meant for as one. */
export function severalOr(texts: readonly string[], otherwise: string): ReturnType<typeof wrong> {
  const forms = texts.map((text) => shown(withoutJoiner(text).trim(), 200)).join(", ");
  return wrong(
    "expectation-several",
    "more than one expectation stands in one text",
    `each is a text of its own in the list: ${forms}${otherwise}`,
  );
}

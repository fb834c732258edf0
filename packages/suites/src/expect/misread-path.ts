import { shown } from "../text/shown.ts";
import { wrong } from "./reading.ts";

/** Longer ones are no paths anyway, and are told to be too long. */
const longestLooked = 2_000;

/** The next expectation: after a word that joins, or plainly one about a file. */
const next =
  /(?:\s(?:and|or|&&|\|\|)\s|[,;])\s?(?:not\s)?(?:file|no-file|diff|test|judge):\S|\s(?:file|no-file|diff):\S/;
const joiner = /^(?:[\s,;]|and\s|or\s|&&|\|\|)+/;
const separator = /\s*[,;]\s+(?:and\s+|or\s+)?|\s+(?:and|or|&&?)\s+/;
const withExtension = /\.[a-z][a-z0-9]{0,5}$/;

/**
 * What is wrong with a path without quotes that was hardly meant to the letter: a list of files, or another expectation
 * behind it. Taken for a path it would name a file that never is there, so that `no-file:` always holds. Names that
 * people have hold blanks, commas and the word "and", so files are a list only when none of them has a blank, and each
 * but the last has an extension, or all begin with the same folder. Null when nothing is wrong.
 *
 * @param asExpectation the whole expectation, with a path in the place of this one
 */
export function misreadPath(
  path: string,
  asExpectation: (path: string) => string,
): ReturnType<typeof wrong> | null {
  if (path.length > longestLooked) return null;
  const another = next.exec(path);
  if (another) {
    const whole = asExpectation(path);
    const at = whole.indexOf(path) + another.index;
    return severalExpectations(whole.slice(0, at), whole.slice(at));
  }
  const files = path.split(separator);
  if (!areFiles(files)) return null;
  const forms = files.map((file) => shown(asExpectation(file), 200)).join(", ");
  return wrong(
    "expectation-several",
    `${shown(path)} looks like more than one file`,
    `write one for each: ${forms} (a single path of that name stands in quotes)`,
  );
}

/** Does another expectation follow here, where nothing may? */
export function beginsAnother(rest: string): boolean {
  return rest.length <= longestLooked && next.exec(` ${rest}`)?.index === 0;
}

/** Two expectations in one text. */
export function severalExpectations(first: string, rest: string): ReturnType<typeof wrong> {
  const forms = [first.trim(), rest.replace(joiner, "")].map((form) => shown(form, 200)).join(", ");
  return wrong(
    "expectation-several",
    "more than one expectation stands in one text",
    `each is a text of its own in the list: ${forms} (a path of that name stands in quotes)`,
  );
}

function areFiles(names: readonly string[]): boolean {
  if (names.length < 2 || names.some((name) => name === "" || /\s/.test(name))) return false;
  const folder = /^[^/]+\//.exec(names[0]!)?.[0];
  return (
    names.slice(0, -1).every((name) => withExtension.test(name)) ||
    (folder !== undefined && names.every((name) => name.startsWith(folder)))
  );
}

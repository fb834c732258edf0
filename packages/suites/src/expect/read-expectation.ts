import { shown } from "../text/shown.ts";
import { addedAfter } from "./added-words.ts";
import type { Expectation, PlainExpectation } from "./expectation.ts";
import { compileGlob } from "./glob.ts";
import { anotherIn, filesIn, misreadPath } from "./misread-path.ts";
import { isQuoted, readQuoted } from "./quoted.ts";
import { readFileExpectation } from "./read-file-expectation.ts";
import { readTest } from "./read-test.ts";
import { readPath, readRegex, readText } from "./read-values.ts";
import { type Reading, read, wrong } from "./reading.ts";

const longestExpectation = 100_000;
const longestCriterion = 4_000;
const longestLooked = 2_000;
const mostUsd = 1_000_000;
const mostTurns = 1_000_000;

/** What asks for the content of a file; as part of a path of `diff:` and `no-file:` it needs quotes. */
const askedContent =
  /\s(contains)\s+['"\u2018\u201c]|\s(matches)\s+\/|\s(json)\s+[/=]|^\S+\s+(equals)\s+\S+$/;

/** Reads one expectation string by the grammar alone. Time is in proportion to its length. */
export function readExpectation(source: string): Reading<Expectation> {
  const text = source.trim();
  if (text === "") return wrong("expectation-empty", "the expectation is empty");
  if (text.length > longestExpectation) {
    return wrong(
      "expectation-text",
      `the expectation is too long (at most ${longestExpectation} characters)`,
    );
  }
  if (text.includes("\0") || !text.isWellFormed()) {
    return wrong("expectation-text", `the expectation ${shown(text, 80)} holds a NUL or a broken character`);
  }
  const negated = /^not\s+/.exec(text);
  if (!negated) return readPlain(text, "");
  const rest = text.slice(negated[0].length);
  if (/^not\s/.test(rest)) return wrong("expectation-incomplete", '"not" stands twice', "leave out both");
  const of = readPlain(rest, "not ");
  return of.ok ? read({ kind: "not", of: of.value }) : of;
}

/** `lead` stands before it. */
function readPlain(text: string, lead: string): Reading<PlainExpectation> {
  const head = /^(?:(file|no-file|diff|test|judge):|(output|cost|turns)(?=[\s<]))/.exec(text);
  const rest = text.slice(head?.[0].length ?? 0).trim();
  switch (head?.[1] ?? head?.[2]) {
    case "file":
      return readFileExpectation(rest, lead);
    case "no-file":
      return readNamed("no-file", rest, lead);
    case "diff":
      return /^only(\s|$)/.test(rest)
        ? readGlob(rest.slice("only".length).trim(), lead)
        : readNamed("diff", rest, lead);
    case "test":
      return readTest(rest, lead);
    case "judge":
      return readCriterion(rest);
    case "output":
      return readOutput(rest, lead);
    case "cost":
      return readLimit("cost", rest);
    case "turns":
      return readLimit("turns", rest);
    default:
      return wrong(
        "expectation-unknown",
        `unknown expectation ${shown(text)}`,
        "an expectation begins with file:, no-file:, diff:, test:, judge:, output, cost, turns or not",
      );
  }
}

function readNamed(kind: "diff" | "no-file", rest: string, lead: string): Reading<PlainExpectation> {
  if (rest === "") return wrong("expectation-incomplete", `the path after "${kind}:" is missing`);
  if (!isQuoted(rest)) {
    const misread = misreadPath(rest, (path) => `${lead}${kind}:${path}`);
    if (misread) return misread;
    const added = addedAfter(rest)?.words ?? askedIn(rest);
    if (added !== undefined) {
      return wrong(
        "expectation-path",
        `"${added}" follows the path of "${kind}:"`,
        "nothing follows the path; if the word is part of it, put the path in quotes",
      );
    }
  }
  const path = readPath(rest, true);
  return path.ok ? read({ kind, path: path.value }) : path;
}

function askedIn(path: string): string | undefined {
  // Longer ones are no paths, and blanks without end would take their time.
  const found = path.length > longestLooked ? null : askedContent.exec(path);
  return found?.slice(1).find((word) => word !== undefined);
}

function readGlob(rest: string, lead: string): Reading<PlainExpectation> {
  let glob = rest;
  if (isQuoted(rest)) {
    const quoted = readQuoted(rest);
    if (!quoted || quoted.end !== rest.length) {
      return wrong("expectation-quote", `the quote ${rest[0]} around the glob does not close`);
    }
    glob = quoted.text;
  }
  const another = isQuoted(rest) ? null : anotherIn(rest, (only) => `${lead}diff:only ${only}`);
  if (another) return another;
  const several = glob === rest ? rest.split(/\s+/).filter((word) => /[*?{]|\/$/.test(word)) : [];
  if (several.length > 1 || (glob === rest && filesIn(rest))) {
    return wrong(
      "expectation-glob",
      '"diff:only" is followed by more than one glob',
      "several stand in braces, and a glob with a blank in it in quotes",
    );
  }
  if (rest.startsWith("!")) {
    return wrong(
      "expectation-glob",
      `the glob ${shown(rest)} begins with "!", and a glob takes nothing out`,
      'name what may be touched; a name that begins with "!" stands in quotes',
    );
  }
  if (glob.trim() === "") {
    return wrong(
      "expectation-incomplete",
      'the glob after "diff:only" is missing',
      "as in: diff:only src/**",
    );
  }
  const check = compileGlob(glob);
  return check.ok ? read({ kind: "diff-only", glob }) : wrong("expectation-glob", check.message);
}

function readCriterion(rest: string): Reading<PlainExpectation> {
  if (rest === "") return wrong("expectation-incomplete", 'the criterion after "judge:" is missing');
  if (rest.length > longestCriterion) {
    return wrong("expectation-text", `the criterion is too long (at most ${longestCriterion} characters)`);
  }
  return read({ kind: "judge", criterion: rest });
}

function readOutput(rest: string, lead: string): Reading<PlainExpectation> {
  const verb = /^(contains|matches)(?=\s|$)/.exec(rest)?.[0];
  if (verb === undefined) {
    return wrong("expectation-incomplete", 'after "output" comes "contains" or "matches"');
  }
  const object = rest.slice(verb.length).trim();
  if (verb === "contains") {
    const text = readText(object, `${lead}output contains `);
    return text.ok ? read({ kind: "output-contains", text: text.value }) : text;
  }
  const regex = readRegex(object, `${lead}output matches `);
  return regex.ok ? read({ kind: "output-matches", ...regex.value }) : regex;
}

function readLimit(kind: "cost" | "turns", rest: string): Reading<PlainExpectation> {
  const whole = kind === "turns";
  const form = whole ? /^<=\s*(\d{1,9})$/ : /^<=\s*(\d{1,9}(?:\.\d{1,9})?)$/;
  const atMost = Number(form.exec(rest)?.[1] ?? Number.NaN);
  const most = whole ? mostTurns : mostUsd;
  if (!(atMost <= most)) {
    return wrong(
      "expectation-number",
      `"${kind}" is not followed by "<=" and a number${whole ? "" : " of dollars"} from 0 to ${most}`,
      whole ? "as in: turns <= 20" : "as in: cost <= 0.50",
    );
  }
  return read({ kind, atMost });
}

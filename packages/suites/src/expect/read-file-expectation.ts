import { shown } from "../text/shown.ts";
import type { PlainExpectation } from "./expectation.ts";
import { beginsAnother, existsTwice, misreadPath, severalExpectations } from "./misread-path.ts";
import { isQuoted, readQuoted } from "./quoted.ts";
import { beginsQuote, readPath, readPointerAndValue, readRegex, readText } from "./read-values.ts";
import { type Reading, read, wrong } from "./reading.ts";

/** The words that say what is expected of a file. */
export const fileVerbs = ["exists", "contains", "matches", "equals", "json"] as const;
type FileVerb = (typeof fileVerbs)[number];

/** Can what follows the word be meant as its object? If not, the word may be part of a path with spaces. */
const begins: Record<FileVerb, (rest: string) => boolean> = {
  exists: (rest) => rest === "",
  contains: beginsQuote,
  matches: (rest) => rest.startsWith("/"),
  equals: (rest) => rest !== "",
  json: (rest) => /^[/='"]/.test(rest),
};

/**
 * Reads what follows `file:`. A path may hold spaces and needs no quotes: it ends before the first of the words whose
 * object follows. A path that would be misread stands in quotes. `lead` stands before it all.
 */
export function readFileExpectation(text: string, lead: string): Reading<PlainExpectation> {
  const split = splitAtVerb(text.trim(), lead);
  if (!split.ok) return split;
  const { path: pathText, verb, rest } = split.value;
  const twice = isQuoted(pathText) ? null : existsTwice(pathText, lead, `${verb} ${rest}`.trim());
  if (twice) return twice;
  const misread = misreadName(pathText, verb, (path) => `${lead}file:${path} ${verb} ${rest}`.trim());
  if (misread) return misread;
  const path = readPath(pathText, verb === "exists");
  if (!path.ok) return path;
  const file = { path: path.value };
  switch (verb) {
    case "exists":
      return read({ kind: "file-exists", ...file });
    case "contains": {
      const text = readText(rest, `${lead}file:${pathText} contains `);
      return text.ok ? read({ kind: "file-contains", ...file, text: text.value }) : text;
    }
    case "matches": {
      const regex = readRegex(rest, `${lead}file:${pathText} matches `);
      return regex.ok ? read({ kind: "file-matches", ...file, ...regex.value }) : regex;
    }
    case "equals": {
      const several = isQuoted(rest)
        ? null
        : misreadPath(rest, (other) => `${lead}file:${pathText} equals ${other}`);
      if (several) return several;
      const other = readPath(rest, false);
      return other.ok ? read({ kind: "file-equals", ...file, other: other.value }) : other;
    }
    case "json": {
      const wanted = readPointerAndValue(rest);
      return wanted.ok ? read({ kind: "file-json", ...file, ...wanted.value }) : wanted;
    }
  }
}

/** A word that denies, between the path and the word that says what is expected. */
const denial = /(?<=\s)(?:not|doesn't|does\s+not|isn't)$/;

/** What is wrong with a path without quotes that was hardly meant to the letter. */
function misreadName(path: string, verb: FileVerb, asExpectation: (path: string) => string) {
  if (isQuoted(path)) return null;
  const denied = denial.exec(path)?.[0];
  if (denied === undefined) return misreadPath(path, asExpectation);
  return wrong(
    "expectation-path",
    `"${denied}" stands between the path and "${verb}"`,
    '"not" stands in front of it all; if the word is part of the path, put the path in quotes',
  );
}

interface Split {
  path: string;
  verb: FileVerb;
  rest: string;
}

function splitAtVerb(text: string, lead: string): Reading<Split> {
  let from = 0;
  if (isQuoted(text)) {
    const quoted = readQuoted(text);
    if (!quoted) return wrong("expectation-quote", `the quote ${text[0]} around the path does not close`);
    from = quoted.end;
  }
  let last: Split | undefined;
  const words = /(?<=[\s'"])(exists|contains|matches|equals|json)(?=\s|$)/g;
  words.lastIndex = from;
  for (let word = words.exec(text); word; word = words.exec(text)) {
    const verb = word[1] as FileVerb;
    const rest = text.slice(words.lastIndex).trim();
    last = { path: text.slice(0, word.index).trim(), verb, rest };
    // In front of a path in quotes only the first word counts.
    if (last.path !== "" && begins[verb](rest)) return read(last);
    if (from > 0) break;
  }
  if (!last || last.path === "") {
    return wrong(
      "expectation-incomplete",
      text === "" ? "the path is missing" : `nothing is said about the file ${shown(text, 80)}`,
      `after the path comes one of: ${fileVerbs.join(", ")}`,
    );
  }
  if (last.verb !== "exists") return read(last);
  return beginsAnother(last.rest)
    ? severalExpectations(`${lead}file:${last.path} exists`, last.rest)
    : wrong("expectation-incomplete", `${shown(last.rest, 60)} follows "exists"`, 'nothing follows "exists"');
}

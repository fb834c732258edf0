import type { Json } from "@flow-state-dev/records";
import { shown } from "../text/shown.ts";
import { parseExactJson } from "./exact-json.ts";
import { beginsAnother, severalExpectations } from "./misread-path.ts";
import { isQuoted, readQuoted } from "./quoted.ts";
import { type Reading, read, wrong } from "./reading.ts";
import { compileRegex, regexFlags, regexHint } from "./regex.ts";
import { anotherBehindRegex } from "./regex-end.ts";
import { checkWorkspacePath } from "./workspace-path.ts";

const typographic = /^[\u2018-\u201f\u2032\u2033\u00ab\u00bb`\u00b4]/;

/** Does a text begin here, in quotes of whatever kind? */
export function beginsQuote(text: string): boolean {
  return isQuoted(text) || typographic.test(text);
}

/** A text in quotes that reaches to the end. `before` is what stands before it in the expectation. */
export function readText(text: string, before: string): Reading<string> {
  if (typographic.test(text)) {
    return wrong(
      "expectation-quote",
      `the quote ${text[0]} is not a straight one`,
      "write ' or \" around the text",
    );
  }
  if (!isQuoted(text)) {
    return wrong("expectation-quote", "the text to look for has no quotes", "write ' around the text");
  }
  const quoted = readQuoted(text);
  if (!quoted) return wrong("expectation-quote", `the quote ${text[0]} does not close`);
  const rest = text.slice(quoted.end).trim();
  if (beginsAnother(rest)) return severalExpectations(before + text.slice(0, quoted.end), rest);
  if (rest !== "") {
    return wrong(
      "expectation-quote",
      `${shown(rest, 60)} follows the closing quote`,
      "a quote inside the text is written \\', or the text stands in the other quotes",
    );
  }
  if (quoted.text === "") {
    return wrong("expectation-text", "the text to look for is empty, so everything would hold it");
  }
  return read(quoted.text);
}

/**
 * A regex between slashes with its flags, up to the end. Slashes inside need no backslash: the last one closes, unless
 * another expectation stands behind an earlier one. `before` is what stands before it in the expectation.
 */
export function readRegex(text: string, before: string): Reading<{ pattern: string; flags: string }> {
  if (!text.startsWith("/")) {
    return wrong("expectation-regex", "the regex does not stand between slashes", "write it as /…/");
  }
  const another = anotherBehindRegex(text, before);
  if (another) return another;
  const end = text.lastIndexOf("/");
  if (end === 0) return wrong("expectation-regex", "the slash of the regex does not close");
  const flags = text.slice(end + 1);
  const pattern = text.slice(1, end);
  const unknown = [...flags].find((flag, at) => !regexFlags.includes(flag) || flags.indexOf(flag) !== at);
  if (unknown !== undefined) {
    return wrong(
      "expectation-regex",
      `${shown(flags, 40)} after the closing slash are not flags`,
      `the flags are ${regexFlags.join(", ")}, each at most once`,
    );
  }
  const check = compileRegex(pattern, flags);
  if (!check.ok) return wrong("expectation-regex", check.message, regexHint(pattern) ?? check.hint);
  return read({ pattern, flags: regexFlags.filter((flag) => flags.includes(flag)).join("") });
}

/**
 * A path, plain or in quotes, that reaches to the end. `folders`: may it end in a slash? A star is refused: taken
 * for itself, a file that must not be there would never be, whatever was meant. Other signs of globs are in names
 * that people have (`app/[id]/page.tsx`).
 */
export function readPath(text: string, folders: boolean): Reading<string> {
  let path = text.trim();
  if (isQuoted(path)) {
    const quoted = readQuoted(path);
    if (!quoted) return wrong("expectation-quote", `the quote ${path[0]} around the path does not close`);
    const rest = path.slice(quoted.end).trim();
    if (rest !== "") return wrong("expectation-quote", `${shown(rest, 60)} follows the path in quotes`);
    path = quoted.text;
  }
  const check = checkWorkspacePath(path);
  if (!check.ok) {
    return wrong(
      "expectation-path",
      check.message,
      'paths are relative to the workspace, with "/" between their parts',
    );
  }
  if (check.path.includes("*")) {
    return wrong(
      "expectation-path",
      `the path ${shown(path)} has a "*" in it; a path names one file, and only diff:only takes a glob`,
      "name each file on its own, or let a command look for them",
    );
  }
  if (check.folder && !folders)
    return wrong("expectation-path", `the path ${shown(path)} names a folder, not a file`);
  return read(check.folder ? `${check.path}/` : check.path);
}

const mostTries = 50;

/** `<pointer> = <value>`: a JSON pointer, plain or in quotes, and a JSON value. */
export function readPointerAndValue(text: string): Reading<{ pointer: string; value: Json }> {
  let at = 0;
  let tries = 0;
  for (const sign of text.matchAll(/(?:^|(?<=[\s'"]))=(?=\s|$)/g)) {
    at = sign.index;
    const value = parseJson(text.slice(at + 1));
    if (value === undefined && ++tries < mostTries) continue;
    if (value === undefined) break;
    const pointer = readPointer(text.slice(0, at).trim());
    return pointer.ok ? read({ pointer: pointer.value, value }) : pointer;
  }
  if (tries === 0) {
    return wrong(
      "expectation-json",
      'after "json" come a pointer, "=" and a value',
      'as in: json /version = "1.0.0"',
    );
  }
  return wrong(
    "expectation-json",
    `${shown(text.slice(at + 1).trim(), 60)} is not a JSON value`,
    "texts stand in double quotes; numbers, true, false, null, lists and objects as in JSON",
  );
}

function readPointer(text: string): Reading<string> {
  let pointer = text;
  if (isQuoted(text)) {
    const quoted = readQuoted(text);
    if (!quoted || quoted.end !== text.length) {
      return wrong("expectation-quote", `the quote ${text[0]} around the pointer does not close`);
    }
    pointer = quoted.text;
  }
  if (pointer !== "" && !pointer.startsWith("/")) {
    return wrong("expectation-json", `the JSON pointer ${shown(pointer, 80)} does not begin with "/"`);
  }
  if (/~(?![01])/.test(pointer)) {
    return wrong(
      "expectation-json",
      `the JSON pointer ${shown(pointer, 80)} has a "~" that is not ~0 (for ~) or ~1 (for /)`,
    );
  }
  return read(pointer);
}

function parseJson(text: string): Json | undefined {
  try {
    return parseExactJson(text) as Json;
  } catch {
    return undefined;
  }
}

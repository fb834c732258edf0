import { createScanner, type Node, type ParseError, type ParseErrorCode, parseTree } from "jsonc-parser";
import { shown } from "../text/shown.ts";
import { suiteBounds } from "./suite-limits.ts";

/** A mistake in the text itself, by the offset where it stands. */
export interface TextMistake {
  code: "json-syntax" | "json-depth" | "json-duplicate-key" | "json-forbidden-key";
  offset: number;
  message: string;
  hint: string | null;
}

/** The text of a suite as a tree, and what is wrong with it. No tree: it cannot be looked at any further. */
export interface SuiteText {
  tree: Node | null;
  mistakes: TextMistake[];
}

const notJson = "this is not JSON";
const reasons: Partial<Record<ParseErrorCode, string>> = {
  1: notJson,
  2: "this is not a number",
  3: "a field name in double quotes is missing",
  4: "a value is missing",
  5: 'a ":" is missing',
  6: 'a "," is missing',
  7: 'a "}" is missing',
  8: 'a "]" is missing',
  9: "something follows the end of the suite",
  10: "this is not a comment",
  11: "the comment does not close",
  12: "the quote does not close",
  13: "the number breaks off",
  14: "this is not a \\u escape",
  15: "this escape is not known; a backslash is written \\\\",
  16: "a control character stands here; line breaks in texts are written \\n",
};

/** Reads JSON, also with comments and trailing commas. Keys that stand twice are mistakes. */
export function readSuiteText(text: string): SuiteText {
  const deep = tooDeepAt(text);
  if (deep !== null) {
    const message = `brackets are nested more than ${suiteBounds.depth} deep`;
    return { tree: null, mistakes: [{ code: "json-depth", offset: deep, message, hint: null }] };
  }
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true }) ?? null;
  if (errors.length > 0)
    return { tree: null, mistakes: oneALine(text, errors).map((error) => syntaxMistake(text, error)) };
  const mistakes: TextMistake[] = [];
  if (tree) findBadKeys(tree, mistakes);
  return { tree, mistakes };
}

/** The value of a tree. Forbidden keys are left out, and of keys that stand twice the first counts. */
export function valueIn(node: Node): unknown {
  if (node.type === "array") return (node.children ?? []).map(valueIn);
  if (node.type !== "object") return node.value;
  const value: Record<string, unknown> = {};
  for (const property of node.children ?? []) {
    const [key, member] = property.children ?? [];
    const name = String(key?.value);
    if (member && name !== "__proto__" && !Object.hasOwn(value, name)) value[name] = valueIn(member);
  }
  return value;
}

/** Where a value stands, by its path; for what is missing, the nearest thing around it. */
export function nodeAt(tree: Node, path: readonly PropertyKey[]): Node {
  let node = tree;
  for (const step of path) {
    const next =
      node.type === "array" ? node.children?.[Number(step)] : propertyOf(node, step)?.children?.[1];
    if (!next) return node;
    node = next;
  }
  return node;
}

/** Where the name of a field stands. */
export function keyNodeAt(tree: Node, path: readonly PropertyKey[], key: string): Node {
  const node = nodeAt(tree, path);
  return propertyOf(node, key)?.children?.[0] ?? node;
}

const propertiesOf = new WeakMap<Node, Map<unknown, Node>>();

/** The first property of a name. An object may have very many, each with a mistake that has to be found a place. */
function propertyOf(node: Node, name: PropertyKey): Node | undefined {
  let known = propertiesOf.get(node);
  if (!known) {
    const pairs = (node.children ?? []).map((each) => [each.children?.[0]?.value, each] as const);
    known = new Map(pairs.reverse());
    propertiesOf.set(node, known);
  }
  return known.get(name);
}

function tooDeepAt(text: string): number | null {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let token = scanner.scan(); token !== 17; token = scanner.scan()) {
    if (token === 1 || token === 3) depth += 1;
    if (token === 2 || token === 4) depth -= 1;
    if (depth > suiteBounds.depth) return scanner.getTokenOffset();
  }
  return null;
}

/** One slip makes the reader stumble several times on its line; the first is the one to tell. */
function oneALine(text: string, errors: readonly ParseError[]): ParseError[] {
  const sorted = [...errors].sort((a, b) => a.offset - b.offset);
  return sorted.filter(
    (error, at) => at === 0 || text.slice(sorted[at - 1]!.offset, error.offset).includes("\n"),
  );
}

function syntaxMistake(text: string, { error, offset, length }: ParseError): TextMistake {
  const empty = text.trim() === "";
  const found = empty ? "" : text.slice(offset, offset + Math.max(length, 1)).split(/[\r\n]/)[0]!;
  const reason = empty ? "the file is empty" : (reasons[error] ?? notJson);
  const message = found.trim() === "" || found.length > 200 ? reason : `${reason} (at ${shown(found, 40)})`;
  const hint = empty ? 'a suite is an object with "name" and "cases"' : hintFor(found, error);
  return { code: "json-syntax", offset, message, hint };
}

function hintFor(found: string, error: ParseErrorCode): string | null {
  if (/^[\u2018-\u201f']/.test(found)) return 'texts and names stand in straight double quotes: "';
  if (/^(NaN|Infinity|undefined|True|False|None)/.test(found))
    return "JSON knows numbers, texts, true, false and null";
  if (error in reasons && reasons[error] !== notJson) return null;
  return /^[\p{L}_$][^"]*$/u.test(found)
    ? `names and texts stand in double quotes: ${shown(found, 40)}`
    : "texts stand in double quotes; numbers, true, false, null, lists and objects as they are";
}

function findBadKeys(node: Node, mistakes: TextMistake[]): void {
  const seen = new Set<string>();
  for (const child of node.children ?? []) {
    if (node.type === "array") {
      findBadKeys(child, mistakes);
      continue;
    }
    const [key, value] = child.children ?? [];
    const name = String(key?.value);
    const mistake = { offset: key?.offset ?? child.offset };
    if (name === "__proto__") {
      mistakes.push({
        ...mistake,
        code: "json-forbidden-key",
        message: 'the name "__proto__" is not allowed',
        hint: null,
      });
    } else if (seen.has(name)) {
      mistakes.push({
        ...mistake,
        code: "json-duplicate-key",
        message: `${shown(name, 60)} stands twice`,
        hint: "leave out one of them",
      });
    }
    seen.add(name);
    if (value) findBadKeys(value, mistakes);
  }
}

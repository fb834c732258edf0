import { checkWorkspacePath } from "./workspace-path.ts";

/** A glob that can be asked, or what is wrong with it. */
export type GlobCheck = { ok: true; matches: (path: string) => boolean } | { ok: false; message: string };

type Token =
  | "any-run"
  | "any-one"
  | { text: string }
  | { out: boolean; ranges: [from: number, to: number][] };
type Part = "any-depth" | { tokens: Token[] };

const mostAlternatives = 256;
const longestGlob = 1024;

/**
 * Globs over workspace paths: `*` and `?` within a part, `**` for any depth, `[a-z]`, `[!a-z]`, `{a,b}`. Brackets
 * stand for themselves too, since frameworks name files `[id].ts`. Names that begin with a dot are names like all
 * others, so that nothing escapes protection. A pattern whose last part has no wildcard covers what is below it too.
 * Time is bounded by pattern length × path length × alternatives.
 */
export function compileGlob(pattern: string): GlobCheck {
  return compile(pattern, alternativesIn);
}

/** The same, but braces stand for themselves, as in a `.gitignore`. */
export function compilePlainGlob(pattern: string): GlobCheck {
  return compile(pattern, (whole) => [whole]);
}

function compile(pattern: string, expand: (pattern: string) => string[] | null): GlobCheck {
  if (pattern.length > longestGlob) {
    return { ok: false, message: `the glob is too long (at most ${longestGlob} characters)` };
  }
  const alternatives = expand(pattern);
  if (!alternatives) return { ok: false, message: `the glob has more than ${mostAlternatives} alternatives` };
  const compiled: Part[][] = [];
  for (const alternative of alternatives) {
    const path = checkWorkspacePath(alternative);
    if (!path.ok) return { ok: false, message: path.message.replace("the path", "the glob") };
    for (const sets of path.path.includes("[") ? [true, false] : [true]) {
      const parts = path.path.split("/").map((part) => toPart(part, sets));
      const last = parts.at(-1)!;
      compiled.push(parts);
      if (
        last !== "any-depth" &&
        (path.folder || last.tokens.every((token) => typeof token === "object" && "text" in token))
      ) {
        compiled.push([...parts, "any-depth"]);
      }
    }
  }
  return {
    ok: true,
    matches(path) {
      const names = path.split("/");
      return compiled.some((parts) => matchParts(parts, names));
    },
  };
}

function matchParts(parts: readonly Part[], names: readonly string[]): boolean {
  // reached[n]: the parts so far can take exactly the first n names.
  let reached = names.map(() => false);
  reached = [true, ...reached];
  for (const part of parts) {
    const next = reached.map(() => false);
    for (let n = 0; n <= names.length; n++) {
      if (part === "any-depth") next[n] = reached[n]! || (n > 0 && next[n - 1]!);
      else if (n > 0) next[n] = reached[n - 1]! && matchTokens(part.tokens, names[n - 1]!);
    }
    reached = next;
  }
  return reached[names.length]!;
}

/** Two places to go on from, the last star remembered: no backtracking beyond it is ever needed. */
function matchTokens(tokens: readonly Token[], name: string): boolean {
  const characters = [...name];
  let at = 0;
  let token = 0;
  let star = -1;
  let starAt = 0;
  while (at < characters.length) {
    const current = tokens[token];
    if (current === "any-run") {
      star = token++;
      starAt = at;
    } else if (current !== undefined && matchOne(current, characters[at]!)) {
      token++;
      at++;
    } else if (star !== -1) {
      token = star + 1;
      at = ++starAt;
    } else return false;
  }
  while (tokens[token] === "any-run") token++;
  return token === tokens.length;
}

function matchOne(token: Exclude<Token, "any-run">, character: string): boolean {
  if (token === "any-one") return true;
  if ("text" in token) return token.text === character;
  const code = character.codePointAt(0)!;
  return token.ranges.some(([from, to]) => code >= from && code <= to) !== token.out;
}

/** `sets`: do brackets hold sets of characters, or stand for themselves? */
function toPart(text: string, sets: boolean): Part {
  if (text === "**") return "any-depth";
  const tokens: Token[] = [];
  const characters = [...text];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at]!;
    if (character === "*") {
      if (tokens.at(-1) !== "any-run") tokens.push("any-run");
    } else if (character === "?") tokens.push("any-one");
    else if (character === "[" && sets) {
      const set = readSet(characters, at);
      tokens.push(set?.token ?? { text: character });
      at = set?.end ?? at;
    } else tokens.push({ text: character });
  }
  return { tokens };
}

/** A set in brackets; null when it does not close, so that the bracket stands for itself. */
function readSet(characters: readonly string[], start: number): { token: Token; end: number } | null {
  let at = start + 1;
  const out = characters[at] === "!" || characters[at] === "^";
  if (out) at++;
  const end = characters.indexOf("]", at + 1);
  if (end === -1) return null;
  const ranges: [number, number][] = [];
  while (at < end) {
    const from = characters[at]!.codePointAt(0)!;
    if (characters[at + 1] === "-" && at + 2 < end) {
      ranges.push([from, characters[at + 2]!.codePointAt(0)!]);
      at += 3;
    } else {
      ranges.push([from, from]);
      at += 1;
    }
  }
  return { token: { out, ranges }, end };
}

/**
 * What the braces of a glob stand for, one pattern each; null when they are too many. Braces that do not close stay.
 */
export function alternativesIn(pattern: string): string[] | null {
  const done: string[] = [];
  const todo = [pattern];
  while (todo.length > 0) {
    if (done.length + todo.length > mostAlternatives) return null;
    const current = todo.shift()!;
    const braces = innermostBraces(current);
    if (!braces) done.push(current);
    else {
      const before = current.slice(0, braces.start);
      const after = current.slice(braces.end + 1);
      for (const choice of current.slice(braces.start + 1, braces.end).split(","))
        todo.push(before + choice + after);
    }
  }
  return [...new Set(done)];
}

function innermostBraces(text: string): { start: number; end: number } | null {
  for (let end = text.indexOf("}"); end !== -1; end = text.indexOf("}", end + 1)) {
    const start = text.lastIndexOf("{", end);
    const inside = start === -1 ? "" : text.slice(start + 1, end);
    if (inside.includes(",") && !inside.includes("}")) return { start, end };
  }
  return null;
}

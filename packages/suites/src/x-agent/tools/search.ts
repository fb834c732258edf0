import { setImmediate as nextTurn } from "node:timers/promises";
import { firstNamed } from "@flow-state-dev/core";
import { compileGlob } from "../../expect/glob.ts";
import { compileRegex, regexHint } from "../../expect/regex.ts";
import { shown } from "../../text/shown.ts";
import { decodeText } from "./decode-text.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { ToolError } from "./tool-error.ts";
import { walk } from "./walk.ts";

const mostMatches = 100;
const longestLine = 500;
const longestTested = 2_000;
const mostFileBytes = 1024 * 1024;
const mostBytes = 50 * 1024;
const mostTimeMs = 20_000;
const mostProgram = 1_000;
/** Characters of a plain text that is looked for. */
const longestLiteral = 1_000;
const mostContext = 10;

/** Files named of those that were not searched. */
const mostNamed = 5;

/** Finds lines by a regex or a text. Linear in time, so that no pattern can hang the runner. */
export const searchTool: Tool = {
  name: "search",
  description:
    "Search file contents by regular expression (RE2 syntax). Shows path:line:text. Skips .git, node_modules, " +
    "ignored and binary files.",
  fields: {
    pattern: {
      type: "string",
      description: "What to look for",
      required: true,
      aliases: ["query", "regex", "search"],
    },
    path: {
      type: "string",
      description: "File or folder; default: the workspace",
      aliases: ["dir", "directory"],
    },
    glob: {
      type: "string",
      description: "Only files like this, such as *.ts or src/**",
      aliases: ["include"],
    },
    literal: { type: "boolean", description: "The pattern is plain text", aliases: ["fixedstrings"] },
    ignoreCase: { type: "boolean", description: "Case does not matter", aliases: ["caseinsensitive"] },
    context: { type: "integer", description: "Lines around each match", least: 0, most: mostContext },
    limit: {
      type: "integer",
      description: "Number of matches",
      least: 1,
      most: mostMatches,
      aliases: ["maxresults"],
    },
  },
  async run(input, context) {
    const pattern = input.text("pattern");
    const literal = input.flag("literal");
    const look = matcherOf(pattern, literal, input.flag("ignoreCase"));
    const wanted = globOf(input.optionalText("glob"));
    const found = await search(context, {
      path: input.optionalText("path") ?? "",
      look,
      wanted,
      context: input.number("context") ?? 0,
      limit: input.number("limit") ?? mostMatches,
    });
    const { lines, stopped } = found;
    const notes = [
      ...(stopped === null ? [] : [`[${stopped}; make the pattern or the path narrower]`]),
      ...notesOf(found),
      ...(lines.length === 0 && hasBreak(pattern, literal) ? [oneByOne] : []),
    ];
    const first = lines.length === 0 && stopped === null ? ["[no matches]"] : lines;
    return { text: [...first, ...notes].join("\n"), effect: "none" };
  },
};

const oneByOne = "[lines are searched one by one, so no line break is ever found; look for one of the lines]";

/** Does a pattern have a line break in it, as it is or as a regex writes it? */
function hasBreak(pattern: string, literal: boolean): boolean {
  return pattern.includes("\n") || (!literal && /(?<!\\)(?:\\\\)*\\n/.test(pattern));
}

interface Look {
  matches(line: string): boolean;
  /** Characters of a line that are looked at. */
  longest: number;
}

function matcherOf(pattern: string, literal: boolean, ignoreCase: boolean): Look {
  if (pattern === "") throw new ToolError("The pattern is empty.");
  if (literal) {
    if (pattern.length > longestLiteral)
      throw new ToolError(`The pattern is longer than ${longestLiteral} characters; look for a part of it.`);
    const wanted = ignoreCase ? pattern.toLowerCase() : pattern;
    const matches = (line: string) => (ignoreCase ? line.toLowerCase() : line).includes(wanted);
    return { matches, longest: Number.POSITIVE_INFINITY };
  }
  const check = compileRegex(pattern, ignoreCase ? "i" : "");
  if (!check.ok) {
    const hint = regexHint(pattern) ?? "set literal to look for plain text";
    throw new ToolError(`${check.message}; ${hint}.`);
  }
  const { regex } = check;
  if (regex.programSize() > mostProgram) throw new ToolError("The regex is too large; use a simpler one.");
  const matches = (line: string) => regex.matcher(line.slice(0, longestTested)).find();
  return { matches, longest: longestTested };
}

function globOf(glob: string | undefined): (path: string) => boolean {
  if (glob === undefined || glob === "") return () => true;
  const check = compileGlob(glob.replace(/^\.?\//, ""));
  if (!check.ok) throw new ToolError(`${check.message}.`);
  return (path) => check.matches(path) || (!glob.includes("/") && check.matches(path.split("/").at(-1)!));
}

interface Search {
  path: string;
  look: Look;
  wanted: (path: string) => boolean;
  context: number;
  limit: number;
}

/** What was found, and what was not looked at. */
interface Found {
  lines: string[];
  /** Why it ended early; null when it did not. */
  stopped: string | null;
  /** Files that were too large. */
  large: string[];
  /** Lines that match nowhere as far as they were looked at, and go on behind it. */
  cutLines: number;
}

function notesOf({ large, cutLines }: Found): string[] {
  const notes = [];
  if (large.length > 0)
    notes.push(`[not searched, larger than 1 MB: ${firstNamed(large, mostNamed, shown)}; use grep in shell]`);
  if (cutLines > 0)
    notes.push(
      `[lines searched only in their first ${longestTested} characters: ${cutLines}; set literal to look for plain text in all of them]`,
    );
  return notes;
}

const tooSlow = `stopped after ${mostTimeMs / 1000} s`;

async function search({ files, signal }: ToolContext, what: Search): Promise<Found> {
  const until = performance.now() + mostTimeMs;
  const lines: string[] = [];
  const large: string[] = [];
  let cutLines = 0;
  const ended = (stopped: string | null) => ({ lines, stopped, large, cutLines });
  let left = what.limit;
  let bytes = 0;
  for await (const path of walk(files, what.path, signal)) {
    if (!what.wanted(path)) continue;
    if (performance.now() > until) return ended(tooSlow);
    const text = await textOf(path);
    if (text === null) continue;
    const found = matchesIn(path, text, what, left, until);
    cutLines += found.cutLines;
    for (const line of found.lines) {
      bytes += Buffer.byteLength(line) + 1;
      if (bytes > mostBytes) return ended("stopped at 50 KB");
      lines.push(line);
    }
    if (!found.isWhole) return ended(tooSlow);
    left -= found.count;
    if (left <= 0) return ended(`stopped at ${what.limit} matches`);
    await nextTurn();
  }
  return ended(null);

  async function textOf(path: string): Promise<string | null> {
    try {
      const facts = await files.facts(path);
      if (facts.kind === "file" && facts.size > mostFileBytes) {
        large.push(path);
        return null;
      }
      const decoded = decodeText(await files.read(path, mostFileBytes));
      return decoded.kind === "text" ? decoded.text : null;
    } catch (error) {
      if (error instanceof ToolError) return null;
      throw error;
    }
  }
}

function matchesIn(path: string, text: string, { look, context }: Search, limit: number, until: number) {
  const all = text.replace(/\n$/, "").split("\n");
  const hits: number[] = [];
  let cutLines = 0;
  let isWhole = true;
  for (let at = 0; at < all.length && hits.length < limit; at++) {
    isWhole = at % 200 > 0 || performance.now() <= until;
    if (!isWhole) break;
    const line = all[at]!.replace(/\r$/, "");
    if (look.matches(line)) hits.push(at);
    else if (line.length > look.longest) cutLines += 1;
  }
  const lines: string[] = [];
  let shownTo = -1;
  for (const hit of hits) {
    const from = Math.max(shownTo + 1, hit - context);
    if (context > 0 && lines.length > 0 && from > shownTo + 1) lines.push("--");
    for (let at = from; at <= Math.min(all.length - 1, hit + context); at++) {
      const sign = hits.includes(at) ? ":" : "-";
      lines.push(`${path}${sign}${at + 1}${sign}${cut(all[at]!)}`);
      shownTo = at;
    }
  }
  return { lines, count: hits.length, cutLines, isWhole };
}

function cut(line: string): string {
  const plain = line.replace(/\r$/, "");
  return plain.length > longestLine ? `${plain.slice(0, longestLine).toWellFormed()}…` : plain;
}

import { runInNewContext } from "node:vm";

/** Some texts take minutes to mend, in which everything else in the process would stand still. */
const longestMendMs = 1_000;

/** An answer read as JSON, or not. */
export type ParsedAnswer = { ok: true; value: unknown } | { ok: false; message: string };

/** Reads an answer as JSON, to the letter. */
export function parseStrictly(text: string): ParsedAnswer {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, message: `not valid JSON (${(error as Error).message})` };
  }
}

/**
 * Reads an answer as JSON the way it was meant: behind the thoughts of a model that writes them down first, out of a code
 * fence or surrounding words, and mended where a comma or quote is missing, as far as that is quickly done. An answer
 * that was cut off is not mended: what is missing cannot be known.
 */
export async function parseLeniently(text: string, cutOff: boolean): Promise<ParsedAnswer> {
  const strict = parseStrictly(text);
  if (strict.ok) return strict;
  const inner = withoutFence(withoutThoughts(text));
  const fenced = parseStrictly(inner);
  if (fenced.ok) return fenced;
  if (cutOff) return { ok: false, message: "the answer was cut off by the output limit" };
  const { jsonrepair } = await import("jsonrepair");
  for (const candidate of [inner, withinBrackets(inner)]) {
    try {
      const mend = () => jsonrepair(candidate);
      const value: unknown = JSON.parse(runInNewContext("mend()", { mend }, { timeout: longestMendMs }));
      if (typeof value === "object" && value !== null) return { ok: true, value };
    } catch {
      // The next way of reading it may do better.
    }
  }
  return strict;
}

/**
 * Servers that do not know a model's thoughts for what they are send them before the answer, which they often draft. Some
 * leave out where they begin. A tag within the answer, such as in what a judge quotes, ends no thoughts.
 */
function withoutThoughts(text: string): string {
  const end = /^\s*<think>/.test(text) ? text.indexOf("</think>") : text.indexOf("\n</think>\n");
  return end < 0 ? text : text.slice(text.indexOf(">", end) + 1);
}

function withoutFence(text: string): string {
  return (/```[a-z]*[ \t]*\r?\n([\s\S]*?)```/i.exec(text)?.[1] ?? text).trim();
}

function withinBrackets(text: string): string {
  const start = text.search(/[[{]/);
  const end = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  return start >= 0 && end > start ? text.slice(start, end + 1) : text;
}

import { runInNewContext } from "node:vm";
import { beginsStructure, structuresIn } from "./structures-in.ts";

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
 * Reads an answer as JSON the way it was meant: behind what the model wrote while it thought, out of the last code
 * fence that holds it or surrounding words, and mended where a comma or quote is missing, as far as that is quickly
 * done. An answer that was cut off is not mended: what is missing cannot be known.
 */
export async function parseLeniently(text: string, cutOff: boolean): Promise<ParsedAnswer> {
  const strict = parseStrictly(text);
  if (strict.ok) return strict;
  const said = withoutThinking(text).trim();
  const fences = fencesOf(said);
  const whole = cutOff ? [...fences, said] : [...fences, said, withinBrackets(said)];
  const read = whole.map(parseStrictly).filter(({ ok }) => ok);
  const meant = read.find((each) => each.ok && isStructure(each.value)) ?? read[0];
  if (meant) return meant;
  if (cutOff) return { ok: false, message: "the answer was cut off by the output limit" };
  const inner = fences.find((fence) => /^[[{]/.test(fence)) ?? fences.at(-1) ?? said;
  return (await mended(inner)) ?? (await mended(withinBrackets(inner))) ?? strict;
}

/** A structure whose mistakes are such as can be mended. */
async function mended(text: string): Promise<ParsedAnswer | undefined> {
  const { jsonrepair } = await import("jsonrepair");
  try {
    const mend = () => jsonrepair(text);
    const value: unknown = JSON.parse(runInNewContext("mend()", { mend }, { timeout: longestMendMs }));
    return isStructure(value) ? { ok: true, value } : undefined;
  } catch {
    return undefined;
  }
}

function isStructure(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/**
 * Servers that do not know a model's thoughts for what they are leave them in the answer, which they often draft; some
 * leave out where they begin. A tag alone on its line ends them: JSON cannot hold one, so that a judge who quotes an
 * output with such a tag in it is not read from there on; nor is what begins with an answer, and quotes the tag behind
 * it. Thoughts that do not end have no answer behind them.
 */
function withoutThinking(text: string): string {
  if (/^\s*(?:```|[{[])/.test(text)) return text;
  const alone = [...text.matchAll(/\n[ \t]*<\/think(?:ing)?>[ \t]*\r?(?=\n)/gi)].at(-1);
  const begins = /^\s*<think(?:ing)?>/i.test(text);
  const end = alone ?? (begins ? /<\/think(?:ing)?>/i.exec(text) : null);
  if (end) return text.slice(end.index + end[0].length);
  return begins ? "" : text;
}

/**
 * All structures that an answer holds, wherever in it, and what can be made of what is left; `open` when it was cut off
 * while it wrote one.
 */
export async function structuresOf(
  text: string,
  cutOff: boolean,
): Promise<{ structures: unknown[]; open: boolean }> {
  if (parseStrictly(text).ok) return { structures: [], open: false };
  const { found, around } = structuresIn(withoutThinking(text));
  if (!beginsStructure(around)) return { structures: found, open: false };
  const left = cutOff ? undefined : await mended(withinBrackets(around));
  return { structures: left?.ok ? [...found, left.value] : found, open: cutOff };
}

/**
 * The structures that stand by themselves among words, whatever other brackets these have. None where something in them
 * begins as a structure does and is not one: what it says cannot be known.
 */
export function structuresAmongWords(text: string): unknown[] {
  if (parseStrictly(text).ok) return [];
  const { apart, around } = structuresIn(withoutThinking(text));
  return beginsStructure(around) ? [] : apart;
}

/** What stands in code fences, the last first. */
function fencesOf(text: string): string[] {
  const found = text.matchAll(/```[a-z]*[ \t]*\r?\n([\s\S]*?)```/gi);
  return Array.from(found, ([, inner]) => inner!.trim()).reverse();
}

function withinBrackets(text: string): string {
  const start = text.search(/[[{]/);
  const end = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  return start >= 0 && end > start ? text.slice(start, end + 1) : text;
}

import { type BilledUsage, noUsage } from "@flow-state-dev/core";
import { type Json, listOf, objectOf } from "./wires/json.ts";

/** What tokens cost; null when the model has no price. */
export type CostOf = (usage: BilledUsage) => number | null;

/** Answers are taken to be no longer than this when nothing limits them. */
export const unlimitedOutputTokens = 131_072;
/** The most tokens an image is taken for: providers scale images down, and the dearest bills under five thousand. */
const imageTokens = 8_192;
/** For a file behind an address or an id, and for what a tool of the provider may find: a generous guess. */
const unknownTokens = 65_536;

/**
 * The most tokens that a request can give a model to read: a token is at least one byte, files are counted apart, and
 * every message and tool adds some of the provider's own.
 */
export function inputTokenBound(body: Json, bodyBytes: number): number {
  const found = { fileBytes: 0, fileTokens: 0, messages: 0 };
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walk(item);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    const object = value as Json;
    if (typeof object.role === "string") found.messages += 1;
    addFile(object, found);
    for (const key in object) walk(object[key]);
  };
  walk(body);
  const tools = listOf(body.tools).map(objectOf);
  const foreign = tools.filter(
    (tool) => typeof tool.type === "string" && !/^(function|custom)$/.test(tool.type),
  );
  const wrapping = 64 + 64 * (found.messages + tools.length) + (tools.length > 0 ? 2_048 : 0);
  return bodyBytes - found.fileBytes + found.fileTokens + foreign.length * unknownTokens + wrapping;
}

/** Files as the four wires carry them. Addresses elsewhere, as in the input of a tool, are text. */
function addFile(part: Json, found: { fileBytes: number; fileTokens: number }) {
  const source = objectOf(part.source ?? part.inlineData ?? part.inline_data ?? part.input_audio);
  if (typeof source.data === "string" && source.type !== "text") {
    return addData(source.media_type ?? source.mimeType ?? source.mime_type, source.data.length, found);
  }
  const file = objectOf(part.file);
  const image = typeof part.image_url === "string" ? part.image_url : objectOf(part.image_url).url;
  const held = image ?? part.file_data ?? file.file_data;
  if (typeof held === "string" && held.startsWith("data:")) {
    return addData(held.slice(5, 40), held.length, found);
  }
  const elsewhere = [
    held,
    source.url,
    source.file_id,
    part.file_url,
    file.file_id,
    typeof part.type === "string" && part.type.startsWith("input_") ? part.file_id : undefined,
    objectOf(part.fileData ?? part.file_data).fileUri,
  ];
  if (elsewhere.some((address) => typeof address === "string")) found.fileTokens += unknownTokens;
}

function addData(type: unknown, bytes: number, found: { fileBytes: number; fileTokens: number }): void {
  const isImage = typeof type === "string" && type.startsWith("image/");
  found.fileBytes += bytes;
  // Compressed text and short pages hold more tokens than bytes; four to one leaves room for both.
  found.fileTokens += isImage ? imageTokens : imageTokens + 4 * bytes;
}

/**
 * The most that a call can cost: its input read fresh or written to a cache, whichever is dearer. `hourCache` when it
 * asks for a cache that is kept for an hour.
 */
export function worstCaseUsd(
  costOf: CostOf,
  { inputTokens, outputTokens, hourCache }: { inputTokens: number; outputTokens: number; hourCache: boolean },
): number | null {
  const fresh = costOf({ ...noUsage, inputTokens, outputTokens });
  if (fresh === null) return null;
  const cacheWriteHourTokens = hourCache ? inputTokens : 0;
  const written = costOf({
    ...noUsage,
    inputTokens,
    outputTokens,
    cacheWriteTokens: inputTokens,
    cacheWriteHourTokens,
  });
  const pondered = costOf({ ...noUsage, inputTokens, outputTokens, reasoningTokens: outputTokens });
  return Math.max(fresh, written ?? 0, pondered ?? 0);
}

import type { LanguageModelV4GenerateResult } from "@ai-sdk/provider";

/**
 * One answer as it is kept: plain JSON. Neither what was sent (body, headers) nor the headers and body that came
 * back are in it, so that no key and no authorisation can be.
 */
export interface CacheEntry {
  /** Raised when the meaning of the other fields changes; entries of another format count as missing. */
  format: 1;
  modelId: string;
  /** ISO time at which the answer was recorded. */
  savedAt: string;
  answer: unknown;
  /** Nobody could make anything of it. Only a replay is given it again; otherwise the model is asked anew. */
  useless?: true;
}

/** An answer made ready to be kept. */
export function toCacheEntry(
  modelId: string,
  result: LanguageModelV4GenerateResult,
  now: number,
): CacheEntry {
  const { request: _request, response, ...answer } = result;
  const { headers: _headers, body: _body, ...metadata } = response ?? {};
  const kept = response ? { ...answer, response: metadata } : answer;
  return { format: 1, modelId, savedAt: new Date(now).toISOString(), answer: pack(kept) };
}

/** The answer that was kept. */
export function fromCacheEntry(entry: CacheEntry): LanguageModelV4GenerateResult {
  return unpack(entry.answer) as LanguageModelV4GenerateResult;
}

/** Is it an entry that can be played back? For stores whose contents can be damaged from outside. */
export function isCacheEntry(value: unknown): value is CacheEntry {
  const entry = value as Partial<CacheEntry> | null;
  if (typeof entry !== "object" || entry === null || entry.format !== 1) return false;
  const answer = entry.answer as Partial<LanguageModelV4GenerateResult> | null | undefined;
  return (
    typeof entry.modelId === "string" &&
    typeof answer === "object" &&
    answer !== null &&
    Array.isArray(answer.content) &&
    Array.isArray(answer.warnings) &&
    typeof answer.finishReason?.unified === "string" &&
    typeof answer.usage?.inputTokens === "object" &&
    typeof answer.usage.outputTokens === "object"
  );
}

function pack(value: unknown): unknown {
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString("base64") };
  if (value instanceof URL) return { $url: value.href };
  if (value instanceof Date) return { $date: value.toJSON() };
  if (Array.isArray(value)) return value.map(pack);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([, item]) => item !== undefined);
  const packed = Object.fromEntries(fields.map(([key, item]) => [key, pack(item)]));
  // An object of the provider's that looks like one of our marks is put under a mark of its own.
  return fields.length === 1 && fields[0]![0].startsWith("$") ? { $object: packed } : packed;
}

function unpack(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpack);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value);
  const [key, item] = fields.length === 1 ? fields[0]! : [];
  if (key === "$bytes") return new Uint8Array(Buffer.from(item, "base64"));
  if (key === "$url") return new URL(item);
  if (key === "$date") return new Date(item);
  return unpackFields(key === "$object" ? Object.entries(item) : fields);
}

function unpackFields(fields: [string, unknown][]): unknown {
  return Object.fromEntries(fields.map(([key, item]) => [key, unpack(item)]));
}

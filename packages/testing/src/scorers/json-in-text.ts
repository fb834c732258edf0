/** A text read as JSON, or not. */
export type JsonInText = { found: true; value: unknown } | { found: false };

/**
 * The JSON in a text: the whole of it; else the last code fence that holds JSON; else what stands between the first
 * bracket and the last of its kind. Nothing is mended.
 */
export function jsonInText(text: string): JsonInText {
  const whole = parse(text);
  if (whole.found) return whole;
  const fences = [...text.matchAll(/```[^\n`]*\n(.*?)```/gs)].map((match) => match[1]!);
  for (const fence of fences.reverse()) {
    const fenced = parse(fence);
    if (fenced.found) return fenced;
  }
  const start = text.search(/[[{]/);
  const end = text.lastIndexOf(text[start] === "[" ? "]" : "}");
  return start >= 0 && end > start ? parse(text.slice(start, end + 1)) : { found: false };
}

function parse(text: string): JsonInText {
  try {
    return { found: true, value: JSON.parse(text.replace(/^\uFEFF/, "")) };
  } catch {
    return { found: false };
  }
}

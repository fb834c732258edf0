/** How a page begins, after what may stand before it. Providers answer in JSON or in events, never in this. */
const pageStart = /^(?:<!--[^>]*-->\s*)?<(?:!doctype\s+html|html|head|body|title|meta|script|\?xml)\b/i;

/** Bodies that are longer are no error that somebody wrote for a reader. */
const longestError = 65_536;

/** Names under which text of a model may stand beside an error. */
const wordsOfModel = new Set([
  ...["text", "content", "output", "output_text", "completion", "response", "result", "answer", "delta"],
]);

/**
 * Is the body of a response with a good status plainly nothing that a model wrote, so that no provider bills for it: a
 * page, or JSON whose only content is an error? Nothing at all, and half an answer, say nothing about that.
 */
export function isNoCompletion(body: string): boolean {
  const start = body.slice(0, 2_000).trimStart();
  if (pageStart.test(start)) return true;
  if (body.length > longestError || !/^[{[]/.test(start)) return false;
  try {
    return isErrorAlone(JSON.parse(body));
  } catch {
    return false;
  }
}

/** Is this JSON an error and nothing else of weight? Google wraps it into a list. */
export function isErrorAlone(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 1 && isErrorAlone(value[0]);
  if (typeof value !== "object" || value === null) return false;
  const { error, ...rest } = value as Record<string, unknown>;
  if (isNothing(error)) return false;
  return Object.entries(rest).every(
    ([name, member]) => isNothing(member) || (typeof member !== "object" && !wordsOfModel.has(name)),
  );
}

/** Null, 0, false and what is empty, all the way down: `choices: []`, or a usage of zeros. */
function isNothing(value: unknown, depth = 0): boolean {
  if (typeof value !== "object" || value === null) return !value;
  return depth < 8 && Object.values(value).every((member) => isNothing(member, depth + 1));
}

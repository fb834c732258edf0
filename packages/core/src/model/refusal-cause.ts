/** What Gemini says of a key that it does not know. */
const unknownKey = /"API_KEY_INVALID"|"message"\s*:\s*"API key not valid/;
/** What OpenAI and Anthropic say of an account without money, under a status that means something else. */
const noMoney = /"insufficient_quota"|"message"\s*:\s*"Your credit balance is too low/;

/**
 * What a provider turned a call away for when no other request would fare better: the key, or the money of its account.
 * Null for anything else. A text in the request that the body repeats is none of these.
 *
 * @param status HTTP status of the refusal
 * @param body as it came
 */
export function refusalCause(status: number, body: string): "key" | "money" | null {
  if (status === 401 || status === 403) return "key";
  if (status === 402) return "money";
  if (status === 400 && unknownKey.test(body)) return "key";
  return (status === 400 || status === 429) && noMoney.test(body) ? "money" : null;
}

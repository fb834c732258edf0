/** What Gemini says of a key that it does not know. */
const unknownKey = /"API_KEY_INVALID"|"message"\s*:\s*"API key not valid/;
/**
 * What OpenAI, Moonshot, Z.ai, Anthropic and xAI say of an account without money, under a status that means something
 * else.
 */
const noMoney = new RegExp(
  [
    ...['"insufficient_quota"', '"exceeded_current_quota_error"', String.raw`"(?:code|type)"\s*:\s*"1113"`],
    String.raw`"message"\s*:\s*"Your credit balance is too low`,
    String.raw`"error"\s*:\s*"Your [^"]{0,80}(?:doesn't have any|used all available) credits`,
  ].join("|"),
);
const moneyStatus = new Set([400, 403, 429]);

/**
 * What a provider turned a call away for when no other request would fare better: the key, or the money of its account.
 * Null for anything else. A text in the request that the body repeats is none of these.
 *
 * @param status HTTP status of the refusal
 * @param body as it came
 */
export function refusalCause(status: number, body: string): "key" | "money" | null {
  if (status === 402 || (moneyStatus.has(status) && noMoney.test(body))) return "money";
  if (status === 401 || status === 403) return "key";
  return status === 400 && unknownKey.test(body) ? "key" : null;
}

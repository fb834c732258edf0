// What the provider of a round bills and what it costs: the same on both sides of the wire.

/** US dollars per million tokens, of every model of a round. */
export const price = { input: 1, output: 2 };
/** The most an answer has, in tokens. */
export const mostTokens = { input: 60, output: 4000 };
/** The most a call costs, in US dollars, when the provider tells the truth. */
export const mostCostUsd = costUsd(mostTokens);
/** What calls cost on average. */
export const meanCostUsd = mostCostUsd / 2;

/** Ids of the models of a round, each priced the same. */
export const modelIds = [
  "openai-compatible/acme",
  "openai-compatible/judge",
  "anthropic/claude-haiku-4-5",
  "openai/gpt-5.4-mini",
  "google/gemini-2.5-flash",
];

/** The cost of so many tokens, in US dollars, to the billionth. */
export function costUsd({ input, output }: { input: number; output: number }): number {
  return Math.round((input * price.input + output * price.output) * 1000) / 1e9;
}

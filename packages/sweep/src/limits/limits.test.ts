import { expect, test } from "vitest";
import { completeLimits, type Limits } from "./limits.ts";

test("defaults", () => {
  expect(completeLimits()).toMatchObject({ concurrency: 8, maxAttempts: 3, graceMs: 30_000, settleMs: 100 });
});

test.each<[Limits, string]>([
  [{ concurrency: 0 }, "The limit concurrency is 0; it has to be a whole number from 1."],
  [{ maxAttempts: 1.5 }, "The limit maxAttempts is 1.5"],
  [{ budgetUsd: Number.NaN }, "The limit budgetUsd is NaN; it has to be an amount of dollars."],
  [{ cellBudgetUsd: -1 }, "The limit cellBudgetUsd is -1"],
  [{ cellTimeoutMs: 0 }, "The limit cellTimeoutMs is 0; it has to be more than 0."],
  [{ graceMs: -1 }, "The limit graceMs is -1"],
  [{ providers: { acme: { requestsPerMinute: 0 } } }, "The limit providers.acme.requestsPerMinute is 0"],
  [{ providers: { acme: { tokensPerMinute: 0.5 } } }, "The limit providers.acme.tokensPerMinute is 0.5"],
  [{ providers: { acme: { concurrency: { max: 0 } } } }, "The limit providers.acme.concurrency.max is 0"],
  [{ providers: { acme: { concurrency: { start: 0, max: 1 } } } }, "providers.acme.concurrency.start is 0"],
  [{ budgetUSD: 1 } as Limits, "There is no limit budgetUSD. Did you mean budgetUsd?"],
  [{ zzzzzzzzzz: 1 } as Limits, "There is no limit zzzzzzzzzz. There are: concurrency, providers, budgetUsd"],
  [
    { providers: { acme: { requestPerMinute: 1 } as object } },
    "There is no limit providers.acme.requestPerMinute. Did you mean providers.acme.requestsPerMinute?",
  ],
])("%o is refused", (limits, message) => {
  expect(() => completeLimits(limits)).toThrow(message);
});

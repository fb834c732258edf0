import type { Settlement } from "./account.ts";
import { toNanoUsd } from "./nano-usd.ts";
import { noUsage, type Usage } from "./usage.ts";
import { consistentUsage } from "./usage-of.ts";

const kindsOfTokens = Object.keys(noUsage) as readonly (keyof Usage)[];

/**
 * What a call is booked with, in numbers that every book can hold, so that it ends whatever it is booked with. A cost
 * that is none (no number, negative, above nine million dollars) becomes the most the call can have cost, or unknown
 * when nobody knows that either. Fractions of tokens are rounded; a number of tokens that is none makes the usage an
 * estimate. The same object when nothing has to change.
 */
export function bookable(facts: Settlement, worstCaseUsd: number | null): Settlement {
  const { usage, costUsd } = facts;
  let booked = facts;
  if (!kindsOfTokens.every((kind) => isWhole(usage[kind])))
    booked = {
      ...booked,
      usage: wholeUsage(usage),
      usageKnown: kindsOfTokens.every((kind) => isWhole(Math.round(usage[kind])))
        ? booked.usageKnown
        : "estimated",
    };
  if (costUsd === null || isAmount(costUsd)) return booked;
  return isAmount(worstCaseUsd)
    ? { ...booked, costUsd: worstCaseUsd, costBasis: "prices" }
    : { ...booked, costUsd: null, costBasis: "unpriced" };
}

function isAmount(usd: number | null): usd is number {
  return typeof usd === "number" && usd >= 0 && isWhole(toNanoUsd(usd));
}

function isWhole(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function wholeUsage(usage: Usage): Usage {
  const whole = (kind: keyof Usage) => {
    const tokens = Math.round(usage[kind]);
    return isWhole(tokens) ? tokens : 0;
  };
  return consistentUsage(
    whole("inputTokens"),
    whole("outputTokens"),
    whole("cacheReadTokens"),
    whole("cacheWriteTokens"),
    whole("reasoningTokens"),
  );
}

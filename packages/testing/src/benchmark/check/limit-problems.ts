import { completeLimits, InvalidLimitError, type Limits, type ProviderLimits } from "@flow-state-dev/sweep";
import { describeValue } from "./describe-value.ts";
import { booleanProblem, budgetProblem, objectProblem } from "./value-problems.ts";

/** Limits of a sweep that a benchmark has fields of its own for, which would be passed over here. */
const elsewhere = { concurrency: "concurrency", budgetUsd: "maxCostUsd", cellTimeoutMs: "cellTimeoutMs" };

/** The limits that are read here as they are, by their type. */
const plain: Record<Exclude<keyof Limits, keyof typeof elsewhere | "providers" | "cellBudgetUsd">, string> = {
  ...{ strict: "boolean", allowUnpriced: "boolean", maxAttempts: "number", backoffBaseMs: "number" },
  ...{ backoffMaxMs: "number", maxRetryAfterMs: "number", graceMs: "number", settleMs: "number" },
};

/**
 * What is wrong with the further limits of a benchmark, in sentences: the sweep would find out after the first cells.
 */
export function limitProblems(limits: unknown): string[] {
  if (limits === undefined) return [];
  const noObject = objectProblem("limits", limits, "limits");
  if (noObject.length > 0) return noObject;
  const { cellBudgetUsd, providers, ...rest } = limits as Limits;
  const misplaced = Object.entries(elsewhere).filter(([name]) => Object.hasOwn(rest, name));
  return [
    ...misplaced.map(([name, field]) => `limits.${name} is not read: give ${field} beside limits.`),
    ...budgetProblem("limits.cellBudgetUsd", cellBudgetUsd),
    ...providerProblems(providers),
    ...plainProblems(
      Object.fromEntries(Object.entries(rest).filter(([name]) => !Object.hasOwn(elsewhere, name))),
    ),
  ];
}

/** The sweep takes limits for what they should be, so that their types are looked at here. */
function plainProblems(limits: Record<string, unknown>): string[] {
  const wrong = Object.entries(plain).flatMap(([name, type]) => {
    const value = limits[name];
    if (type === "boolean") return booleanProblem(`limits.${name}`, value);
    if (value === undefined || typeof value === "number") return [];
    return [`limits.${name} is ${describeValue(value)}; it has to be a number.`];
  });
  return wrong.length > 0 ? wrong : invalidLimit(limits);
}

function providerProblems(providers: Limits["providers"]): string[] {
  if (providers === undefined) return [];
  const noObject = objectProblem("limits.providers", providers, "limits by name of the provider");
  if (noObject.length > 0) return noObject;
  // What is undefined is no limits either.
  const problems = Object.entries(providers).flatMap(([name, each]) => {
    const at = `limits.providers.${name}`;
    const noLimits = objectProblem(at, each ?? null, "limits");
    return noLimits.length > 0 ? noLimits : rateProblems(at, each);
  });
  return problems.length > 0 ? problems : invalidLimit({ providers });
}

function rateProblems(
  at: string,
  { concurrency, requestsPerMinute, tokensPerMinute }: ProviderLimits,
): string[] {
  const isAdaptive = typeof concurrency === "object" && concurrency !== null && !Array.isArray(concurrency);
  const cells: Record<string, unknown> = isAdaptive
    ? { "concurrency.start": concurrency.start, "concurrency.max": concurrency.max }
    : { concurrency: concurrency ?? undefined };
  return Object.entries({ ...cells, requestsPerMinute, tokensPerMinute }).flatMap(([name, value]) =>
    value === undefined || typeof value === "number"
      ? []
      : [`${at}.${name} is ${describeValue(value)}; it has to be a number.`],
  );
}

function invalidLimit(limits: Limits): string[] {
  try {
    completeLimits(limits);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidLimitError)) throw error;
    return [`limits: ${error.message}`];
  }
}

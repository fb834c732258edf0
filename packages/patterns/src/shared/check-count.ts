import { ConstructionError } from "@flow-state-dev/core";

/** The number itself; throws a `ConstructionError` unless it is whole and at least `least`. */
export function checkCount(pattern: string, option: string, value: number, least = 1): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  const given = typeof value === "string" ? `the text ${JSON.stringify(value)}` : value;
  throw new ConstructionError(
    `${option} of "${pattern}" is ${given}; it has to be a whole number from ${least}.`,
    pattern,
  );
}

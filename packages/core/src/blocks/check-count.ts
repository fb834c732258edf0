import { ConstructionError } from "./construction-error.ts";

/** Throws a `ConstructionError` unless it is a whole number from `least`, no limit at all (`Infinity`), or absent. */
export function checkCount(option: string, value: unknown, blockName: string, least = 1): void {
  if (value === undefined || value === Number.POSITIVE_INFINITY) return;
  if (Number.isInteger(value) && (value as number) >= least) return;
  const given = typeof value === "string" ? `the text ${JSON.stringify(value)}` : value;
  throw new ConstructionError(
    `${option} of "${blockName}" is ${given}; it has to be a whole number from ${least}.`,
    blockName,
  );
}

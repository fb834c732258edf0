import { kindOf } from "../model/malformed-answer-error.ts";
import { isBlock } from "./block.ts";
import { ConstructionError } from "./construction-error.ts";

/**
 * Throws a `ConstructionError` for what is no function: it would fail in a run that may have been paid for, in words of
 * the language.
 *
 * @param takes who takes it, as what: `exitIf of "plan" takes a condition`
 * @param form how it is written
 */
export function checkFunction(
  takes: string,
  value: unknown,
  blockName: string,
  form = "(value, ctx) => …",
): void {
  if (typeof value === "function") return;
  const given = isBlock(value) ? "a block" : kindOf(value);
  throw new ConstructionError(`${takes}, ${form}, and was given ${given}.`, blockName);
}

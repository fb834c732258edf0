import { asError } from "../errors/as-error.ts";
import { isFinal } from "./abort.ts";
import { isBlock, type RescueHandlerSpec } from "./block.ts";
import { ConstructionError } from "./construction-error.ts";
import type { Frame } from "./frame.ts";
import { isListed } from "./retry-policy.ts";
import { runInside } from "./start-block.ts";

/** Does the work; when it fails, the first handler that takes the error answers in its place. */
export async function rescueWith(
  handlers: readonly RescueHandlerSpec[],
  frame: Frame,
  work: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (isFinal(error, frame.signal)) throw error;
    const failure = asError(error);
    const handler = handlers.find(({ when }) => !when || takes(when, failure));
    if (!handler) throw error;
    return runInside(frame, handler.block, failure, { segment: `rescue:${handler.block.name}` });
  }
}

/** Throws a `ConstructionError` for what cannot answer in the place of a block. */
export function checkRescue(handlers: unknown, blockName: string): void {
  const isList = Array.isArray(handlers) && handlers.every((each) => isBlock(each?.block));
  if (!isList)
    throw new ConstructionError(`rescue of "${blockName}" takes a list of { when, block }.`, blockName);
  if (handlers.every(({ when }) => when === undefined || isCondition(when))) return;
  throw new ConstructionError(
    `when of a rescue of "${blockName}" takes a list of classes of errors, [TypeError], or (error) => true or false.`,
    blockName,
  );
}

/** The class of an error alone, which is a function too, would take every error. */
function isCondition(when: unknown): boolean {
  if (Array.isArray(when)) return when.every((each) => typeof each === "function");
  return typeof when === "function" && when !== Error && !(when.prototype instanceof Error);
}

function takes(when: NonNullable<RescueHandlerSpec["when"]>, failure: Error): boolean {
  return typeof when === "function" ? when(failure) : isListed(failure, when);
}

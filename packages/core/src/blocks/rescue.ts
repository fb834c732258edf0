import { asError } from "../errors/as-error.ts";
import { isFinal } from "./abort.ts";
import type { RescueHandlerSpec } from "./block.ts";
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
    const handler = handlers.find((each) => !each.when || isListed(failure, each.when));
    if (!handler) throw error;
    return runInside(frame, handler.block, failure, { segment: `rescue:${handler.block.name}` });
  }
}

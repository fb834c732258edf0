import { FlowError } from "@flow-state-dev/core";
import type { CellContext } from "@flow-state-dev/sweep";

/** Something was not done in the time it was given. */
export class DeadlineError extends FlowError {
  override readonly name = "DeadlineError";

  constructor(what: string, limitMs: number) {
    super(`${what} was not done after ${limitMs / 1000} s. Raise cellTimeoutMs if that is too little.`, {
      code: "deadline-passed",
      details: { limitMs },
    });
  }
}

/** A limit of time for one part of a cell. */
export interface Deadline {
  /** Fires when the time is over, with a `DeadlineError`, or when the cell has to stop. */
  readonly signal: AbortSignal;
  /** The time was over before the cell had to stop. */
  readonly passed: boolean;
  /** For how long the process stood still meanwhile, in milliseconds. */
  readonly starvedMs: number;
  /** To be called when the part is done. */
  end(): void;
}

const longestTimerMs = 2 ** 31 - 1;
/** While a cell waits, its time stands still; so often it is looked at again. */
const shortestTimerMs = 10;

/**
 * Gives a part of a cell so many milliseconds from now. Only time in which the cell works counts, and of that none in
 * which the process stood still.
 */
export function startDeadline(context: CellContext, limitMs: number, what: string): Deadline {
  const controller = new AbortController();
  const { signal: outer } = context;
  const [workedBefore, starvedBefore] = [context.workingMs, context.starvedMs];
  const starved = () => context.starvedMs - starvedBefore;
  let passed = false;
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    if (controller.signal.aborted) return;
    const left = limitMs - (context.workingMs - workedBefore - starved());
    if (left > 0) {
      timer = setTimeout(look, Math.min(Math.max(left, shortestTimerMs), longestTimerMs));
      return;
    }
    passed = true;
    controller.abort(new DeadlineError(what, limitMs));
  };
  const onAbort = () => controller.abort(outer.reason);
  if (outer.aborted) onAbort();
  else {
    outer.addEventListener("abort", onAbort, { once: true });
    look();
  }
  return {
    signal: controller.signal,
    get passed() {
      return passed;
    },
    get starvedMs() {
      return starved();
    },
    end() {
      clearTimeout(timer);
      outer.removeEventListener("abort", onAbort);
    },
  };
}

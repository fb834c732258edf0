import {
  type InterruptOptions,
  type Interrupts,
  interruptible,
  type SignalSource,
} from "@flow-state-dev/sweep";

/**
 * `interruptible` for a command whose planning takes a while: until the cells are planned there is nothing to count, and
 * it says that nothing had started.
 */
export function interruptibleCommand(
  source: SignalSource,
  { goOn, say, onEvent }: InterruptOptions & { goOn: string },
): Interrupts {
  let isPlanned = false;
  return interruptible(source, {
    goOn,
    say: (text) => say(isPlanned ? text : `Stopping: nothing had started. ${goOn}`),
    onEvent(event) {
      if (event.type === "planned") isPlanned = true;
      onEvent?.(event);
    },
  });
}

import {
  createProgress,
  type InterruptOptions,
  type Interrupts,
  interruptible,
  type SignalSource,
} from "@flow-state-dev/sweep";

/**
 * `interruptible` for a command whose planning takes a while: until the cells are planned there is nothing to count, and
 * it says that nothing had started. When all cells have ended, or those that are let end are the last ones, it does not
 * tell how to go on, for nothing will be left; should they be cut off after all, the end of the command tells it.
 */
export function interruptibleCommand(
  source: SignalSource,
  { goOn, say, onEvent }: InterruptOptions & { goOn: string },
): Interrupts {
  let isPlanned = false;
  let isElsewhere = false;
  let interrupts = 0;
  const progress = createProgress(onEvent);
  const closing = () => {
    const { cells, done, running, missing } = progress.snapshot();
    // Cells without a score run again, and cells on other machines are not ended by an interrupt here.
    if (isElsewhere || missing > 0) return goOn;
    if (done >= cells) return "All have ended: nothing is left to do.";
    const areLast = interrupts === 1 && done + running >= cells;
    return areLast ? "No other is left: once ended, the run is complete." : goOn;
  };
  return interruptible(source, {
    goOn,
    say: (text) => {
      interrupts += 1;
      if (!isPlanned) return say(`Stopping: nothing had started. ${goOn}`);
      say(text.endsWith(goOn) ? `${text.slice(0, -goOn.length)}${closing()}` : text);
    },
    onEvent(event) {
      if (event.type === "planned") isPlanned = true;
      if (event.type === "elsewhere") isElsewhere = true;
      progress.onEvent(event);
    },
  });
}

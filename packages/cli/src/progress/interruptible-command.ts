import { formatMoney } from "@flow-state-dev/core";
import {
  createProgress,
  type InterruptOptions,
  type Interrupts,
  interruptible,
  type SignalSource,
} from "@flow-state-dev/sweep";

/** How a command is interrupted. */
export interface CommandInterrupts extends InterruptOptions {
  goOn: string;
  /**
   * For a run whose cells are worked on elsewhere: ends the process at once. What it watches is kept where it runs, so
   * nothing is lost, and a server that is away cannot hold it.
   */
  leave?: () => void;
}

/**
 * How long a run that is watched may take to end in order; the calls of a check of the judge, before that, as cells.
 */
const leaveMs = { watching: 5_000, planning: 30_000 };

/**
 * `interruptible` for a command whose planning takes a while: until the cells are planned there is nothing to count,
 * and it says that nothing had started. When all cells have ended, or those that are let end are the last ones, it does
 * not tell how to go on, for nothing will be left; should they be cut off after all, the end of the command tells it.
 *
 * Who only watches cells of other machines does not wait for them: it ends soon, and at the next interrupt at once.
 * While it still plans, that interrupt cuts calls off, so that they get into the books.
 */
export function interruptibleCommand(
  source: SignalSource,
  { goOn, say, onEvent, leave }: CommandInterrupts,
): Interrupts {
  let isPlanned = false;
  let interrupts = 0;
  let overdue: NodeJS.Timeout | undefined;
  const progress = createProgress(onEvent);
  const closing = () => {
    const { cells, done, running, missing } = progress.snapshot();
    // Cells without a score run again.
    if (missing > 0) return goOn;
    if (done >= cells) return "All have ended: nothing is left to do.";
    const areLast = interrupts === 1 && done + running >= cells;
    return areLast ? "No other is left: once ended, the run is complete." : goOn;
  };
  /** Whether or not anybody can be told of it. */
  const leaveWith = (text: string) => {
    try {
      say(text);
    } finally {
      leave?.();
    }
  };
  const leaving = () => {
    if (isPlanned && interrupts > 1) return leaveWith(`Ending at once. ${goOn}`);
    const ms = isPlanned || interrupts > 1 ? leaveMs.watching : leaveMs.planning;
    const late = `It did not come to its end within ${ms / 1000} s, perhaps because the database is away: it ends now.`;
    clearTimeout(overdue);
    overdue = setTimeout(() => leaveWith(late), ms);
    const { cells, done, spentUsd } = progress.snapshot();
    const standing = `${done} of ${cells} done, ${formatMoney(spentUsd)}.`;
    say(isPlanned ? `Stopping. ${standing} ${goOn}` : "Stopping: this command has given nothing out yet.");
  };
  const listening = interruptible(source, {
    goOn,
    say: (text) => {
      interrupts += 1;
      if (leave) return leaving();
      if (!isPlanned) return say(`Stopping: nothing had started. ${goOn}`);
      say(text.endsWith(goOn) ? `${text.slice(0, -goOn.length)}${closing()}` : text);
    },
    onEvent(event) {
      if (event.type === "planned") isPlanned = true;
      // What is left is to read the results: that is given its time.
      if (event.type === "done") clearTimeout(overdue);
      progress.onEvent(event);
    },
  });
  return {
    ...listening,
    [Symbol.dispose]() {
      clearTimeout(overdue);
      listening[Symbol.dispose]();
    },
  };
}

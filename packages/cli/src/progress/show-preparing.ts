import type { PreparingProgress } from "@flow-state-dev/suites";
import { preparingText } from "./preparing-text.ts";
import { createSpinner, frameMs } from "./spinner.ts";
import { canRedraw, createStatusBlock, type Terminal } from "./status-block.ts";

/** A line about how far a workspace is ready. Dispose of it, and it is gone. */
export interface ShownPreparing extends Disposable {
  onPreparing(progress: PreparingProgress): void;
  /** Takes the line away, before anything else is written there; it comes again with the next progress. */
  clear(): void;
}

/** Where nothing can be drawn anew it is said once, after so many milliseconds. */
const patienceMs = 5_000;

/** On a terminal a line that is drawn anew; elsewhere one line when it takes long. */
export function showPreparing(terminal: Terminal): ShownPreparing {
  const block = canRedraw(terminal) ? createStatusBlock(terminal) : null;
  const spin = createSpinner();
  let progress: PreparingProgress | null = null;
  let isTold = false;
  const timer = setInterval(
    () => {
      if (progress === null) return;
      if (block) block.show([`  ${spin()} ${preparingText(progress)}`]);
      else if (!isTold) terminal.write(`${preparingText(progress)}\n`);
      isTold = true;
    },
    block ? frameMs : patienceMs,
  );
  timer.unref();
  const clear = () => {
    progress = null;
    block?.clear();
  };
  return {
    onPreparing(next) {
      progress = next;
    },
    clear,
    [Symbol.dispose]() {
      clearInterval(timer);
      clear();
    },
  };
}

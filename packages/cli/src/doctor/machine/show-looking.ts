import { createSpinner, frameMs } from "../../progress/spinner.ts";
import { canRedraw, createStatusBlock, type Terminal } from "../../progress/status-block.ts";

/** A line about what is being looked at. Dispose of it, and it is gone. */
export interface ShownLooking extends Disposable {
  /** What is looked at from now on. */
  onLooking(groups: readonly string[]): void;
}

/** On a terminal one line that is drawn anew; elsewhere nothing, for it is over in seconds. */
export function showLooking(terminal: Terminal): ShownLooking {
  if (!canRedraw(terminal)) return { onLooking() {}, [Symbol.dispose]() {} };
  const block = createStatusBlock(terminal);
  const spin = createSpinner();
  let looking: readonly string[] = [];
  const draw = () => block.show([`  ${spin()} looking at ${looking.join(", ")}`]);
  const timer = setInterval(draw, frameMs);
  timer.unref();
  return {
    onLooking(groups) {
      looking = groups;
      if (groups.length > 0) draw();
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      block.clear();
    },
  };
}

import { formatDuration } from "@flow-state-dev/core";
import { keyOfCell } from "@flow-state-dev/records";
import type { PreparingProgress } from "@flow-state-dev/suites";
import { createProgress, type OnSweepEvent } from "@flow-state-dev/sweep";
import { formatAbout } from "../progress/format-about.ts";
import { preparingText } from "../progress/preparing-text.ts";
import { createSpinner, frameMs } from "../progress/spinner.ts";
import { canRedraw, createStatusBlock, type Terminal } from "../progress/status-block.ts";

const heartbeatMs = 60_000;

/** The display of an examination. Dispose of it when it is over. */
export interface DoctorProgress extends Disposable {
  /** How far the files are ready that cases start from. */
  onPreparing(progress: PreparingProgress): void;
  /** Writes a line that stays. */
  print(text: string): void;
  onEvent: OnSweepEvent;
}

/** On a terminal one line that is drawn anew; elsewhere a line a minute. */
export function showDoctor(terminal: Terminal, suite: string): DoctorProgress {
  let progress = createProgress();
  const block = canRedraw(terminal) ? createStatusBlock(terminal) : null;
  const running = new Map<string, string>();
  const spin = createSpinner();
  let isPlanned = false;
  let preparing: PreparingProgress | null = null;
  const line = () => {
    // Before the checks are planned there is nothing to count.
    if (!isPlanned) return `${suite}: ${preparing ? preparingText(preparing) : "looking at the cases"}`;
    const { done, cells, leftMs, elapsedMs } = progress.snapshot();
    const now = [...running.values()][0];
    const parts = [
      `${suite}: ${done} of ${cells} checks`,
      ...(now === undefined ? [] : [now]),
      leftMs === null ? formatDuration(elapsedMs) : `${formatAbout(leftMs)} left`,
    ];
    return parts.join(" · ");
  };
  const timer = setInterval(
    () => (block ? block.show([`  ${spin()} ${line()}`]) : terminal.write(`${line()}\n`)),
    block ? frameMs : heartbeatMs,
  );
  timer.unref();
  return {
    onPreparing(next) {
      preparing = next;
    },
    print: (text) => (block ? block.print(text) : terminal.write(text)),
    onEvent(event) {
      if (event.type === "planned") {
        isPlanned = true;
        // What is to be checked is planned twice: what can be left out of a solution shows when it has run.
        progress = createProgress();
      }
      progress.onEvent(event);
      if (!("cell" in event)) return;
      const { subject, task, run } = event.cell;
      const key = keyOfCell(event.cell);
      if (event.type === "started") running.set(key, `${task}, ${subject}${run > 0 ? ` #${run + 1}` : ""}`);
      else running.delete(key);
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      block?.clear();
    },
  };
}

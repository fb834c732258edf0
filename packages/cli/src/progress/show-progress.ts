import { createProgress, type OnSweepEvent } from "@flow-state-dev/sweep";
import { createDueLines, lookMs } from "./due-lines.ts";
import { judgeCheckLine, progressLine } from "./progress-line.ts";
import { createSpinner, frameMs } from "./spinner.ts";
import { canRedraw, createStatusBlock, type Terminal } from "./status-block.ts";

/** Without a terminal: a line whenever so much more is done. */
const share = 0.1;
/** And one about a check of the judge whenever it has taken so much longer. */
const checkMs = 15_000;

/** A display of a running sweep. Dispose of it when the sweep is over. */
export interface ShownProgress extends Disposable {
  onEvent: OnSweepEvent;
  /** What the check of the judge has spent, which is made before cells are planned. */
  onJudgeCheck(check: { spentUsd: number }): void;
  /** Writes a text that stays, above the display. */
  print(text: string): void;
}

/** How a sweep is shown. */
export interface ProgressOptions {
  terminal: Terminal;
  budgetUsd?: number | undefined;
  /** What runs, in a few lines: stays above the line while it is drawn anew, and is told once elsewhere. */
  headline?: string;
}

/**
 * On a terminal one line that is drawn anew; elsewhere plain lines, at every tenth of the way, once a minute, and when
 * cells are held up.
 */
export function showProgress(options: ProgressOptions): ShownProgress {
  return canRedraw(options.terminal) ? onTerminal(options) : asLines(options);
}

function onTerminal({ terminal, budgetUsd, headline = "" }: ProgressOptions): ShownProgress {
  const block = createStatusBlock(terminal);
  const progress = createProgress();
  const above = headline === "" ? [] : [...headline.split("\n"), ""];
  const spin = createSpinner();
  let line: (() => string) | undefined;
  const timer = setInterval(() => line && block.show([...above, `  ${spin()} ${line()}`]), frameMs);
  timer.unref();
  return {
    onEvent(event) {
      progress.onEvent(event);
      if (event.type === "planned") line = () => progressLine(progress.snapshot(), budgetUsd);
    },
    onJudgeCheck({ spentUsd }) {
      line = () => judgeCheckLine(spentUsd, budgetUsd);
    },
    print: (text) => block.print(text),
    [Symbol.dispose]() {
      clearInterval(timer);
      block.clear();
    },
  };
}

function asLines({ terminal, budgetUsd, headline = "" }: ProgressOptions): ShownProgress {
  const progress = createProgress();
  if (headline !== "") terminal.write(`${headline}\n\n`);
  let next = share;
  const lines = createDueLines();
  const tell = () => {
    lines.told();
    terminal.write(`${progressLine(progress.snapshot(), budgetUsd)}\n`);
  };
  let check: { spentUsd: number } | undefined;
  const tellCheck = () => check && terminal.write(`${judgeCheckLine(check.spentUsd, budgetUsd)}\n`);
  const checking = setInterval(tellCheck, checkMs);
  checking.unref();
  const timer = setInterval(() => lines.due(progress.snapshot()) && tell(), lookMs);
  timer.unref();
  return {
    onEvent(event) {
      progress.onEvent(event);
      if (event.type === "planned") clearInterval(checking);
      if (event.type !== "finished") return;
      const { cells, done } = progress.snapshot();
      if (done < next * cells && done < cells) return;
      next = Math.floor(done / cells / share + 1) * share;
      tell();
    },
    onJudgeCheck(now) {
      check = now;
    },
    print: (text) => terminal.write(text.endsWith("\n") ? text : `${text}\n`),
    [Symbol.dispose]() {
      clearInterval(timer);
      clearInterval(checking);
    },
  };
}

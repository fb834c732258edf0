import { formatDuration } from "@flow-state-dev/core";
import type { CellId } from "@flow-state-dev/records";
import { hiddenCharacters } from "@flow-state-dev/records/hidden-characters";
import {
  describeInput,
  type OnCaseEvent,
  type OnCaseStage,
  type PreparingProgress,
} from "@flow-state-dev/suites";
import { createProgress, type OnSweepEvent } from "@flow-state-dev/sweep";
import { createDueLines, lookMs } from "../progress/due-lines.ts";
import { preparingText } from "../progress/preparing-text.ts";
import { progressLine } from "../progress/progress-line.ts";
import { frameMs } from "../progress/spinner.ts";
import { canRedraw, createStatusBlock, type Terminal } from "../progress/status-block.ts";
import { paintFor } from "../text/colour.ts";
import { fitLines } from "../text/fit-lines.ts";
import { paintLines } from "../text/paint-lines.ts";
import { shortNames } from "../text/short-names.ts";
import { terminalColumns } from "../text/terminal-columns.ts";

const shownCases = 6;

/** Columns that the time and the turn of a case take beside its name. */
const besideName = 24;

/** The display of a running suite. Dispose of it when the suite is over. */
export interface BenchProgress extends Disposable {
  onEvent: OnSweepEvent;
  onCaseEvent: OnCaseEvent;
  onCaseStage: OnCaseStage;
  /** How far the files are ready that cases start from; shown until the first of them begins. */
  onPreparing(progress: PreparingProgress): void;
  /** A run has ended whose cost nobody knows. */
  onUnknownCost(): void;
  /** Writes results, which stay, above what is running. */
  print(text: string): void;
  /** Writes what a person must know now, but is no result. */
  say(text: string): void;
}

interface Running {
  since: number;
  turn: number | null;
  doing: string;
}

/** How a suite is shown. */
export interface BenchProgressOptions {
  /** Where results go. */
  out: Terminal;
  /** Where the display is drawn. */
  terminal: Terminal;
  budgetUsd?: number | undefined;
  nameOf: (cell: CellId) => string;
}

/**
 * On a terminal what runs now is drawn anew below what has ended; elsewhere a line says how far it is, once a minute
 * and when cells are held up.
 */
export function showBench({ out, terminal, budgetUsd, nameOf }: BenchProgressOptions): BenchProgress {
  const progress = createProgress();
  const block = canRedraw(terminal) ? createStatusBlock(terminal) : null;
  const running = new Map<string, Running>();
  let unknownRuns = 0;
  const line = () => progressLine(progress.snapshot(), budgetUsd, { unknownRuns });
  const draw = () => {
    const now = performance.now();
    const shown = [...running].slice(0, shownCases);
    const columns = terminalColumns(terminal) ?? 80;
    const shortName = shortNames(
      shown.map(([name]) => name),
      Math.max(12, columns - besideName),
    );
    const cases = shown.map(([name, { since, turn, doing }]) => {
      const parts = [formatDuration(now - since), ...(turn === null ? [] : [`turn ${turn}`]), doing];
      return `  … ${shortName(name)}  ${parts.join("  ")}`.trimEnd();
    });
    block?.show([...cases, `  ${line()}`]);
  };
  let begun = false;
  let preparing: PreparingProgress | null = null;
  let isPreparingTold = false;
  const since = performance.now();
  const lines = createDueLines();
  const drawPreparing = () => {
    if (preparing === null) return;
    const text = `${preparingText(preparing)}  ${formatDuration(performance.now() - since)}`;
    if (block) block.show([`  ${text}`]);
    // Once is enough where nothing can be drawn anew.
    else if (!isPreparingTold) terminal.write(`${text}\n`);
    isPreparingTold = true;
  };
  const timer = setInterval(
    () => {
      if (begun && block) return draw();
      if (!begun) return drawPreparing();
      if (!lines.due(progress.snapshot())) return;
      lines.told();
      terminal.write(`${line()}\n`);
    },
    block ? frameMs : lookMs,
  );
  timer.unref();
  const paint = paintFor(out, process.env);
  const say = (text: string) => {
    const fitted = fitLines(text, terminalColumns(terminal));
    if (block) block.print(fitted);
    else terminal.write(ended(fitted));
  };
  return {
    onEvent(event) {
      progress.onEvent(event);
      if (event.type === "planned") begun = true;
      if (event.type === "started")
        running.set(nameOf(event.cell), { since: performance.now(), turn: null, doing: "" });
      if (event.type === "attempt-failed" || event.type === "lost" || event.type === "finished")
        running.delete(nameOf(event.cell));
    },
    onCaseEvent(where, event) {
      const now = running.get(nameOf({ subject: where.agent, task: where.caseId, run: where.run }));
      if (!now) return;
      now.turn = event.turn ?? now.turn;
      if (event.type === "tool-call") now.doing = `${event.tool}: ${shortened(event.input)}`;
    },
    onCaseStage(where, stage) {
      const now = running.get(nameOf({ subject: where.agent, task: where.caseId, run: where.run }));
      if (now) Object.assign(now, { turn: null, doing: stage });
    },
    onPreparing(progress) {
      preparing = progress;
    },
    onUnknownCost() {
      unknownRuns += 1;
    },
    // On one and the same terminal the display has to make room for what stays.
    print(text) {
      const shown = paintLines(fitLines(text, terminalColumns(out)), paint);
      if (block && out.isTTY) block.print(shown);
      else out.write(ended(shown));
    },
    say,
    [Symbol.dispose]() {
      clearInterval(timer);
      block?.clear();
    },
  };
}

function ended(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** What a tool was asked, in a few words and without hidden characters. */
function shortened(input: unknown): string {
  return describeInput(input).replaceAll(hiddenCharacters, " ").replaceAll(/ {2,}/g, " ").slice(0, 60);
}

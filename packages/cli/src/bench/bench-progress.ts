import { formatDuration } from "@flow-state-dev/core";
import type { CellId, Outcome } from "@flow-state-dev/records";
import type { CaseRun, OnCaseEvent } from "@flow-state-dev/suites";
import { createProgress, type OnSweepEvent } from "@flow-state-dev/sweep";
import { progressLine } from "../progress/progress-line.ts";
import { createStatusBlock, type Terminal } from "../progress/status-block.ts";

const frameMs = 100;
const heartbeatMs = 60_000;
const shownCases = 6;

/** The display of a running suite. Dispose of it when the suite is over. */
export interface BenchProgress extends Disposable {
  onEvent: OnSweepEvent;
  onCaseEvent: OnCaseEvent;
  /** Writes text that stays, above what is running. */
  print(text: string): void;
}

interface Running {
  since: number;
  turn: number | null;
  doing: string;
}

/** How a suite is shown. */
export interface BenchProgressOptions {
  terminal: Terminal;
  budgetUsd?: number | undefined;
  several: boolean;
  /** Told every run that has ended. */
  onFinished: (cell: CellId, outcome: Outcome) => void;
  /** Told what agents do; for `--verbose`. */
  onCaseEvent?: OnCaseEvent | undefined;
}

/** On a terminal what runs now is drawn anew below what has ended; elsewhere a line a minute says how far it is. */
export function showBench(options: BenchProgressOptions): BenchProgress {
  const { terminal, budgetUsd, several, onFinished } = options;
  const progress = createProgress();
  const block = terminal.isTTY ? createStatusBlock(terminal) : null;
  const running = new Map<string, Running>();
  const nameOf = ({ subject, task, run }: CellId) =>
    `${task}${run > 0 ? ` #${run + 1}` : ""}${several ? ` ${subject}` : ""}`;
  const line = () => progressLine(progress.snapshot(), budgetUsd, "runs");
  const draw = () => {
    const now = performance.now();
    const cases = [...running].slice(0, shownCases).map(([name, { since, turn, doing }]) => {
      const parts = [formatDuration(now - since), ...(turn === null ? [] : [`turn ${turn}`]), doing];
      return `  … ${name}  ${parts.join("  ")}`.trimEnd();
    });
    block?.show([...cases, `  ${line()}`]);
  };
  let toldAt = performance.now();
  const timer = setInterval(
    () => {
      if (block) return draw();
      if (performance.now() - toldAt < heartbeatMs) return;
      toldAt = performance.now();
      terminal.write(`${line()}\n`);
    },
    block ? frameMs : heartbeatMs / 4,
  );
  timer.unref();
  return {
    onEvent(event) {
      progress.onEvent(event);
      if (event.type === "started")
        running.set(nameOf(event.cell), { since: performance.now(), turn: null, doing: "" });
      if (event.type === "attempt-failed" || event.type === "lost") running.delete(nameOf(event.cell));
      if (event.type !== "finished") return;
      running.delete(nameOf(event.cell));
      onFinished(event.cell, event.outcome);
    },
    onCaseEvent(where, event) {
      options.onCaseEvent?.(where, event);
      const now = running.get(nameOf({ subject: where.agent, task: where.caseId, run: where.run }));
      if (!now) return;
      now.turn = event.turn ?? now.turn;
      if (event.type === "tool-call") now.doing = `${event.tool}: ${shortened(event.input)}`;
    },
    print: (text) => (block ? block.print(text) : terminal.write(text.endsWith("\n") ? text : `${text}\n`)),
    [Symbol.dispose]() {
      clearInterval(timer);
      block?.clear();
    },
  };
}

/** What a tool was asked, in a few words and without control characters. */
function shortened(input: unknown): string {
  const text =
    typeof input === "object" && input !== null ? String(Object.values(input)[0] ?? "") : String(input);
  return text.replaceAll(/\p{Cc}+/gu, " ").slice(0, 60);
}

/** A run of a case, as results have it. */
export type FinishedRun = CaseRun;

import { formatMoney, formatMoneyOf, sumUsd } from "@flow-state-dev/core";
import { createProgress, type ProgressSnapshot } from "../events/progress.ts";
import type { OnSweepEvent } from "../sweep-event.ts";
import type { SweepResult } from "../sweep-result.ts";
import { keptSentence } from "./kept-sentence.ts";

/** Signals that ask a process to end: Ctrl-C, a polite kill, a terminal that was closed. */
export type InterruptSignal = "SIGINT" | "SIGTERM" | "SIGHUP";

/** Where interrupts come from: `process`, or something like it in a test. */
export interface SignalSource {
  on(signal: InterruptSignal, listener: () => void): unknown;
  off(signal: InterruptSignal, listener: () => void): unknown;
}

/** How interrupts are answered. */
export interface InterruptOptions {
  /** Shows a person what happens, one or more lines. */
  say(text: string): void;
  /** How to go on later, for a command that has a word for it. Default: `Run the same program again to go on.` */
  goOn?: string;
  /** Listens to the sweep as well. */
  onEvent?: OnSweepEvent;
}

/** To be spread into the options of a sweep. Dispose of it afterwards: the process then ends on Ctrl-C as usual. */
export interface Interrupts extends Disposable {
  signal: AbortSignal;
  drain: AbortSignal;
  onEvent: OnSweepEvent;
}

const defaultGoOn = "Run the same program again to go on.";

/**
 * Answers Ctrl-C (SIGINT), SIGTERM, and SIGHUP of a terminal that is closed: the first stops scheduling and lets the
 * running cells end, the second cuts them off, and a third meets the process unprotected. A closed terminal counts
 * once: the system and the shell may both tell of it. Each says what happens and how to go on; when `say` throws,
 * nothing else changes.
 */
export function interruptible(source: SignalSource, options: InterruptOptions): Interrupts {
  const { goOn = defaultGoOn } = options;
  /** A terminal that was closed cannot be told anything; the sweep ends in order all the same. */
  const say = (sentence: () => string) => {
    try {
      options.say(sentence());
    } catch {}
  };
  let graceMs: number | undefined;
  const progress = createProgress((event) => {
    if (event.type === "draining") graceMs = event.graceMs;
    options.onEvent?.(event);
  });
  const drain = new AbortController();
  const abort = new AbortController();
  const onSignal = () => {
    if (drain.signal.aborted) {
      stopListening();
      say(() => cutOffSentence(progress.snapshot(), goOn));
      return abort.abort();
    }
    // The sweep tells its grace at once.
    drain.abort();
    say(() => drainSentence(progress.snapshot(), graceMs, goOn));
  };
  const onHangup = () => {
    if (!drain.signal.aborted) onSignal();
  };
  const listeners = [
    ["SIGINT", onSignal],
    ["SIGTERM", onSignal],
    ["SIGHUP", onHangup],
  ] as const;
  const stopListening = () => {
    for (const [signal, listener] of listeners) source.off(signal, listener);
  };
  for (const [signal, listener] of listeners) source.on(signal, listener);
  return {
    signal: abort.signal,
    drain: drain.signal,
    onEvent: progress.onEvent,
    [Symbol.dispose]: stopListening,
  };
}

/** What a person reads at the first Ctrl-C. `graceMs` is that of the sweep's limits, where it is known. */
export function drainSentence(
  progress: ProgressSnapshot,
  graceMs: number | undefined,
  goOn = defaultGoOn,
): string {
  const { running } = progress;
  const cells = running === 1 ? "1 running cell" : `${running} running cells`;
  const grace = graceMs === undefined ? "" : ` (up to ${graceMs / 1000} s)`;
  const letting = `Letting ${cells} end${grace}. Ctrl-C again to cut them off.`;
  return `${running === 0 ? "Stopping." : letting}\n${standing(progress)} ${goOn}`;
}

/** What a person reads at the second Ctrl-C. */
export function cutOffSentence(progress: ProgressSnapshot, goOn = defaultGoOn): string {
  const { running } = progress;
  const cells = running === 1 ? "1 running cell" : `${running} running cells`;
  return `Cutting ${cells} off; what they spent is in the books.\n${standing(progress)} ${goOn}`;
}

/** What a person reads when the money is spent. `goOn` is the command that goes on with more. */
export function budgetSentence(result: SweepResult, budgetUsd: number, goOn: string): string {
  const { subject, judge, agent } = result.spend;
  const spent = formatMoneyOf(sumUsd([subject, judge, agent]), budgetUsd);
  const { scored, planned } = result.coverage;
  return `Stopped at the budget: ${spent} after ${scored} of ${planned} cells.${keptSentence(result)}\nGo on with more money: ${goOn}`;
}

function standing({ done, cells, spentUsd }: ProgressSnapshot): string {
  return `${done} of ${cells} done, ${formatMoney(spentUsd)}.`;
}

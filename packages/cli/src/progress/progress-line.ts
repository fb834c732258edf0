import { formatDuration, formatMoney, formatMoneyOf } from "@flow-state-dev/core";
import { isScored, type OutcomeKind } from "@flow-state-dev/records";
import type { ProgressSnapshot } from "@flow-state-dev/sweep";
import { counted } from "../text/show-numbers.ts";
import { formatAbout } from "./format-about.ts";
import { heldUpText } from "./held-up-text.ts";

/**
 * What is told otherwise of a suite: its cells are runs of cases, and one that was graded and did not pass has failed.
 */
export interface SuiteProgress {
  /** Runs that are known to have an unknown cost; they are then told in place of single calls. */
  unknownRuns: number;
}

/** How far a sweep is, in one line: cells, what runs, what tries again, what failed, money, time. */
export function progressLine(
  progress: ProgressSnapshot,
  budgetUsd: number | undefined,
  suite?: SuiteProgress,
): string {
  const { cells, done, stopping } = progress;
  // A cell stands in the line once: it runs, or it tries again.
  const running = stopping ? progress.running : progress.gettingOn;
  const failed = failedCells(progress, suite !== undefined);
  const parts = [
    `${done} of ${cells} ${suite ? "runs" : "cells"}`,
    ...(running > 0 ? [`${running} running`] : []),
    ...(stopping ? [] : heldUpText(progress.heldUp)),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(progress.missing > 0 ? [`${progress.missing} without a ${suite ? "result" : "score"}`] : []),
    spendOf(progress, budgetUsd, suite?.unknownRuns ?? 0),
    stopping ? stoppingWords[stopping] : timeOf(progress),
  ];
  return parts.join(" · ");
}

/** What the check of the judge has spent while it is made. */
export function judgeCheckLine(spentUsd: number, budgetUsd: number | undefined): string {
  return `checking the judge · ${spentText(spentUsd, budgetUsd)}`;
}

function spentText(spentUsd: number, budgetUsd: number | undefined): string {
  return budgetUsd === undefined ? formatMoney(spentUsd) : formatMoneyOf(spentUsd, budgetUsd);
}

function timeOf({ cells, done, leftMs, elapsedMs }: ProgressSnapshot): string {
  return leftMs === null || done >= cells ? formatDuration(elapsedMs) : `${formatAbout(leftMs)} left`;
}

const stoppingWords = {
  draining: "ending",
  budget: "budget spent, ending",
  setup: "stopped, ending",
} as const;

function spendOf(
  { spentUsd, unknownCalls }: ProgressSnapshot,
  budgetUsd: number | undefined,
  unknownRuns: number,
): string {
  const unknown = unknownRuns > 0 ? counted(unknownRuns, "run") : counted(unknownCalls, "call");
  const more = unknownRuns + unknownCalls > 0 ? ` and ${unknown} of unknown cost` : "";
  return `${spentText(spentUsd, budgetUsd)}${more}`;
}

/** Cells that broke, which count as 0; of a suite also those that were graded and did not pass. */
function failedCells({ outcomes }: ProgressSnapshot, isSuite: boolean): number {
  return (Object.entries(outcomes) as [OutcomeKind, number][])
    .filter(([kind]) => isScored(kind) && kind !== "passed" && (isSuite || kind !== "failed"))
    .reduce((sum, [, count]) => sum + count, 0);
}

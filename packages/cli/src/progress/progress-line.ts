import { formatDuration, formatMoney, formatMoneyOf } from "@flow-state-dev/core";
import { isScored, type OutcomeKind } from "@flow-state-dev/records";
import type { ProgressSnapshot } from "@flow-state-dev/sweep";
import { counted } from "../show-numbers.ts";
import { formatAbout } from "./format-about.ts";
import { heldUpText } from "./held-up-text.ts";

/**
 * How far a sweep is, in one line: cells, what runs, what tries again, what failed, money, time.
 *
 * @param unknownRuns runs that are known to have an unknown cost; they are then told in place of single calls
 */
export function progressLine(
  progress: ProgressSnapshot,
  budgetUsd: number | undefined,
  what = "cells",
  unknownRuns = 0,
): string {
  const { cells, done, stopping } = progress;
  // A cell stands in the line once: it runs, or it tries again.
  const running = stopping ? progress.running : progress.gettingOn;
  const failed = failedCells(progress);
  const parts = [
    `${done} of ${cells} ${what}`,
    ...(running > 0 ? [`${running} running`] : []),
    ...(stopping ? [] : heldUpText(progress.heldUp)),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(progress.missing > 0 ? [`${progress.missing} without a score`] : []),
    spendOf(progress, budgetUsd, unknownRuns),
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

/** Cells that broke: they count as 0. */
function failedCells({ outcomes }: ProgressSnapshot): number {
  return (Object.entries(outcomes) as [OutcomeKind, number][])
    .filter(([kind]) => isScored(kind) && kind !== "passed" && kind !== "failed")
    .reduce((sum, [, count]) => sum + count, 0);
}

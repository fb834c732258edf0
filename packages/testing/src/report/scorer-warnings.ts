import { escapeHidden } from "@flow-state-dev/records/hidden-characters";
import type { BenchmarkRunResult } from "./benchmark-run-result.ts";
import { oneLine } from "./one-line.ts";

interface Missed {
  cells: number;
  /** Of the first cell, as it came. */
  reason: string;
}

/**
 * A warning for each scorer that gave no score where it was asked for one: `Scorer bad gave no score on 4 of 4 cells:
 * oops.` Such a scorer loses only its own scores, so nothing else in a report shows it. Cells that it never saw,
 * because their subject broke or they were cut off, are not counted. The first reason is that of the first result.
 */
export function scorerWarnings(results: readonly BenchmarkRunResult[]): string[] {
  const missed = new Map<string, Missed>();
  for (const { scorerErrors, outcome } of results) {
    if (scorerErrors === undefined || outcome === "cancelled") continue;
    for (const [name, reason] of Object.entries(scorerErrors)) {
      const known = missed.get(name);
      if (known) known.cells += 1;
      else missed.set(name, { cells: 1, reason });
    }
  }
  return Array.from(missed, ([name, { cells, reason }]) => {
    const seen = cells + scoredBy(name, results);
    const share = `${cells} of ${seen} ${seen === 1 ? "cell" : "cells"}`;
    return `Scorer ${shown(name)} gave no score on ${share}${becauseOf(shown(reason))}`;
  });
}

function scoredBy(name: string, results: readonly BenchmarkRunResult[]): number {
  let scored = 0;
  for (const { codeScores, outcome } of results)
    if (codeScores !== undefined && outcome !== "cancelled" && Object.hasOwn(codeScores, name)) scored += 1;
  return scored;
}

function shown(text: string): string {
  return escapeHidden(oneLine(text));
}

function becauseOf(reason: string): string {
  if (reason === "") return ".";
  return /[.!?…]$/.test(reason) ? `: ${reason}` : `: ${reason}.`;
}

import { formatMoney } from "@flow-state-dev/core";
import { alignRows } from "../align-rows.ts";
import { fixed } from "../show-numbers.ts";
import { visibleLine } from "../visible-text.ts";
import type { RunRow } from "./run-row.ts";

const head = ["run", "kind", "name", "who", "score", "cost", "cells", "when", "commit", "state"];

/** Columns that a narrow terminal does without, in this order; `x show` has them. */
const dispensable = ["commit", "who", "cells", "kind"];

/**
 * The list of runs as a table, newest first. On a terminal of so many columns it leaves out what does not fit, and says
 * the state in a word; elsewhere it has all.
 */
export function runsText(rows: readonly RunRow[], now: number, columns = Number.POSITIVE_INFINITY): string {
  const table = [head, ...rows.map((row) => cellsOf(row, now))];
  for (let left = 0; left <= dispensable.length; left++) {
    const text = alignRows(table.map((cells) => cells.filter((_, at) => isKept(at, left))));
    if (text.split("\n").every((line) => line.length <= columns)) return text;
  }
  const short = [
    head,
    ...rows.map((row) => [...cellsOf(row, now).slice(0, -1), row.simulated ? "sim" : row.state]),
  ];
  return alignRows(short.map((cells) => cells.filter((_, at) => isKept(at, dispensable.length))));
}

function isKept(column: number, left: number): boolean {
  return !dispensable.slice(0, left).includes(head[column]!);
}

function cellsOf(row: RunRow, now: number): string[] {
  return [
    row.shortId,
    visibleLine(row.kind, 12),
    visibleLine(row.name, 32),
    whoOf(row),
    scoreOf(row),
    costOf(row),
    row.scored === row.planned ? String(row.planned) : `${row.scored} of ${row.planned}`,
    ago(now - Date.parse(row.createdAt)),
    row.commit === null ? "–" : `${visibleLine(row.commit, 40).slice(0, 7)}${row.dirty ? "*" : ""}`,
    `${row.state}${row.simulated ? ", simulated" : ""}`,
  ];
}

/** What is known of the cost, and whether there is less or more to it. */
function costOf({ costUsd, carriedUsd, unknownCalls, unknownCosts }: RunRow): string {
  if (costUsd === null) return "?";
  const most = carriedUsd > 0 ? "≤ " : "";
  return `${most}${formatMoney(costUsd)}${unknownCalls + unknownCosts > 0 ? "+?" : ""}`;
}

/** What a reader of the list must know about a sign in it; empty when it has none. */
export function runsNote(rows: readonly RunRow[]): string {
  return rows.some(({ carriedUsd }) => carriedUsd > 0)
    ? "≤ is the most it can be: calls were under way when a process died, and nobody knows what they cost.\n"
    : "";
}

function whoOf({ subjects }: RunRow): string {
  const [first = "–"] = subjects;
  const name = visibleLine(first, 28);
  return subjects.length > 1 ? `${name} +${subjects.length - 1}` : name;
}

function scoreOf({ best, subjects }: RunRow): string {
  if (best === null) return "–";
  const interval = best.interval === null ? "" : ` (${fixed(best.interval[0])}–${fixed(best.interval[1])})`;
  const who = subjects.length > 1 ? `${visibleLine(best.subject, 20)} ` : "";
  return `${who}${fixed(best.mean)}${interval}`;
}

/** How long ago, in one unit: `3 min ago`. */
export function ago(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 60 * 48) return `${Math.floor(minutes / 60)} h ago`;
  return `${Math.floor(minutes / 1440)} days ago`;
}

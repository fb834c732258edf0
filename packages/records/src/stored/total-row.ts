import { type OutcomeKind, outcomeKinds } from "../outcome.ts";
import { type RunBooks, toBooks } from "../run-books.ts";
import type { RunTotals } from "../run-store.ts";
import { noSums, type Sums, spentNano, toSpend, toUsage } from "../sums.ts";

/** The totals of a run as the tables have them, but for its outcomes. */
export interface TotalRow extends Sums {
  running: number;
  attempts: number;
  open_calls: number;
  reserved_nano: number;
  carried_calls: number;
}

/** The columns of the totals of a run, in SQL. */
export const totalColumns = [
  ...["outcomes", "running", "attempts", "open_calls", "reserved_nano", "carried_calls"],
  ...Object.keys(noSums()),
].join(", ");

/** The totals of a row, with what it counts of each outcome. */
export function toTotals(row: TotalRow, counted: Partial<Record<OutcomeKind, number>>): RunTotals {
  const outcomes = Object.fromEntries(outcomeKinds.map((kind) => [kind, counted[kind] ?? 0]));
  return {
    outcomes: outcomes as Record<OutcomeKind, number>,
    running: row.running,
    attempts: row.attempts,
    spend: toSpend(row),
    usage: toUsage(row),
  };
}

/** The money of a row. */
export function booksOf(row: TotalRow): RunBooks {
  return toBooks({
    spent: spentNano(row),
    carried: row.carried_nano,
    carriedCalls: row.carried_calls,
    reserved: row.reserved_nano,
    openCalls: row.open_calls,
  });
}

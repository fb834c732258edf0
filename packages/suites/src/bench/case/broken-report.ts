import { BudgetExceededError, toErrorRecord } from "@flow-state-dev/core";
import { abortEnd } from "../../agent/abort-end.ts";
import { type AgentReport, noFigures } from "../../agent/agent-report.ts";

/**
 * How an agent ended that rejected, which none should, or never reported: stopped, when that is what it tells of; else
 * nobody knows whose fault it was, and it is no result of its. What it did and spent by then is kept all the same.
 */
export function brokenReport(thrown: unknown, signal: AbortSignal): AgentReport {
  if (thrown instanceof BudgetExceededError) return { ...noFigures, ...abortEnd(thrown) };
  if (signal.aborted && tellsOfStop(thrown, signal)) return { ...noFigures, ...abortEnd(signal.reason) };
  const error = toErrorRecord(thrown);
  return { ...noFigures, ended: "infrastructure", detail: error.message, error };
}

function tellsOfStop(thrown: unknown, { reason }: AbortSignal): boolean {
  return thrown === reason || (thrown instanceof Error && thrown.name === "AbortError");
}

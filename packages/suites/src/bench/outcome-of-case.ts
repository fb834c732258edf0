import { BudgetExceededError } from "@flow-state-dev/core";
import { failed, type Outcome, passed } from "@flow-state-dev/records";
import type { AgentReport } from "../agent/agent-report.ts";
import type { ExpectationResult } from "../expect/evaluate.ts";

/**
 * What a case comes to. An agent that was ended or broke has failed, whatever it left; else every expectation must
 * pass. What could not be graded, for want of a judge or for the machine, is no result of the agent's.
 */
export function outcomeOfCase(
  report: AgentReport,
  results: readonly ExpectationResult[],
  timeoutMs: number,
): Outcome {
  switch (report.ended) {
    case "infrastructure":
      return { kind: "infrastructure", error: recorded(report.error) };
    case "cancelled":
      return { kind: "cancelled", reason: report.detail };
    case "timed-out":
      return { kind: "timed-out", afterMs: timeoutMs };
    case "over-budget":
      return { kind: "over-budget", error: { name: BudgetExceededError.name, message: report.detail } };
    case "crashed":
      return { kind: "errored", error: recorded(report.error) };
    default:
      return gradedOutcome(results);
  }
}

function gradedOutcome(results: readonly ExpectationResult[]): Outcome {
  const broken = results.find(({ kind }) => kind === "infrastructure");
  if (broken?.kind === "infrastructure") return { kind: "infrastructure", error: recorded(broken.error) };
  // One that failed for certain decides, whatever the judge would have said.
  if (results.some((result) => result.kind === "graded" && !result.pass)) return failed(0);
  const unscored = results.find(({ kind }) => kind === "unscored");
  if (unscored?.kind === "unscored") return { kind: "unscored", error: recorded(unscored.error) };
  return passed(1);
}

function recorded({ name, message, code }: { name: string; message: string; code?: string | undefined }) {
  return { name, message, ...(code !== undefined && { code }) };
}

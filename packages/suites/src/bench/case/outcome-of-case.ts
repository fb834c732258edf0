import { BudgetExceededError, type ErrorRecord, FlowError, toErrorRecord } from "@flow-state-dev/core";
import { failed, type Outcome, passed } from "@flow-state-dev/records";
import { setupProblemOf } from "@flow-state-dev/sweep";
import type { AgentReport } from "../../agent/agent-report.ts";
import type { ExpectationResult } from "../../expect/evaluate.ts";
import { fullDiskAdvice, tellsOfFullDisk } from "../../workspace/full-disk.ts";

/**
 * What a case comes to. An agent that was ended or broke has failed, whatever it left; else every expectation must
 * pass. What could not be graded, for want of a judge or for the machine, is no result of the agent's.
 *
 * @param mustBeDone an agent that gave up, was stuck or had no turns left has failed as well: nobody says what is right
 */
export function outcomeOfCase(
  report: AgentReport,
  results: readonly ExpectationResult[],
  timeoutMs: number,
  mustBeDone = false,
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
    default: {
      const outcome = gradedOutcome(results);
      const isUnfinished = mustBeDone && report.ended !== "done";
      return isUnfinished && outcome.kind === "passed" ? failed(0) : outcome;
    }
  }
}

/**
 * What a case comes to whose work could not be graded: the machine failed.
 *
 * @param filled set when the agent did that itself, by what it wrote: then it is a result
 */
export function brokenOutcome(error: unknown, filled?: Error): Outcome {
  if (filled) return { kind: "errored", error: recorded(toErrorRecord(filled)) };
  const { name, message, code } = toErrorRecord(error);
  const isTold = error instanceof FlowError || !tellsOfFullDisk(`${code} ${message}`);
  const text = isTold ? message : `${message.replace(/\.$/, "")}. ${fullDiskAdvice}`;
  return {
    kind: "infrastructure",
    error: recorded({ name, message: text, ...(code !== undefined && { code }) }),
  };
}

/** Does an error tell of something that every case would run into: a key that is refused, no money, no price? */
export function isSetupProblem({ code, status }: ErrorRecord): boolean {
  if (ofProvider.has(String(code)) && (status === 402 || status === 404)) return true;
  return setupProblemOf({ code, statusCode: status }) !== undefined;
}

/** Codes of errors whose status a provider of models has answered with. */
const ofProvider = new Set(["agent-api", "provider-failing"]);

/** An agent that could not work for the setup of the run. */
export class AgentSetupError extends FlowError {
  override readonly name = "AgentSetupError";
  /** HTTP status, when a provider answered with one. */
  readonly statusCode: number | undefined;

  constructor({ message, code, status }: ErrorRecord) {
    super(message, { code: code === undefined || ofProvider.has(code) ? "provider-refused" : code });
    this.statusCode = status;
  }
}

/** What work comes to by its expectations alone. */
export function gradedOutcome(results: readonly ExpectationResult[]): Outcome {
  const broken = results.find(({ kind }) => kind === "infrastructure");
  if (broken?.kind === "infrastructure") return { kind: "infrastructure", error: recorded(broken.error) };
  // One that failed for certain decides, whatever the judge would have said.
  if (results.some((result) => result.kind === "graded" && !result.pass)) return failed(0);
  const unscored = results.find(({ kind }) => kind === "unscored");
  if (unscored?.kind === "unscored") return { kind: "unscored", error: recorded(unscored.error) };
  if (results.length === 0) throw new Error("A case without expectations cannot pass.");
  return passed(1);
}

function recorded({ name, message, code }: ErrorRecord) {
  return { name, message, ...(code !== undefined && { code }) };
}

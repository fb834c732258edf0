import type { ErrorRecord } from "@flow-state-dev/core";
import type { AgentReport } from "../../agent/agent-report.ts";
import type { MeteredFigures } from "../../agent/job-gateway.ts";
import { isSetupProblem } from "../case/outcome-of-case.ts";

/**
 * How an agent ended whose calls the gateway did not send on: a program that broke before any call was answered could
 * not work for the setup, and has not failed itself.
 */
export function endOnRefusal(report: AgentReport, metered: MeteredFigures | null): AgentReport {
  const { refusal = null, turns = 0 } = metered ?? {};
  if (report.ended !== "crashed" || refusal === null || turns > 0 || !isSetupProblem(refusal)) return report;
  const detail = refusalText(refusal);
  const { ended: _ended, ...figures } = report;
  return { ...figures, ended: "infrastructure", detail, error: { ...refusal, message: detail } };
}

/** What a reader must know of calls that were not sent on: how many, why, and what to do. Null when there were none. */
export function refusalWarning(metered: MeteredFigures | null, { detail }: AgentReport): string | null {
  if (!metered || metered.refusal === null) return null;
  const text = refusalText(metered.refusal);
  // It is told already as the end of the agent.
  if (detail === text || detail === metered.refusal.message) return null;
  const { refused } = metered;
  return `The gateway did not send ${refused === 1 ? "a model call" : `${refused} model calls`} on. ${text}`;
}

function refusalText({ code, message }: ErrorRecord): string {
  switch (code) {
    case "unpriced-model":
      return message.replace(
        /, or let such calls.*$/s,
        "; then name that file in X_PRICES. Or ask for the model that X_MODEL names.",
      );
    case "no-model-asked":
      return "The request names no model: ask for the one that X_MODEL names.";
    default:
      return message;
  }
}

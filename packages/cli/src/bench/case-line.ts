import { formatDuration, formatMoney } from "@flow-state-dev/core";
import type { CaseResult, CaseRun } from "@flow-state-dev/suites";

/** Room for the id of a case. */
const idWidth = 28;

/** How one run of a case came out: a line, and below it what went wrong and where to look. */
export function caseLines(id: string, run: CaseRun, where: { agent?: string; of: number }): string[] {
  const mark = { passed: "✓", failed: "✗" }[run.outcome as "passed" | "failed"] ?? "!";
  const name = [id, ...(where.of > 1 ? [`#${run.run + 1}`] : []), ...(where.agent ? [where.agent] : [])].join(
    " ",
  );
  const facts = [
    formatDuration(run.duration * 1000).padStart(8),
    (run.cost === null ? "cost unknown" : formatMoney(run.cost)).padStart(8),
    ...(run.turns ? [`${run.turns} ${run.turns === 1 ? "turn" : "turns"}`.padStart(9)] : []),
  ].join("  ");
  const line = `  ${mark} ${name.padEnd(idWidth)} ${facts}`.trimEnd();
  const indent = " ".repeat(6);
  return [
    line,
    ...whatWentWrong(run).map((text) => `${indent}${text}`),
    ...notes(run).map((text) => `${indent}${text}`),
  ];
}

function whatWentWrong(run: CaseRun): string[] {
  if (run.outcome === "passed") return [];
  const failed = run.expectations.filter(({ pass }) => pass !== true);
  const why =
    run.outcome === "failed"
      ? []
      : [`${words[run.outcome] ?? run.outcome}${run.error ? `: ${run.error.split("\n", 1)[0]}` : ""}`];
  return [
    ...why,
    ...failed.flatMap(({ expectation, evidence, output }) => [expectation, `  ${evidence}`, ...tail(output)]),
  ];
}

const words: Partial<Record<CaseRun["outcome"], string>> = {
  errored: "the agent broke",
  "timed-out": "time was up",
  "over-budget": "budget spent",
  unscored: "not graded, the judge failed",
  infrastructure: "not run, the machine or the provider failed",
  cancelled: "cancelled",
};

/** The last lines of what a command wrote. */
function tail(output: string | undefined): string[] {
  if (output === undefined) return [];
  return output
    .trimEnd()
    .split("\n")
    .slice(-6)
    .map((line) => `  │ ${line}`);
}

function notes({ putBack, warnings }: CaseRun): string[] {
  const shown = putBack.slice(0, 3).join(", ");
  const more = putBack.length > 3 ? ` and ${putBack.length - 3} more` : "";
  return [
    ...(putBack.length > 0 ? [`put back before grading, the agent had changed it: ${shown}${more}`] : []),
    ...warnings.map((warning) => `note: ${warning}`),
  ];
}

/** Whether a case of several runs passed every time. */
export function reliability({ passes }: CaseResult): string {
  return `${passes.passed} of ${passes.of}`;
}

import { toErrorRecord } from "@flow-state-dev/core";
import type { Agent } from "../agent/agent.ts";
import { noFigures } from "../agent/agent-report.ts";
import { applyPatch } from "../agent/apply-patch.ts";
import { createOracleAgent } from "../agent/oracle-agent.ts";
import type { SolutionPart } from "./solution-parts.ts";

/** Applies the solution of the case but for a part of it. */
export function createNearMissAgent({ name, takeBack }: SolutionPart): Agent {
  const oracle = createOracleAgent();
  return {
    ...oracle,
    name: "near-miss",
    async run(job) {
      const report = await oracle.run(job);
      if (report.ended !== "done") return report;
      const options = { what: name, timeoutMs: job.limits.timeoutMs, signal: job.signal, exact: true };
      const taken = await applyPatch(job.shell, takeBack, options);
      if (taken.ok) return report;
      // A solution that is not the same each time: it says nothing about what grading would see.
      const error = { ...toErrorRecord(taken.error), retryable: false };
      return { ...noFigures, ended: "infrastructure", detail: error.message, error };
    },
  };
}

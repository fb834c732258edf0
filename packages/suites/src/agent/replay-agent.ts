import { type Clock, FlowError, systemClock, toErrorRecord } from "@flow-state-dev/core";
import { firstLeftOut, leftOutOf } from "../patch/left-out.ts";
import { endedFromOutside } from "./abort-end.ts";
import type { Agent } from "./agent.ts";
import type { AgentAttempt, AgentJob } from "./agent-job.ts";
import { type AgentEnd, type AgentReport, noFigures } from "./agent-report.ts";
import { applyPatch } from "./apply-patch.ts";
import { tellEvents } from "./tell-events.ts";

/** What was kept of an agent's work on one case. */
export interface RecordedWork {
  /** A unified diff against the workspace before the agent started; null when none was kept. */
  patch: string | null;
  report: AgentReport;
}

/** Finds recorded work; null when the run has none for this case. */
export type RecordedRuns = (run: string, attempt: AgentAttempt) => Promise<RecordedWork | null>;

/** A recorded run that cannot be repeated. */
export class NothingRecordedError extends FlowError {
  override readonly name = "NothingRecordedError";

  constructor(facts: { run: string; caseId: string; what: "case" | "patch" }) {
    const { run, caseId, what } = facts;
    const lacks = what === "case" ? `holds nothing about the case ${caseId}` : `has no patch of ${caseId}`;
    super(`The run ${run} ${lacks}; name a run of the same suite that was kept with its patches.`, {
      code: "nothing-recorded",
      details: facts,
    });
  }
}

/** A patch that does not hold all of the work: what it leaves is other work, and no grade of it says anything. */
export class PatchNotWholeError extends FlowError {
  override readonly name = "PatchNotWholeError";

  constructor(facts: { run: string; caseId: string; leftOut: readonly string[] }) {
    const { run, caseId, leftOut } = facts;
    super(
      `The patch of ${caseId} in the run ${run} does not hold all of the work, which a replay therefore cannot repeat; left out is ${firstLeftOut(leftOut)}. Let an agent do this case anew.`,
      { code: "patch-not-whole", details: facts },
    );
  }
}

/**
 * Repeats a recorded run: its patch is applied and its end reported, with the figures of then. It calls no model and
 * spends nothing, so a grader or a suite can be changed and tried on the same work.
 */
export function createReplayAgent(
  run: string,
  recordedRuns: RecordedRuns,
  { clock = systemClock }: { clock?: Clock } = {},
): Agent {
  return {
    name: `replay:${run}`,
    model: null,
    needsModel: false,
    // Its name may be replay:last: what it repeats makes two runs different ones.
    settings: { run },
    version: async () => "1",
    async run(job): Promise<AgentReport> {
      const tell = tellEvents(job.onEvent, clock);
      let report: AgentReport;
      try {
        report = await repeat(run, recordedRuns, job);
      } catch (error) {
        const record = toErrorRecord(error);
        tell({ type: "error", error: record });
        report = { ...noFigures, ended: "infrastructure", detail: record.message, error: record };
      }
      tell({ type: "end", ended: report.ended, detail: report.detail });
      return report;
    },
  };
}

async function repeat(run: string, recordedRuns: RecordedRuns, job: AgentJob): Promise<AgentReport> {
  const { attempt, shell, limits, signal } = job;
  const work = await recordedRuns(run, attempt);
  if (!work) throw new NothingRecordedError({ run, caseId: attempt.caseId, what: "case" });
  if (work.patch === null) throw new NothingRecordedError({ run, caseId: attempt.caseId, what: "patch" });
  const leftOut = leftOutOf(work.patch);
  if (leftOut.length > 0) throw new PatchNotWholeError({ run, caseId: attempt.caseId, leftOut });
  const what = `The recorded patch of ${attempt.caseId}`;
  const { timeoutMs } = limits;
  const applied = await applyPatch(shell, work.patch, { what, timeoutMs, signal, exact: true });
  if (!applied.ok) {
    const { exit, error } = applied;
    const crashed: AgentEnd = { ended: "crashed", detail: error.message, error: toErrorRecord(error) };
    return { ...noFigures, ...(endedFromOutside(exit, signal) ?? crashed) };
  }
  return { ...work.report, figuresFrom: work.report.figuresFrom === null ? null : "recorded", waitedMs: 0 };
}

import type { AttemptRecord } from "@flow-state-dev/records";
import type { CaseEvidence } from "@flow-state-dev/suites";
import type { CellView } from "@flow-state-dev/viewer";

/** What the time of an attempt went into. The subject's own share is known where it was measured. */
export function timingOf(
  { workingMs, waitingMs, evidence }: Extract<AttemptRecord, { state: "ended" }>,
  { setupMs = 0, agentMs, gradingMs }: Partial<CaseEvidence>,
): CellView["timing"] {
  const { latencyMs } = evidence as { latencyMs?: unknown };
  const subject = agentMs ?? (typeof latencyMs === "number" ? latencyMs : workingMs);
  const working = Math.min(subject, workingMs);
  const grading = gradingMs ?? Math.max(0, workingMs - working - setupMs);
  const parts: CellView["timing"] = [
    { what: "set-up", ms: setupMs },
    { what: "working", ms: working },
    { what: "waiting", ms: waitingMs },
    { what: "grading", ms: grading },
  ];
  return parts.filter(({ ms }) => ms > 0);
}

import { artifactText, type RunStore } from "@flow-state-dev/records";
import { caseArtifacts, fromCaseEvidence, noFigures, type RecordedRuns } from "@flow-state-dev/suites";

/** What was recorded of cases in a store, for `replay:<run>`: the first agent's work where there were several. */
export function recordedRuns(store: RunStore): RecordedRuns {
  return async (reference, { caseId, run }) => {
    const found = await store.findRun(reference);
    if (!found) return null;
    for (const subject of found.manifest.subjects) {
      const cell = { subject, task: caseId, run };
      const last = (await store.attempts(found.id, cell)).findLast(({ state }) => state === "ended");
      if (last?.state !== "ended") continue;
      const patch = await store.artifact(found.id, cell, last.attempt, caseArtifacts.patch);
      const answer = await store.artifact(found.id, cell, last.attempt, caseArtifacts.answer);
      const { turns = null, costUsd = null, exitCode = null } = fromCaseEvidence(last.evidence);
      return {
        patch: patch && artifactText(patch),
        report: {
          ...noFigures,
          ...{ ended: "done", detail: "", turns, costUsd, exitCode, answer: answer && artifactText(answer) },
          figuresFrom: costUsd === null ? null : "recorded",
        },
      };
    }
    return null;
  };
}

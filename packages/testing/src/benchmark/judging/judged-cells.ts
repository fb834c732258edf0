import {
  createVoteTally,
  findingsIn,
  type Judge,
  judgeFailuresIn,
  summarizeJudge,
} from "@flow-state-dev/judge";
import type { JudgeSummary } from "../../report/judge-summary.ts";
import type { CellEvidence } from "../cell/cell-evidence.ts";

/** What a judge said of the cells of a run, one after the other, and what that says of the judge. */
export class JudgedCells {
  readonly #tally = createVoteTally();

  /** One cell, by a result or by what is kept of it, which may come from elsewhere. */
  see({ findings, judgeFailures }: Pick<CellEvidence, "findings" | "judgeFailures">): void {
    const failed = judgeFailuresIn(judgeFailures).map(({ judge, message }) => ({
      ...{ judge, error: { name: "Error", message } },
    }));
    this.#tally.add(findingsIn(findings), failed);
  }

  /** With what was found of the judge before it was used. */
  summary(
    judge: Pick<Judge, "models" | "repeats" | "fingerprint">,
    { canaries, golden }: Pick<JudgeSummary, "canaries" | "golden">,
  ): JudgeSummary {
    const { failures = [], ...facts } = summarizeJudge(judge, { findings: this.#tally });
    // Where there is but one judge the cells themselves say why they have no score.
    const missing = judge.models.length < 2 ? [] : failures.toSorted((a, b) => b.cells - a.cells);
    return { ...facts, canaries, golden, ...(missing.length > 0 && { failures: missing }) };
  }
}

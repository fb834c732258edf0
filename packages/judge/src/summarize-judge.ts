import type { CanaryReport } from "./canaries/run-canaries.ts";
import type { GoldenReport } from "./golden/run-golden.ts";
import type { Judge } from "./judge.ts";
import type { FailedJudge, Finding } from "./judgement.ts";
import { createVoteTally, type JudgeAgreement, type JudgeFailures, type VoteTally } from "./vote-tally.ts";

/** What can be said of a judge after a run. */
export interface JudgeFacts {
  models: string[];
  /** Times each output was judged by each model. */
  repeats: number;
  /** Stands for prompt, scale and threshold. */
  fingerprint: string;
  /** Criteria that could not be judged, over all outputs. */
  cannotJudge: number;
  /** Judges that came to no judgement of some outputs, or of any. Absent when there are none. */
  failures?: JudgeFailures[];
  /** Between the judges of a panel, over all votes. Null with one judge, or with nothing to compare. */
  agreement: JudgeAgreement | null;
  /** Mean variance of an output's score between repeats of the same judge; null without repeats. */
  repeatVariance: number | null;
  /** Canaries that were judged, and those the judge fell for. Null when there were none. */
  canaries: { judged: number; passed: string[] } | null;
  /** Agreement with labelled outputs. Null when there were none, or none could be judged. */
  golden: {
    labels: number;
    agreement: number;
    kappa: number | null;
    interval: [number, number] | null;
  } | null;
}

/** What a summary is made of. */
export interface JudgeEvidence {
  /** Findings on each output, those without a score among them, or a tally that has seen all already. */
  findings: Iterable<readonly Finding[]> | VoteTally;
  /** Judges that failed on each output; not beside a tally, which knows them. */
  failed?: Iterable<readonly Pick<FailedJudge, "judge" | "error">[]>;
  canaries?: CanaryReport;
  golden?: GoldenReport;
}

/** What can be said of a judge from what it found. */
export function summarizeJudge(
  judge: Pick<Judge, "models" | "repeats" | "fingerprint">,
  { findings, failed = [], canaries, golden }: JudgeEvidence,
): JudgeFacts {
  const tally = "add" in findings ? findings : tallyOf(findings, failed);
  const failures = tally.failures();
  return {
    models: [...judge.models],
    repeats: judge.repeats,
    fingerprint: judge.fingerprint,
    cannotJudge: tally.cannotJudge,
    ...(failures.length > 0 && { failures }),
    agreement: tally.agreement(),
    repeatVariance: tally.repeatVariance(),
    canaries: canaries
      ? { judged: canaries.judged, passed: canaries.passed.map(({ canary }) => canary) }
      : null,
    golden:
      golden && golden.agreement !== null
        ? {
            labels: golden.labels,
            agreement: golden.agreement,
            kappa: golden.kappa,
            interval: golden.interval && [...golden.interval],
          }
        : null,
  };
}

function tallyOf(
  findings: Iterable<readonly Finding[]>,
  failed: NonNullable<JudgeEvidence["failed"]>,
): VoteTally {
  const tally = createVoteTally();
  for (const each of failed) tally.add([], each);
  for (const each of findings) tally.add(each);
  return tally;
}

import { cohenKappa, krippendorffAlpha, sampleVariance } from "@flow-state-dev/stats";
import type { FailedJudge, Finding, Vote } from "./judgement.ts";
import { weightedScore } from "./weighted-score.ts";

/** How far the judges of a panel agree. */
export interface JudgeAgreement {
  /** Over the scores of all votes, criterion by criterion; null when nothing can be compared or nothing varies. */
  krippendorffAlpha: number | null;
  /** Of every two judges on met or unmet, where both could judge; null when that says nothing beyond chance. */
  kappas: { judges: [string, string]; kappa: number | null }[];
}

/** How often a judge came to no judgement. */
export interface JudgeFailures {
  /** Model id. */
  judge: string;
  /** Outputs that it failed on, at least once. */
  cells: number;
  /** What went wrong the first time. */
  message: string;
}

/** Counts votes as they come in; what it keeps does not grow with the number of outputs. */
export interface VoteTally {
  /** Findings on one output, whether it got a score or not, and the judges that came to none. */
  add(findings: readonly Finding[], failed?: readonly Pick<FailedJudge, "judge" | "error">[]): void;
  /** Findings that are `cannot-judge` because judges said so, and not because too few judges answered. */
  readonly cannotJudge: number;
  /** In the order in which they first failed; empty when none did. */
  failures(): JudgeFailures[];
  /** Between judges; null when no criterion had votes of two. */
  agreement(): JudgeAgreement | null;
  /** Mean, over outputs and judges, of the variance of a judge's score between its repeats; null without repeats. */
  repeatVariance(): number | null;
}

/** The votes of one repeat on one criterion, and how often exactly these were given. */
interface Pattern {
  votes: readonly Pick<Vote, "judge" | "verdict" | "score">[];
  count: number;
}

/** An empty tally. */
export function createVoteTally(): VoteTally {
  const patterns = new Map<string, Pattern>();
  const failures = new Map<string, JudgeFailures>();
  let cannotJudge = 0;
  let variances = 0;
  let varied = 0;
  return {
    add(findings, failed = []) {
      for (const [judge, [first]] of Map.groupBy(failed, (each) => each.judge)) {
        const { cells, message } = failures.get(judge) ?? { cells: 0, message: first!.error.message };
        failures.set(judge, { judge, cells: cells + 1, message });
      }
      for (const finding of findings) {
        if (couldNotJudge(finding)) cannotJudge += 1;
        if (finding.votes.length > 1) for (const panel of panels(finding.votes)) count(patterns, panel);
      }
      for (const variance of repeatVariances(findings)) {
        variances += variance;
        varied += 1;
      }
    },
    get cannotJudge() {
      return cannotJudge;
    },
    failures: () => [...failures.values()],
    agreement: () => agreementOf([...patterns.values()]),
    repeatVariance: () => (varied === 0 ? null : variances / varied),
  };
}

/** How far the judges of a panel agree over many outputs; null when no criterion had votes of two judges. */
export function judgeAgreement(findings: Iterable<readonly Finding[]>): JudgeAgreement | null {
  const tally = createVoteTally();
  for (const each of findings) tally.add(each);
  return tally.agreement();
}

function couldNotJudge({ verdict, votes }: Finding): boolean {
  return verdict === "cannot-judge" && votes.some((vote) => vote.verdict === "cannot-judge");
}

function panels(votes: readonly Vote[]): Vote[][] {
  return [...Map.groupBy(votes, ({ repeat }) => repeat).values()].filter((panel) => panel.length > 1);
}

function count(patterns: Map<string, Pattern>, panel: readonly Vote[]): void {
  const votes = panel.map(({ judge, verdict, score }) => ({ judge, verdict, score }));
  const key = JSON.stringify(votes.map(({ judge, verdict, score }) => [judge, verdict, score]));
  const known = patterns.get(key);
  if (known) known.count += 1;
  else patterns.set(key, { votes, count: 1 });
}

function agreementOf(patterns: readonly Pattern[]): JudgeAgreement | null {
  if (patterns.length === 0) return null;
  // For met and unmet alone, distances between 1 and 0 say the same as equal or not.
  const rows = patterns.flatMap(({ votes, count }) => {
    const row = votes.map(({ score }) => score);
    return Array.from({ length: count }, () => row);
  });
  const alpha = krippendorffAlpha(rows, { level: "interval" });
  const judges = [...new Set(patterns.flatMap(({ votes }) => votes.map(({ judge }) => judge)))];
  const pairs = judges.flatMap((a, at) => judges.slice(at + 1).map((b): [string, string] => [a, b]));
  return {
    krippendorffAlpha: alpha.state === "estimated" ? alpha.alpha : null,
    kappas: pairs.map((pair) => ({ judges: pair, kappa: kappaOf(patterns, pair) })),
  };
}

function kappaOf(patterns: readonly Pattern[], pair: [string, string]): number | null {
  const ratings: [string[], string[]] = [[], []];
  for (const { votes, count } of patterns) {
    const [a, b] = pair.map((judge) => votes.find((vote) => vote.judge === judge)?.verdict ?? "cannot-judge");
    if (a === "cannot-judge" || b === "cannot-judge") continue;
    for (let times = 0; times < count; times++) {
      ratings[0].push(a!);
      ratings[1].push(b!);
    }
  }
  const result = cohenKappa(...ratings);
  return result.state === "estimated" ? result.kappa : null;
}

/** One for each judge with two or more scores. */
function repeatVariances(findings: readonly Finding[]): number[] {
  const votes = findings.flatMap(({ weight, votes }) => votes.map((vote) => ({ ...vote, weight })));
  if (!votes.some(({ repeat }) => repeat > 0)) return [];
  return Array.from(Map.groupBy(votes, ({ judge }) => judge).values(), (own) => {
    const byRepeat = [...Map.groupBy(own, ({ repeat }) => repeat).values()];
    const scores = byRepeat.map(weightedScore).filter((score) => score !== null);
    return scores.length > 1 ? sampleVariance(scores) : null;
  }).filter((variance) => variance !== null);
}

import { mean, median } from "@flow-state-dev/stats";
import type { Criterion, CriterionVerdict, Finding, Vote } from "./judgement.ts";
import { type JudgeScale, metFrom } from "./scale.ts";

/** What votes come to. */
interface Taken {
  verdict: CriterionVerdict;
  score: number | null;
}

const cannotJudge: Taken = { verdict: "cannot-judge", score: null };

/**
 * The finding on one criterion from all votes on it. Within a repeat the majority of those who judged decides (graded:
 * their median), and a tie is half: to leave it out would give an output that judges disagree on the score of one that
 * they agree on. Over repeats the score is the mean. Met takes more than half. Where more than half could not judge,
 * the criterion is not judged. Votes with a score between 0 and 1 are graded, whatever the scale.
 */
export function combineVotes(
  criterion: Required<Criterion>,
  votes: readonly Vote[],
  asked: JudgeScale,
): Finding {
  const scale = votes.some(isBetween) ? "graded" : asked;
  const byRepeat = Map.groupBy(votes, ({ repeat }) => repeat);
  const taken = Array.from(byRepeat.values(), (panel) =>
    scale === "graded" ? medianOf(panel) : majorityOf(panel),
  );
  const together = meanOf(taken, scale);
  const split = scale === "binary" && together.score === 0.5;
  return {
    criterion: criterion.text,
    weight: criterion.weight,
    ...together,
    ...(split && { split }),
    evidence: split ? splitEvidence(votes) : evidenceFor(together, votes),
    votes,
  };
}

function isBetween({ score }: Vote): boolean {
  return score !== null && score > 0 && score < 1;
}

function majorityOf(panel: readonly Vote[]): Taken {
  const count = (verdict: CriterionVerdict) => panel.filter((vote) => vote.verdict === verdict).length;
  const met = count("met");
  const unmet = count("unmet");
  if (met + unmet === 0 || count("cannot-judge") > met + unmet) return cannotJudge;
  if (met === unmet) return { verdict: "unmet", score: 0.5 };
  return met > unmet ? { verdict: "met", score: 1 } : { verdict: "unmet", score: 0 };
}

function medianOf(panel: readonly Vote[]): Taken {
  const scores = scoresOf(panel);
  if (scores.length * 2 < panel.length || scores.length === 0) return cannotJudge;
  const score = median(scores)!;
  return { verdict: score >= metFrom ? "met" : "unmet", score };
}

function meanOf(taken: readonly Taken[], scale: JudgeScale): Taken {
  const scores = scoresOf(taken);
  if (scores.length * 2 < taken.length || scores.length === 0) return cannotJudge;
  const score = mean(scores)!;
  const met = scale === "graded" ? score >= metFrom - 1e-9 : score > 0.5;
  return { verdict: met ? "met" : "unmet", score };
}

function scoresOf(list: readonly { score: number | null }[]): number[] {
  return list.flatMap(({ score }) => (score === null ? [] : [score]));
}

/** Of the vote that says what was found, and is nearest to it. */
function evidenceFor(found: Taken, votes: readonly Vote[]): string {
  const same = votes.filter(({ verdict }) => verdict === found.verdict);
  const distance = (vote: Vote) => Math.abs((vote.score ?? 0) - (found.score ?? 0));
  const [nearest] = (same.length > 0 ? same : votes).toSorted((a, b) => distance(a) - distance(b));
  return nearest?.evidence ?? "";
}

/** What either side saw first. */
function splitEvidence(votes: readonly Vote[]): string {
  const sides = (["met", "unmet"] as const).map((verdict) => {
    const side = votes.filter((vote) => vote.verdict === verdict);
    return `${side.length} ${verdict} (${side[0]?.evidence ?? "none"})`;
  });
  return `The votes are split: ${sides.join(", ")}.`;
}

import { correctedPassRate, correctedScore, weightedScore } from "@flow-state-dev/judge";
import { keyOfCell } from "@flow-state-dev/records";
import { mean } from "@flow-state-dev/stats";
import type { CorrectedFigure, CorrectedView, Label } from "@flow-state-dev/viewer";

/** What a judge said of one output. */
export interface JudgedOutput {
  subject: string;
  task: string;
  /** From 0. */
  run: number;
  /** 0 to 1. */
  score: number;
  /** Does it meet every criterion? Null when that was not looked at, or could not be judged. */
  allMet: boolean | null;
  /** Of its criteria, in the order of their labels; 1 where there is none. */
  weights: readonly number[];
}

/**
 * What people would give each subject, from the outputs they labelled. Their score of an output is the weighted share
 * of its criteria they say are met. Cells that broke have no output that anybody could label: `broken` says how many of
 * each subject count 0, as they do in its score.
 */
export function correctedScores(
  outputs: readonly JudgedOutput[],
  labels: readonly Label[],
  subjects: readonly string[],
  broken: ReadonlyMap<string, number> = new Map(),
): CorrectedView[] {
  const said = new Map(labels.map((label) => [keyOfCell({ ...label, run: label.repetition }), label.labels]));
  return subjects.map((subject) => {
    const own = outputs
      .filter((output) => output.subject === subject)
      .map((output) => ({ ...output, said: said.get(keyOfCell(output)) ?? [] }));
    const labelled = own.filter((output) => output.said.some((label) => label !== null)).length;
    const zeros = broken.get(subject) ?? 0;
    if (own.length === 0 && zeros > 0)
      return { subject, outputs: 0, labelled, broken: zeros, ...none, allMet: none };
    const share = own.length / Math.max(1, own.length + zeros);
    const figures = { ...ofAll(scoreOf(own), share), allMet: ofAll(allMetOf(own), share) };
    return { ...{ subject, outputs: own.length, labelled, broken: zeros }, ...figures };
  });
}

/** Of a subject all of whose cells broke: nobody can think otherwise of them. */
const none: CorrectedFigure = { raw: 0, corrected: 0, interval: null, why: null };

/**
 * A figure of the outputs as one of all cells, where they are this share and the others count 0. Nothing beyond 0 to 1.
 */
function ofAll({ raw, corrected, interval, why }: CorrectedFigure, share: number): CorrectedFigure {
  const scaled = (value: number) => share * Math.min(1, Math.max(0, value));
  return {
    raw: raw === null ? null : scaled(raw),
    corrected: corrected === null ? null : scaled(corrected),
    interval: interval && [scaled(interval[0]), scaled(interval[1])],
    why,
  };
}

type Labelled = JudgedOutput & { said: readonly (boolean | null)[] };

function scoreOf(outputs: readonly Labelled[]): CorrectedFigure {
  const labelled: { human: number; judge: number }[] = [];
  const unlabelled: number[] = [];
  for (const { score: judge, said, weights } of outputs) {
    const told = said.map((met, at) => ({
      weight: weights[at] ?? 1,
      score: met === null ? null : Number(met),
    }));
    const human = weightedScore(told);
    if (human === null) unlabelled.push(judge);
    else labelled.push({ judge, human });
  }
  const { raw, corrected } = correctedScore({ labelled, unlabelled });
  if (corrected.state === "too-few-labels")
    return { raw, corrected: null, interval: null, why: `needs ${Math.max(1, 2 - labelled.length)} more` };
  // With a label on every output nothing is left to the judge, and nothing to be unsure of.
  const interval = corrected.state === "estimated" ? corrected.interval : null;
  return { raw, corrected: corrected.estimate, interval, why: null };
}

/** What people say of every criterion of an output: one that is not met is enough for no; null when it is not told. */
function allMetByPeople(said: readonly (boolean | null)[]): boolean | null {
  if (said.includes(false)) return false;
  return said.length > 0 && !said.includes(null) ? true : null;
}

function allMetOf(outputs: readonly Labelled[]): CorrectedFigure {
  const told = outputs.map(({ allMet, said }) => ({ judge: allMet, human: allMetByPeople(said) }));
  const labelled: { human: boolean; judge: boolean }[] = [];
  const unlabelled: boolean[] = [];
  for (const { judge, human } of told) {
    if (judge === null) continue;
    if (human === null) unlabelled.push(judge);
    else labelled.push({ judge, human });
  }
  const { raw, corrected } = correctedPassRate({ labelled, unlabelled });
  // Nothing is left to the judge, not even what it could not judge.
  if (told.length > 0 && told.every(({ human }) => human !== null))
    return { raw, corrected: mean(told.map(({ human }) => Number(human)))!, interval: null, why: null };
  if (corrected.state === "all-labelled")
    return { raw, corrected: corrected.estimate, interval: null, why: null };
  if (corrected.state === "estimated")
    return { raw, corrected: corrected.estimate, interval: corrected.interval, why: null };
  const why = corrected.state === "no-labels" ? "needs good and bad ones" : "judge no better than chance";
  return { raw, corrected: null, interval: null, why };
}

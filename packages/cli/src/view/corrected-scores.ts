import { correctedPassRate, correctedScore } from "@flow-state-dev/judge";
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
}

/**
 * What people would give each subject, from the outputs they labelled. Their score of an output is the share of its
 * criteria they say are met.
 */
export function correctedScores(
  outputs: readonly JudgedOutput[],
  labels: readonly Label[],
  subjects: readonly string[],
): CorrectedView[] {
  const said = new Map(
    labels.map((label) => [nameOf(label.subject, label.task, label.repetition), label.labels]),
  );
  return subjects.map((subject) => {
    const own = outputs
      .filter((output) => output.subject === subject)
      .map((output) => ({ ...output, said: said.get(nameOf(subject, output.task, output.run)) ?? [] }));
    const labelled = own.filter((output) => output.said.some((label) => label !== null)).length;
    return { ...{ subject, outputs: own.length, labelled }, ...scoreOf(own), allMet: allMetOf(own) };
  });
}

type Labelled = JudgedOutput & { said: readonly (boolean | null)[] };

function scoreOf(outputs: readonly Labelled[]): CorrectedFigure {
  const labelled: { human: number; judge: number }[] = [];
  const unlabelled: number[] = [];
  for (const { score: judge, said } of outputs) {
    const told = said.filter((label) => label !== null);
    if (told.length === 0) unlabelled.push(judge);
    else labelled.push({ judge, human: told.filter(Boolean).length / told.length });
  }
  const { raw, corrected } = correctedScore({ labelled, unlabelled });
  // Nothing is left to the judge: people's own mean is the score, with nothing to be unsure of.
  if (unlabelled.length === 0 && labelled.length > 0)
    return { raw, corrected: mean(labelled.map(({ human }) => human)), interval: null, why: null };
  if (corrected.state === "too-few-labels")
    return { raw, corrected: null, interval: null, why: `needs ${Math.max(1, 2 - labelled.length)} more` };
  const interval = corrected.state === "estimated" ? corrected.interval : null;
  return { raw, corrected: corrected.estimate, interval, why: null };
}

/** An output counts for people as soon as they have told of one criterion that is not met, or of all that they are. */
function allMetOf(outputs: readonly Labelled[]): CorrectedFigure {
  const labelled: { human: boolean; judge: boolean }[] = [];
  const unlabelled: boolean[] = [];
  for (const { allMet: judge, said } of outputs) {
    if (judge === null) continue;
    if (said.includes(false)) labelled.push({ judge, human: false });
    else if (said.length > 0 && !said.includes(null)) labelled.push({ judge, human: true });
    else unlabelled.push(judge);
  }
  const { raw, corrected } = correctedPassRate({ labelled, unlabelled });
  if (corrected.state === "estimated")
    return { raw, corrected: corrected.estimate, interval: corrected.interval, why: null };
  const why = corrected.state === "no-labels" ? "needs good and bad ones" : "judge no better than chance";
  return { raw, corrected: null, interval: null, why };
}

function nameOf(subject: string, task: string, run: number): string {
  return JSON.stringify([subject, task, run]);
}

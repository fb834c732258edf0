import {
  countFamilies,
  detectableDifference,
  differenceBounds,
  type Families,
  familiesOf,
  holm,
  type Interval,
  independentUnits,
  isEquivalent,
  mean,
  minimumDetectableEffect,
  minimumTasks,
  pairedT,
  scoreInterval,
  signFlip,
  tidy,
  toldTests,
  verdict,
  winsTiesLosses,
  zeroFailuresBound,
} from "@flow-state-dev/stats";
import { pairTasks, type ScoredPair } from "./pair-tasks.ts";
import type { ComparedSide, SubjectComparison, TaskFlip, TaskPair, TaskSide } from "./run-comparison.ts";
import type { TaskScores } from "./run-scores.ts";
import { sideRatio } from "./side-ratio.ts";

/** One subject of each side, with its scores by task. */
export interface SubjectPair {
  a: { subject: string; scores: ReadonlyMap<string, TaskScores> };
  b: { subject: string; scores: ReadonlyMap<string, TaskScores> };
}

/** How pairs are judged. */
export interface VerdictRules {
  /** Differences within ± this do not matter; from 0 on, and below 1. */
  margin: number;
  /** Of what is drawn. */
  seed: number;
  /** The families of tasks, by task. Default: every task is alone. */
  families?: ReadonlyMap<string, string>;
}

/** What comes of a pair on tasks that both sides have. */
export type PairedSubjects = Omit<SubjectComparison, "unpaired">;

/** Compares pairs of subjects on these tasks: paired t over tasks or their families, Holm over the pairs. Pure. */
export function compareSubjects(
  pairs: readonly SubjectPair[],
  tasks: readonly string[],
  { margin, seed, families: known }: VerdictRules,
): PairedSubjects[] {
  const paired = pairs.map((pair) => ({ ...pair, ...pairTasks(pair.a.scores, pair.b.scores, tasks) }));
  const tests = paired.map(({ scored }) => {
    const differences = scored.map(({ difference }) => difference);
    const families = known && familiesOf(scored.map(({ task }) => known.get(task)));
    const units = independentUnits(differences, families).values;
    const t = pairedT(differences, { families });
    return { differences, families, units, t, flip: signFlip(units, { seed }) };
  });
  const adjusted = holm(tests.map(({ t, flip }) => (t.state === "estimated" ? t.p : flip.p)));
  const flipsAdjusted = holm(tests.map(({ flip }) => flip.p));

  return paired.map(({ a, b, all, scored }, at): PairedSubjects => {
    const { differences, families, units, t, flip } = tests[at]!;
    const delta = mean(differences);
    const pAdjusted = adjusted[at]!;
    const rated = scored.every((pair) => isRate(pair.a) && isRate(pair.b));
    return {
      a: sideOf(a.subject, scored, "a", families),
      b: sideOf(b.subject, scored, "b", families),
      measure: rated ? "pass rate" : "mean score",
      delta: delta === null ? null : tidy(delta),
      verdict: verdict({
        ...{ tasks: units.length, difference: delta ?? 0, pAdjusted },
        equivalent: margin > 0 && isEquivalent(differences, { margin, passOrFail: rated, families }),
      }),
      margin,
      scope: "tasks-like-these",
      tasks: scored.length,
      ...(families && { families: countFamilies(families) }),
      droppedTasks: all.filter(({ difference }) => difference === null).map(({ task }) => task),
      runsPerTask: runsPerTask(scored),
      ...toldTests({
        ...{ tasks: scored.length, test: t, flip, pAdjusted },
        ...{ flipAdjusted: flipsAdjusted[at]!, comparisons: pairs.length },
      }),
      nonInferiority: nonInferiorityOf(differences, {
        ...{ margin, pairs: pairs.length, pAdjusted, rated, families },
      }),
      winsTiesLosses: winsTiesLosses(differences),
      detectable: detectableDifference(differences, {
        ...{ alpha: alpha / pairs.length, passOrFail: rated, families },
      }),
      minimumDetectableEffect:
        t.state === "estimated"
          ? minimumDetectableEffect(t.standardError, { alpha: alpha / pairs.length })
          : null,
      costRatio: sideRatio(scored, ({ costUsd }) => costUsd, { seed, families }),
      timeRatio: sideRatio(scored, ({ workingMs }) => workingMs, { seed, families }),
      flips: flipsOf(all),
      pairs: all,
    };
  });
}

/**
 * Worse by more than the margin, not, or open. Scores that do not vary have no bounds: then the sign-flip decides, as
 * for the verdict; when no task ever differed there must be so many that differing ones are rarer than the margin.
 */
function nonInferiorityOf(
  differences: readonly number[],
  { margin, pairs, pAdjusted, rated, families }: NonInferiorityRules,
): SubjectComparison["nonInferiority"] {
  const interval = differenceBounds(differences, { alpha: alpha / pairs, passOrFail: rated, families });
  const units = independentUnits(differences, families);
  if (units.values.length < minimumTasks) return { state: "open", interval };
  if (interval) return { state: stateOf(interval, margin), interval };
  const same = mean(differences)!;
  const seldom = same === 0 && zeroFailuresBound(Math.floor(units.effective)) < margin;
  if (pAdjusted >= alpha) return { state: seldom ? "shown-not-worse" : "open", interval: null };
  return { state: same < -margin ? "shown-worse" : "shown-not-worse", interval: null };
}

/** How often a wrong word may be said of all pairs together. */
const alpha = 0.05;

interface NonInferiorityRules {
  margin: number;
  /** How many pairs share the chance of a wrong word. */
  pairs: number;
  pAdjusted: number;
  /** Whether scores are shares of runs that passed. */
  rated: boolean;
  families: Families | undefined;
}

function stateOf([low, high]: Interval, margin: number): SubjectComparison["nonInferiority"]["state"] {
  if (high < -margin) return "shown-worse";
  return low > -margin ? "shown-not-worse" : "open";
}

function sideOf(
  subject: string,
  pairs: readonly ScoredPair[],
  side: "a" | "b",
  families: Families | undefined,
): ComparedSide {
  const sides = pairs.map((pair) => pair[side]);
  const means = sides.map((each) => each.mean);
  const sum = (value: (side: TaskSide) => number) => sides.reduce((total, each) => total + value(each), 0);
  const average = mean(means);
  return {
    subject,
    mean: average === null ? null : tidy(average),
    interval: scoreInterval(means, { once: sides.every(({ scored }) => scored === 1), families }),
    passed: sum(({ passed }) => passed),
    scored: sum(({ scored }) => scored),
    tried: sum(({ tried }) => tried),
    costUsd: averageOf(sides.map(({ costUsd }) => costUsd)),
    workingMs: averageOf(sides.map(({ workingMs }) => workingMs)),
  };
}

function averageOf(values: readonly (number | null)[]): number | null {
  return values.some((value) => value === null) ? null : mean(values as number[]);
}

/** Is the mean of a side the share of its runs that passed? */
function isRate({ mean, passed, scored }: TaskSide): boolean {
  return mean !== null && Math.abs(mean * scored - passed) < 1e-9;
}

function flipsOf(pairs: readonly TaskPair[]): TaskFlip[] {
  return pairs.flatMap(({ task, a, b }): TaskFlip[] => {
    if (a === null || b === null || a.scored === 0 || b.scored === 0) return [];
    const [passedA, passedB] = [passes(a), passes(b)];
    if (passedA === passedB || Math.abs(a.mean! - b.mean!) < 1e-9) return [];
    const [good, bad] = passedB ? [b, a] : [a, b];
    const runs = { failedRun: bad.firstFailed!, passedRun: good.firstPassed! };
    return [{ task, direction: passedB ? "gained" : "lost", ...runs }];
  });
}

/** A rule that does not depend on how many runs a side has: with one it is whether that one passed. */
function passes({ passed, scored }: TaskSide): boolean {
  return passed * 2 > scored;
}

function runsPerTask(pairs: readonly ScoredPair[]): [min: number, max: number] {
  if (pairs.length === 0) return [0, 0];
  let [least, most] = [Infinity, 0];
  for (const { a, b } of pairs) {
    least = Math.min(least, a.scored, b.scored);
    most = Math.max(most, a.scored, b.scored);
  }
  return [least, most];
}

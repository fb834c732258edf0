import { toNanoUsd } from "@flow-state-dev/core";
import type { OutcomeKind } from "@flow-state-dev/records";
import type { BenchmarkRunResult } from "./benchmark-run-result.ts";
import { gradeCell } from "./graded-cell.ts";

/**
 * The cells of a report, read by its rules: a list for each thing that is asked of them, all in the order of place
 * (subject, then task) and repetition. A report goes over its cells many times, and of a million objects each costs
 * more to fetch than to add up; lists of numbers come one after the other.
 */
export interface CellColumns {
  /** Where the cells of each place begin, and behind the last place where all end. */
  starts: Uint32Array;
  results: readonly BenchmarkRunResult[];
  /** Repetition. */
  runs: Float64Array;
  kinds: readonly OutcomeKind[];
  /** NaN where the outcome is no score. */
  scores: Float64Array;
  subjectUsd: Float64Array;
  judgeUsd: Float64Array;
  /** Subject and judge together as the result tells it, in whole billionths of a dollar; 0 when it is no number. */
  costNano: Float64Array;
  /** Calls whose cost nobody knows. */
  unknownCalls: Uint32Array;
  /** What comparisons go by: dollars that the score took of the subject. NaN where nobody knows. */
  comparedUsd: Float64Array;
  /** As the result tells it, which may be no finite number. */
  latencyMs: Float64Array;
  /**
   * 1 where the result tells more: of tokens, lost calls, scores of code, what counts, or of a time not to be trusted.
   */
  more: Uint8Array;
}

/** Sorts results into columns. `places[at]` is the place of a result, below `count`; the list is used up. */
export function columnsOf(
  results: readonly BenchmarkRunResult[],
  places: Uint32Array,
  count: number,
): CellColumns {
  const starts = startsOf(places, count);
  const runs = new Float64Array(results.length);
  const target = toTargets(results, places, starts, runs);
  const numbers = () => new Float64Array(results.length);
  const ordered = new Array<BenchmarkRunResult>(results.length);
  const kinds = new Array<OutcomeKind>(results.length);
  const columns = {
    ...{ starts, results: ordered, runs, kinds, scores: numbers() },
    ...{ subjectUsd: numbers(), judgeUsd: numbers(), costNano: numbers(), comparedUsd: numbers() },
    ...{
      unknownCalls: new Uint32Array(results.length),
      latencyMs: numbers(),
      more: new Uint8Array(results.length),
    },
  };
  // In the order in which they were given, which is mostly that in which they lie in memory.
  for (let from = 0; from < results.length; from++) {
    const at = target[from]!;
    const result = results[from]!;
    const { kind, score, subjectUsd, judgeUsd, unknownCalls, comparedUsd } = gradeCell(result);
    ordered[at] = result;
    kinds[at] = kind;
    runs[at] = result.run;
    columns.scores[at] = score ?? Number.NaN;
    columns.subjectUsd[at] = subjectUsd;
    columns.judgeUsd[at] = judgeUsd;
    columns.costNano[at] = Number.isFinite(result.costUsd) ? toNanoUsd(result.costUsd) : 0;
    columns.unknownCalls[at] = unknownCalls;
    columns.comparedUsd[at] = comparedUsd ?? Number.NaN;
    columns.latencyMs[at] = result.latencyMs ?? Number.NaN;
    columns.more[at] = tellsMore(result) ? 1 : 0;
  }
  return columns;
}

function tellsMore({ usage, lostCalls, codeScores, suspect, counted }: BenchmarkRunResult): boolean {
  const told = [usage, lostCalls, codeScores, counted].some((each) => each !== undefined);
  return told || (suspect ?? false);
}

function startsOf(places: Uint32Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  for (let at = 0; at < places.length; at++) starts[places[at]! + 1]! += 1;
  for (let place = 0; place < count; place++) starts[place + 1]! += starts[place]!;
  return starts;
}

/**
 * Turns places into where each result goes: to its place, and there by repetition; those of one repetition stay as
 * they were given. Lists are filled in place: there may be a million results.
 */
function toTargets(
  results: readonly BenchmarkRunResult[],
  places: Uint32Array,
  starts: Uint32Array,
  runs: Float64Array,
): Uint32Array {
  const next = starts.slice();
  const unordered = new Set<number>();
  for (let from = 0; from < results.length; from++) {
    const place = places[from]!;
    const at = next[place]!++;
    places[from] = at;
    runs[at] = results[from]!.run;
    // Results mostly come in the order of the plan.
    if (at > starts[place]! && !(runs[at - 1]! <= runs[at]!)) unordered.add(place);
  }
  if (unordered.size > 0) sortByRun(results, places, starts, unordered);
  return places;
}

function sortByRun(
  results: readonly BenchmarkRunResult[],
  targets: Uint32Array,
  starts: Uint32Array,
  unordered: ReadonlySet<number>,
): void {
  const sources = new Uint32Array(targets.length);
  for (let from = 0; from < targets.length; from++) sources[targets[from]!] = from;
  for (const place of unordered) {
    const start = starts[place]!;
    const members = Array.from(sources.subarray(start, starts[place + 1]));
    members.sort((a, b) => results[a]!.run - results[b]!.run);
    members.forEach((from, at) => {
      targets[from] = start + at;
    });
  }
}

/** The scores of the cells from one place in the columns to another, of those that have one. */
export function scoresBetween({ scores }: CellColumns, start: number, end: number): number[] {
  // A list of the right length: one that grows has room for seventeen, and there may be a list a task.
  const list = new Array<number>(end - start);
  let scored = 0;
  for (let at = start; at < end; at++) if (hasScore(scores[at]!)) list[scored++] = scores[at]!;
  list.length = scored;
  return list;
}

/** Is it a score, or the NaN that stands for none? */
export function hasScore(score: number): boolean {
  return !Number.isNaN(score);
}

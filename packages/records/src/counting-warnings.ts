import { cutOffMark } from "./cut-off-warning.ts";
import { uncountedMark } from "./uncounted-warning.ts";
import { unheardMark } from "./unheard-warning.ts";
import { unpricedMark } from "./unpriced-warning.ts";

/** Of each of these a run has one sentence, which counts over all calls of the run. */
const marks = [unheardMark, uncountedMark, unpricedMark, cutOffMark];

/** The warnings of a run that count calls: what the processes before have told, which a later one knows nothing of. */
export function countingWarnings(warnings: readonly string[]): string[] {
  return warnings.filter((warning) => markOf(warning) !== undefined);
}

/**
 * The warnings of a run, of those that count calls the ones that count the most: who counts over a whole run tells what
 * others have told of a part of it as well. The order in which they are told makes no difference.
 */
export function latestCounts(warnings: readonly string[]): string[] {
  const most = new Map<string, string>();
  for (const warning of warnings) {
    const mark = markOf(warning);
    if (mark === undefined) continue;
    const before = most.get(mark);
    if (before === undefined || isMore(numbersOf(warning), numbersOf(before))) most.set(mark, warning);
  }
  const kept = new Set(most.values());
  return [...new Set(warnings)].filter((warning) => markOf(warning) === undefined || kept.has(warning));
}

function markOf(warning: string): string | undefined {
  return marks.find((mark) => warning.includes(mark));
}

/** Of how many calls, and how many of them: what the sentence begins with. */
function numbersOf(warning: string): [all: number, counted: number] {
  const [, counted = "0", all = counted] = /^(\d+)(?: of (\d+))?/.exec(warning) ?? [];
  return [Number(all), Number(counted)];
}

function isMore([all, counted]: [number, number], [allBefore, countedBefore]: [number, number]): boolean {
  return all === allBefore ? counted > countedBefore : all > allBefore;
}

import { minimumTasks } from "@flow-state-dev/stats";
import type { Comparison } from "../report/comparison.ts";
import type { CompleteReport } from "../report/complete-report.ts";
import { digitsFor, fixed, formatP } from "./format-number.ts";
import { plainText } from "./plain-text.ts";
import type { ReportSentence } from "./sentence.ts";

const alpha = 0.05;

/** What a reader should know of one comparison beside its verdict. */
export function doubtSentences(comparison: Comparison): ReportSentence[] {
  const texts = [testsDisagree(comparison), tooSmallToMatter(comparison)].filter((text) => text !== null);
  return texts.map((text) => ({ about: "doubt", subject: comparison.candidate, text }));
}

/** The paired t and the sign-flip fall on different sides of 0.05. */
function testsDisagree({ candidate, tasks, families, paired, permutation }: Comparison): string | null {
  if (!paired || !permutation || (families ?? tasks) < minimumTasks) return null;
  const seen = paired.pAdjusted < alpha;
  if (seen === permutation.pAdjusted < alpha) return null;
  const more = families === undefined ? "more tasks" : "more families of tasks";
  const ps = `p ${formatP(permutation.pAdjusted)}, where the first has ${formatP(paired.pAdjusted)}`;
  return seen
    ? `${plainText(candidate)}: a second test, which assumes less, does not see the difference (${ps}). Take it as a hint; ${more} would settle it.`
    : `${plainText(candidate)}: a second test, which assumes less, does see a difference (${ps}). M${more.slice(1)} would settle it.`;
}

/** Better or worse for sure, but by less than the margin that was set. */
function tooSmallToMatter({ candidate, verdict, delta, paired, margin }: Comparison): string | null {
  if (verdict !== "better" && verdict !== "worse") return null;
  // Where it is the same on every task there is no interval, and no doubt about its size.
  const ends = paired?.interval95 ?? [delta];
  if (!ends.every((end) => Math.abs(end) < margin)) return null;
  return `${plainText(candidate)}: the difference is real but small, below the ${fixed(margin, digitsFor(margin))} that matters here.`;
}

/** Tasks that comparisons leave out, said once when it is the same for all of them. */
export function droppedSentences({ comparisons, tasks: all }: CompleteReport): ReportSentence[] {
  const short = comparisons.filter(({ droppedTasks, tasks }) => droppedTasks.length > 0 && tasks > 0);
  const [first] = short;
  if (first === undefined) return [];
  const why = "because only these have a score for both";
  if (short.length === comparisons.length && short.every(({ tasks }) => tasks === first.tasks)) {
    return [{ about: "doubt", text: `Compared on ${first.tasks} of ${all} tasks, ${why}.` }];
  }
  return short.map(({ candidate, tasks }) => ({
    about: "doubt",
    subject: candidate,
    text: `${plainText(candidate)} is compared on ${tasks} of ${all} tasks, ${why}.`,
  }));
}

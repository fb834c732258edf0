import { minimumTasks } from "@flow-state-dev/stats";
import type { Comparison } from "../report/comparison.ts";
import type { CompleteReport } from "../report/complete-report.ts";
import { digitsFor, fixed, formatCount, formatTimes, range, roundedUp, signed } from "./format-number.ts";
import { plainText } from "./plain-text.ts";
import { countedTasks } from "./words.ts";

/** What may be said of one candidate, as a sentence or two; when most of its cells broke, that too. */
export function verdictSentence(comparison: Comparison, report: CompleteReport): string {
  const { candidate, baseline } = comparison;
  const own = failedShare(report, candidate);
  const other = failedShare(report, baseline);
  const said = [
    own === null ? "" : ` ${own} of its cells failed.`,
    other === null ? "" : ` ${other} of the cells of ${baselineName(report)} failed.`,
  ];
  return `${verdictAlone(comparison, report)}${said.join("")}`;
}

/** `8 of 8`, when more than half of the cells of a subject broke; else null. */
function failedShare({ summaries }: CompleteReport, subject: string): string | null {
  const outcomes = summaries.find((summary) => summary.subject === subject)?.outcomes;
  if (!outcomes) return null;
  const failed = outcomes.errored + outcomes["timed-out"] + outcomes["over-budget"];
  const all = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  return failed * 2 > all ? `${formatCount(failed)} of ${formatCount(all)}` : null;
}

function verdictAlone(comparison: Comparison, report: CompleteReport): string {
  const name = plainText(comparison.candidate);
  const other = baselineName(report);
  const { verdict, tasks, families, margin } = comparison;
  const cost = costClause(comparison, report);
  if (tasks === 0) return `${name}: nothing to compare, because no task has a score of both it and ${other}.`;
  switch (verdict) {
    case "too-few-tasks":
      return `${name}: ${tooFew(comparison)}, and ${families === undefined ? tasks : countedTasks(tasks, families)} ${tasks === 1 ? "was" : "were"} compared.`;
    case "better":
      return `${name} beats ${other} by ${amount(comparison)}, ${tally(comparison)}${cost}.`;
    case "worse":
      return `${name} falls short of ${other} by ${amount(comparison)}, ${tally(comparison)}${cost}.`;
    case "equivalent":
      return comparison.paired
        ? `${name} does as well as ${other} (any difference is below ${fixed(margin, digitsFor(margin))})${cost}.`
        : `${name} does as well as ${other} (the same score ${onAll(comparison)})${cost}.`;
    case "inconclusive":
      return inconclusive(name, other, comparison);
  }
}

/** What the others are compared with: `the baseline`, or its name when that would not be clear. */
function baselineName({ baselineSubjects, primaryBaseline }: CompleteReport): string {
  if (baselineSubjects.length === 1 && baselineSubjects[0] === primaryBaseline) return "the baseline";
  return primaryBaseline === undefined ? "the baseline" : plainText(primaryBaseline);
}

/** `0.11 (0.03 to 0.19)`: how large the difference is, whichever way it goes. */
function amount({ delta, paired }: Comparison): string {
  const size = Math.abs(delta);
  if (!paired) return fixed(size, digitsFor(size));
  const [low, high] = paired.interval95;
  const [least, most] = delta < 0 ? [-high, -low] : [low, high];
  const digits = digitsFor(size, least, most);
  return `${fixed(size, digits)} (${range([least, most], digits)})`;
}

/** `better on 15 of 24 tasks and worse on 5`, what the verdict says first. */
function tally({ winsTiesLosses: [wins, , losses], tasks, delta }: Comparison): string {
  const [first, many, second, few] =
    delta < 0 ? ["worse", losses, "better", wins] : ["better", wins, "worse", losses];
  if (many === tasks) return `${first} on all ${tasks} tasks`;
  return `${first} on ${many} of ${tasks} tasks and ${second} on ${few === 0 ? "none" : few}`;
}

function costClause({ candidate, baseline, costRatio }: Comparison, { summaries }: CompleteReport): string {
  if (costRatio) {
    const { value } = costRatio;
    return value > 0.95 && value < 1.05
      ? ", at about the same cost"
      : `, at ${formatTimes(value)} times the cost`;
  }
  const unknown = summaries.some(
    ({ subject, unknownCalls }) => unknownCalls > 0 && (subject === candidate || subject === baseline),
  );
  return unknown ? ", at a cost that is not known" : "";
}

function inconclusive(name: string, other: string, comparison: Comparison): string {
  const { delta, tasks, families, paired, detectable: seen } = comparison;
  if (!paired) {
    if (Math.abs(delta) < 1e-9) {
      return `${name}: no difference seen: it scored the same as ${other} ${onAll(comparison)}, too few to call them the same.${seen === null ? "" : ` ${couldHaveSeen(seen)}`}`;
    }
    const size = fixed(Math.abs(delta), digitsFor(delta));
    return `${name}: no difference shown: ${size} ${delta > 0 ? "more" : "less"} on each of ${families === undefined ? `${tasks} tasks` : `${families} families`}, too few for so many comparisons.`;
  }
  const digits = digitsFor(delta, ...paired.interval95);
  if (paired.p < 0.05) {
    return `${name}: no difference shown: ${signed(delta, digits)} (${range(paired.interval95, digits)}) would count alone, but not as one of several comparisons.`;
  }
  return `${name}: no difference seen. ${couldHaveSeen(seen)}`;
}

/** Where the scores do not differ: on every task, or in the means of families, whose tasks may. */
function onAll({ tasks, families, winsTiesLosses: [, ties] }: Comparison): string {
  return families === undefined || ties === tasks
    ? `on all ${tasks} tasks`
    : `in the mean of each of ${families} families`;
}

/** What there has to be more of: tasks, or families of tasks where some are siblings. */
function tooFew({ families }: Comparison): string {
  const what = families === undefined ? "tasks" : "families of tasks";
  return `too few ${what} to tell: at least ${minimumTasks} are needed`;
}

function couldHaveSeen(seen: number | null): string {
  return seen === null || seen >= 1
    ? "This run could hardly have seen any."
    : `This run could have seen about ${roundedUp(seen)} or more.`;
}

/** `Too few tasks to tell` once, when it holds for all candidates alike; else null. */
export function tooFewForAll(comparisons: readonly Comparison[]): string | null {
  const [first] = comparisons;
  if (first === undefined || first.tasks === 0) return null;
  const alike = comparisons.every(
    ({ verdict, tasks, families }) =>
      verdict === "too-few-tasks" && tasks === first.tasks && families === first.families,
  );
  if (!alike) return null;
  const there = `${first.tasks === 1 ? "is" : "are"} ${countedTasks(first.tasks, first.families)}`;
  return `T${tooFew(first).slice(1)}, and there ${there} with scores to compare.`;
}

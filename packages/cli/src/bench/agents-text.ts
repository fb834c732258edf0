import { firstNamed, formatDuration, formatMoney } from "@flow-state-dev/core";
import type { AgentComparison, AgentResults, SuiteResults } from "@flow-state-dev/suites";
import { countsAlone, hintText } from "../diff/doubts.ts";
import { narrowRows } from "../text/narrow-rows.ts";
import { shortNames } from "../text/short-names.ts";
import {
  asSet,
  countedInFamilies,
  differenceRange,
  digitsOfChange,
  fixed,
  percent,
  roundedUp,
  signed,
  times,
} from "../text/show-numbers.ts";
import { visibleLine } from "../text/visible-text.ts";

/**
 * The scorecard of several agents: a row each, then what it says about each against the first, and where they differ.
 *
 * @param columns of the terminal that its table is made to fit; as wide as it comes without
 */
export function agentsText(
  { byAgent, comparisons, cases, total }: SuiteResults,
  columns?: number | undefined,
): string[] {
  const [first] = byAgent;
  if (!first || byAgent.length < 2) return [];
  // Cases that were not run yet are not among them, and may be those that are shared.
  if (new Set(cases.map(({ id }) => id)).size === total)
    return ["No two agents work on the same case, so they are not compared.", ""];
  const k = Math.max(...byAgent.map(({ passHatK }) => passHatK?.k ?? 1));
  const nameOf = shortNames(byAgent.map(({ agent }) => agent));
  const rows = byAgent.map((agent) => {
    const comparison = comparisons.find(({ b }) => b.subject === agent.agent);
    return [
      nameOf(agent.agent),
      ...rowOf(agent),
      ...(k > 1 ? [chanceText(agent, k)] : []),
      agent.costPerCase === null ? "unknown" : formatMoney(agent.costPerCase),
      agent.durationPerCase === null ? "–" : formatDuration(agent.durationPerCase * 1000),
      ...(comparison ? [differenceText(comparison), comparison.verdict] : ["–", "first"]),
    ];
  });
  const head = [
    ...["agent", k > 1 ? "every time" : "passed", "rate", "95 % interval"],
    ...(k > 1 ? [`all ${k} pass`] : []),
    // With several runs of a case, costs and the difference are those of runs.
    ...(k > 1
      ? ["$/run", "time/run", `Δ of runs vs ${nameOf(first.agent)}`]
      : ["$/case", "time/case", `Δ vs ${nameOf(first.agent)}`]),
    "verdict",
  ];
  return [
    ...narrowRows([head, ...rows], dispensable(k), columns),
    "",
    ...comparisons
      .filter((comparison) => !isEmpty(comparison))
      .flatMap((comparison) => sentences(comparison, nameOf)),
    ...emptyOnes(comparisons, nameOf),
    "",
  ];
}

/** Columns that a narrow terminal does without, in this order. */
function dispensable(k: number): string[] {
  return ["time/run", "time/case", `all ${k} pass`, "95 % interval", "$/run", "$/case"];
}

function isEmpty({ delta, tasks }: AgentComparison): boolean {
  return delta === null || tasks === 0;
}

function emptyOnes(all: readonly AgentComparison[], nameOf: (agent: string) => string): string[] {
  const [first, ...others] = all.filter(isEmpty);
  if (first === undefined) return [];
  const agents = [first, ...others].map(({ b }) => nameOf(b.subject)).join(", ");
  return [`${agents} against ${nameOf(first.a.subject)}: ${saying(first)}`];
}

function rowOf({ passed, total, passRate }: AgentResults): string[] {
  return [
    `${passed} of ${total}`,
    passRate ? `${percent(passRate.value)} %` : "–",
    passRate?.interval ? `${percent(passRate.interval[0])}–${percent(passRate.interval[1])} %` : "–",
  ];
}

/**
 * That all of k runs pass. Of an agent whose cases all have fewer results it is not known, and where some do, it says
 * so.
 */
function chanceText({ passHatK, total }: AgentResults, k: number): string {
  if (passHatK?.k !== k) return "–";
  return `${percent(passHatK.value)} %${passHatK.cases < total ? ` of ${passHatK.cases}` : ""}`;
}

function differenceText({ delta, paired }: AgentComparison): string {
  if (delta === null) return "–";
  const interval = paired && ` (${differenceRange(paired.interval95)})`;
  return `${signed(delta, digitsOfChange(0, delta))}${interval ?? ""}`;
}

const mostDiffering = 8;

function sentences(comparison: AgentComparison, nameOf: (agent: string) => string): string[] {
  const { differing } = comparison;
  const shown = firstNamed(
    differing,
    mostDiffering,
    (each) => `${visibleLine(each.case, 80)} (${percent(each.a)} → ${percent(each.b)} %)`,
  );
  return [
    `${agentSides(comparison, nameOf)}: ${saying(comparison)}${fragileText(comparison)}`,
    ...(differing.length > 0 ? [`  they differ on ${shown}`] : []),
  ];
}

/** One sentence on an agent against the first, with the interval of the difference where it was measured. */
export function againstFirst(comparison: AgentComparison): string {
  const { delta, paired } = comparison;
  const range = delta === null || paired === null ? "" : ` (${differenceRange(paired.interval95)})`;
  const nameOf = shortNames([comparison.a.subject, comparison.b.subject]);
  return `${agentSides(comparison, nameOf)}: ${saying(comparison, range)}${fragileText(comparison)}`;
}

function fragileText(comparison: AgentComparison): string {
  if (!comparison.fragile || isEmpty(comparison)) return "";
  return " The verdict would change if all runs without a result went for it, or all against it.";
}

function agentSides({ a, b }: AgentComparison, nameOf: (agent: string) => string): string {
  return `${nameOf(b.subject)} against ${nameOf(a.subject)}`;
}

function saying(comparison: AgentComparison, range = ""): string {
  const { delta, verdict, winsTiesLosses, tasks, families, costRatio } = comparison;
  if (delta === null || isEmpty(comparison)) return "no case has a result of both.";
  const [wins, , losses] = winsTiesLosses;
  const cost = costRatio ? `, at ${costText(costRatio.value)}` : "";
  const counts = `better on ${wins} and worse on ${losses} of ${countedInFamilies(tasks, families, "case")}${cost}${hintText(comparison)}.`;
  switch (verdict) {
    case "better":
    case "worse":
      return `${verdict} by ${fixed(Math.abs(delta), digitsOfChange(0, delta))}${range}, ${counts}`;
    case "equivalent":
      return `as good, within ${asSet(comparison.margin)}${range}; ${counts}`;
    case "too-few-tasks":
      return `too few ${families === undefined ? "cases" : "families of cases"} to tell; ${counts}`;
    default:
      return countsAlone(comparison.paired)
        ? `no difference shown${range}; ${counts} It would count alone, but not as one of several comparisons.`
        : `no difference seen${range}; ${counts}${seenText(comparison)}`;
  }
}

/** About the difference that would have been seen. */
function seenText({ detectable: seen }: AgentComparison): string {
  if (seen === null) return "";
  return seen >= 1
    ? " This run could hardly have seen any."
    : ` This run could have seen about ${roundedUp(seen)} or more.`;
}

function costText(ratio: number): string {
  return times(ratio) === "1.00" ? "the same cost" : `${times(ratio)} times the cost`;
}

import { formatDuration, formatMoney, type PriceTable } from "@flow-state-dev/core";
import {
  type BenchAgent,
  type CostEstimate,
  isJudged,
  modelFor,
  type SuiteCase,
  worksOn,
} from "@flow-state-dev/suites";
import { alignRows } from "../text/align-rows.ts";
import { shortNames } from "../text/short-names.ts";
import { counted } from "../text/show-numbers.ts";
import { visibleLine } from "../text/visible-text.ts";
import type { BenchFlags } from "./bench-flags.ts";
import type { PlannedBench } from "./plan-bench.ts";
import { type PlanMoney, planMoney } from "./plan-money.ts";
import { allRuns, type RunsLeft } from "./runs-left.ts";

/** So many cases are listed one by one. */
const casesShown = 50;

/**
 * What `x bench --plan` says below the headline: every case that has runs left, with who works on it where, then what
 * all of it takes.
 */
export function benchPlanText(
  { cases, agents }: PlannedBench,
  flags: BenchFlags,
  { earlier }: Pick<CostEstimate, "earlier">,
  left: RunsLeft,
  prices: PriceTable,
): string {
  const all = cellsOf(cases, agents, allRuns(flags));
  const planned = cellsOf(cases, agents, left);
  const done = doneLine(all, planned);
  if (planned.length === 0) return `Nothing is left to run.\n${done}Nothing was run or spent.\n`;
  const shown = planned.slice(0, casesShown);
  const idOf = shortNames(
    shown.map(({ it }) => it.id),
    40,
  );
  const rows = shown.map(({ it, own, cells }) => [
    idOf(it.id),
    String(cells),
    own.map((bench) => who(bench, modelFor(bench, flags.model ?? null, it.model))).join(", "),
    formatMoney(it.budget),
    formatDuration(it.timeout * 1000),
    workspaceText(it),
  ]);
  const more = planned.length - rows.length;
  return [
    alignRows([["case", "runs", "agent", "$/run ≤", "time/run ≤", "works on"], ...rows]),
    ...(more > 0 ? [`and ${counted(more, "more case")}\n`] : []),
    "\n",
    `${takes(planned, flags)}\n`,
    ...(planned.some(({ it }) => isJudged(it)) ? ["What the judge takes comes on top of $/run.\n"] : []),
    ...costLines(earlier, planned, flags, prices).map((line) => `${line}\n`),
    ...notFetched(planned.map(({ it }) => it)),
    done,
    ...(left.isGoingOn ? [`${resumeWords}\n`] : []),
    "Nothing was run or spent.\n",
  ].join("");
}

const resumeWords =
  "Runs that an unfinished run has a result of are not run again; the others have their whole budget once more, whatever they spent before.";

/** The cases that have something to be run, each with the agents that it is left to. */
function cellsOf(cases: readonly SuiteCase[], agents: readonly BenchAgent[], left: RunsLeft): PlannedCells[] {
  return cases.flatMap((it) => {
    const own = agents.filter((bench) => worksOn(bench, it) && left.of(bench.name, it) > 0);
    const cells = own.reduce((sum, { name }) => sum + left.of(name, it), 0);
    return cells === 0 ? [] : [{ it, own, cells }];
  });
}

/** A plan looks at no workspace, so that it does not see whether a case has changed. */
function doneLine(all: readonly PlannedCells[], planned: readonly PlannedCells[]): string {
  const [of, left] = [countOf(all), countOf(planned)];
  if (left === of) return "";
  return `${of - left} of ${counted(of, "run")} were done before and are not in this; cases that have changed since run again, on top of it.\n`;
}

function countOf(planned: readonly PlannedCells[]): number {
  return planned.reduce((sum, { cells }) => sum + cells, 0);
}

/**
 * Cases that may cost money, simulated and free models apart, each with as many of the runs that are left as may do so.
 */
export function paidCases(
  { cases, agents }: PlannedBench,
  flags: BenchFlags,
  left: RunsLeft,
  prices: PriceTable,
): SuiteCase[] {
  return cases.flatMap((it) => {
    const paid = agents.filter((agent) => {
      const money = planMoney(agent, it, flags, prices);
      return worksOn(agent, it) && (money.has("real") || money.has("own"));
    });
    const runs = paid.reduce((sum, { name }) => sum + left.of(name, it), 0);
    return runs === 0 ? [] : [{ ...it, runs }];
  });
}

interface PlannedCells {
  it: SuiteCase;
  own: readonly BenchAgent[];
  cells: number;
}

function takes(planned: readonly PlannedCells[], flags: BenchFlags): string {
  const seconds = planned.reduce((sum, each) => sum + each.it.timeout * each.cells, 0);
  const atOnce = flags.concurrent ?? 1;
  const where = flags.on === undefined ? "on this machine" : "on the workers that take them";
  const order = atOnce === 1 ? "one after the other" : `${atOnce} at once`;
  // With cases of different lengths the last ones may leave places empty, for the longest of them at most.
  const longest = Math.max(...planned.map(({ it }) => it.timeout));
  const most = atOnce === 1 ? seconds : Math.min(seconds, seconds / atOnce + longest);
  const time =
    flags.on === undefined
      ? ` · agents take at most ${formatDuration(most * 1000)}, set-up and grading come on top`
      : "";
  return `${counted(countOf(planned), "run")}, ${order}, ${where}${time}`;
}

/** What it is likely to cost, and what of that is not money or is not known beforehand. */
function costLines(
  earlier: CostEstimate["earlier"],
  planned: readonly PlannedCells[],
  flags: BenchFlags,
  prices: PriceTable,
): string[] {
  const money = new Set<PlanMoney>();
  const untold = new Set<string>();
  let paid = 0;
  for (const { it, own } of planned) {
    const kinds = own.flatMap((agent) => {
      const each = planMoney(agent, it, flags, prices);
      if (each.has("own")) untold.add(visibleLine(agent.name, 60));
      return [...each];
    });
    for (const kind of kinds) money.add(kind);
    if (kinds.some((kind) => kind === "real" || kind === "own")) paid += 1;
  }
  if (money.size === 0) return ["Costs nothing: no model is called."];
  if (paid === 0 && !money.has("play")) return ["Costs nothing: all models are free."];
  const play = "What simulated models cost is play money";
  if (paid === 0) return [`${play}: no real money is spent.`];
  return [
    likely(earlier, paid),
    ...(untold.size > 0
      ? [`What ${[...untold].join(", ")} may spend past the gateway is known only as far as it tells.`]
      : []),
    ...(money.has("play") ? [`${play}, and is not in that.`] : []),
  ];
}

/** `paid` cases may cost something. */
function likely(earlier: CostEstimate["earlier"], paid: number): string {
  if (earlier === null)
    return "What it is likely to cost is not known: these cases have no earlier run here that spent real money.";
  const part = earlier.cases < paid ? ` for ${earlier.cases} of ${counted(paid, "case")}` : "";
  return `About ${formatMoney(earlier.usd)}${part}, from ${counted(earlier.runs, "earlier run")}, whichever agent and model`;
}

/** Agents without a use for a model are named alone. */
function who({ name, agent }: BenchAgent, model: string | null): string {
  const shown = visibleLine(name, 40);
  const uses = model !== null && (agent.needsModel || agent.wires !== undefined);
  return uses && !name.endsWith(`@${model}`) ? `${shown} on ${visibleLine(model, 40)}` : shown;
}

/** A plan reaches for nothing on the network, so what it names may turn out not to be there. */
function notFetched(cases: readonly SuiteCase[]): string[] {
  const repositories = new Set(
    cases.flatMap(({ workspace }) =>
      workspace.kind === "git" && workspace.absolute === null ? [visibleLine(workspace.repository, 60)] : [],
    ),
  );
  return repositories.size === 0
    ? []
    : [`Not fetched, so not known to be there: ${[...repositories].join(", ")}.\n`];
}

function workspaceText({ workspace }: SuiteCase): string {
  switch (workspace.kind) {
    case "project":
      return "the project around this folder";
    case "folder":
      return visibleLine(workspace.path, 60);
    case "git":
      return visibleLine(`${workspace.repository}${workspace.ref === null ? "" : `#${workspace.ref}`}`, 60);
  }
}

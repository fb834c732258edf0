import { formatMoney, sumUsd } from "@flow-state-dev/core";
import { countFamilies, familiesOf } from "@flow-state-dev/stats";
import {
  type BenchAgent,
  type Enforcement,
  isJudged,
  modelFor,
  parseAgentName,
  type SandboxChoice,
  type SuiteCase,
  worksOn,
} from "@flow-state-dev/suites";
import { countedInFamilies, timesRuns } from "../text/show-numbers.ts";
import { visibleLine, visibleText } from "../text/visible-text.ts";
import type { BenchFlags } from "./bench-flags.ts";
import type { PlannedBench } from "./plan-bench.ts";
import type { RunsLeft } from "./runs-left.ts";

/**
 * What is about to run: a line, and below it what a reader must know before trusting the numbers.
 *
 * @param budgetUsd for the whole run, what it spent before included
 */
export async function benchHeadline(
  { suite, cases, agents }: PlannedBench,
  { sandbox, notice }: SandboxChoice,
  flags: BenchFlags,
  budgetUsd: number | undefined,
  left: RunsLeft,
): Promise<string> {
  const who = await Promise.all(agents.map(async (agent) => visibleLine(await whoIs(agent, cases, flags))));
  const runs = timesRuns(cases.map((it) => flags.runs ?? it.runs));
  const families = familiesOf(cases.map(({ family }) => family));
  const most = boundText(cases, agents, flags, budgetUsd, left);
  const line = [
    visibleLine(suite.name),
    `${countedInFamilies(cases.length, families && countFamilies(families), "case")}${runs}`,
    who.join(", "),
    `sandbox ${sandbox.name}`,
    ...(most === null ? [] : [most]),
    ...(flags.resume && !left.isGoingOn ? ["a new run, as there is none like it to go on with"] : []),
  ].join(" · ");
  const notices = [
    ...(isWeak(sandbox.enforces) ? [notice] : []),
    ...suite.notices.map(({ message }) => visibleText(message)),
  ];
  return [line, ...notices, "", ""].join("\n");
}

/** What may be spent; null when nobody is there who could spend anything. */
function boundText(
  cases: readonly SuiteCase[],
  agents: readonly BenchAgent[],
  { resume }: BenchFlags,
  budgetUsd: number | undefined,
  left: RunsLeft,
): string | null {
  const agentsUsd = mostOfAgents(cases, agents, left);
  const isPaid = isJudgedIn(cases, agents, left);
  const atMost = (usd: number) => `at most ${formatMoney(usd)}${left.isGoingOn ? " more" : ""}`;
  if (budgetUsd === undefined) {
    if (agentsUsd === null) return isPaid ? "costs what the judge takes" : null;
    return `${atMost(agentsUsd)}${isPaid ? ", and what the judge takes" : ""}`;
  }
  if (!resume) return atMost(budgetUsd);
  // What a continued run has spent counts against a budget of the whole run, and against nothing else.
  const restUsd = Math.max(0, sumUsd([budgetUsd, -left.spentUsd]));
  return atMost(isPaid ? restUsd : Math.min(restUsd, agentsUsd ?? restUsd));
}

async function whoIs(bench: BenchAgent, cases: readonly SuiteCase[], flags: BenchFlags): Promise<string> {
  const parsed = parseAgentName(bench.name);
  if (!parsed.ok || !bench.agent.needsModel) return bench.name;
  const version = (await bench.agent.version()).split("+")[0];
  const name = "cli" in parsed.agent ? parsed.agent.cli : parsed.agent.kind === "x" ? "x" : bench.name;
  const models = new Set(
    cases.filter((it) => worksOn(bench, it)).map((it) => modelFor(bench, flags.model ?? null, it.model)),
  );
  return `${name} ${version} on ${[...models].join(" and ")}`;
}

/** What agents may spend together in the runs that are left, judges not included; null when none can spend anything. */
function mostOfAgents(
  cases: readonly SuiteCase[],
  agents: readonly BenchAgent[],
  left: RunsLeft,
): number | null {
  const spending = agents.filter(({ name, agent }) => agent.needsModel || name.startsWith("command:"));
  if (spending.length === 0) return null;
  return spending.reduce(
    (sum, bench) =>
      cases
        .filter((it) => worksOn(bench, it))
        .reduce((total, it) => total + it.budget * left.of(bench.name, it), sum),
    0,
  );
}

/** Is there a run left that a judge is asked about? No budget of a case holds for that. */
function isJudgedIn(cases: readonly SuiteCase[], agents: readonly BenchAgent[], left: RunsLeft): boolean {
  return cases
    .filter(isJudged)
    .some((it) => agents.some((bench) => worksOn(bench, it) && left.of(bench.name, it) > 0));
}

function isWeak({ tree, network, files, memory, processes, fileSize }: Enforcement): boolean {
  return !(tree && network && files && fileSize) || memory === "none" || processes === "none";
}

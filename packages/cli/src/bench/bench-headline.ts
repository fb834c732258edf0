import { formatMoney } from "@flow-state-dev/core";
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
import { counted } from "../show-numbers.ts";
import { visibleLine, visibleText } from "../visible-text.ts";
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
  const runs = runsOf(cases, flags);
  const most = boundOf(mostUsd(cases, agents, left), flags, budgetUsd, left);
  const line = [
    suite.name,
    `${counted(cases.length, "case")}${runs}`,
    who.join(", "),
    `sandbox ${sandbox.name}`,
    ...(most === null ? [] : [`at most ${formatMoney(most)}${left.isGoingOn ? " more" : ""}`]),
    ...(flags.resume && !left.isGoingOn ? ["a new run, as there is none like it to go on with"] : []),
  ].join(" · ");
  const notices = [
    ...(isWeak(sandbox.enforces) ? [notice] : []),
    ...suite.notices.map(({ message }) => visibleText(message)),
  ];
  return [line, ...notices, "", ""].join("\n");
}

/** What a continued run has spent counts against a budget of the whole run, and against nothing else. */
function boundOf(
  casesUsd: number | null,
  { resume }: BenchFlags,
  budgetUsd: number | undefined,
  { spentUsd }: RunsLeft,
): number | null {
  if (!resume || budgetUsd === undefined) return budgetUsd ?? casesUsd;
  const restUsd = Math.max(0, budgetUsd - spentUsd);
  return Math.min(restUsd, casesUsd ?? restUsd);
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

function runsOf(cases: readonly SuiteCase[], flags: BenchFlags): string {
  const most = Math.max(...cases.map(({ runs }) => flags.runs ?? runs));
  const least = Math.min(...cases.map(({ runs }) => flags.runs ?? runs));
  if (most === 1) return "";
  return ` × ${least === most ? most : `${least}–${most}`} runs`;
}

/** What all cases may spend together in the runs that are left; null when nobody is there who could spend anything. */
function mostUsd(cases: readonly SuiteCase[], agents: readonly BenchAgent[], left: RunsLeft): number | null {
  const spending = agents.filter(({ name, agent }) => agent.needsModel || name.startsWith("command:"));
  const judged = cases.some(isJudged);
  const payers = judged ? agents : spending;
  if (payers.length === 0) return null;
  return payers.reduce(
    (sum, bench) =>
      cases
        .filter((it) => worksOn(bench, it))
        .reduce((total, it) => total + it.budget * left.of(bench.name, it), sum),
    0,
  );
}

function isWeak({ tree, network, files, memory, processes, fileSize }: Enforcement): boolean {
  return !(tree && network && files && fileSize) || memory === "none" || processes === "none";
}

import {
  asLanguageModel,
  FlowError,
  formatMoneyApart,
  isSimulated,
  isSimulatedId,
  type LanguageModel,
  type ModelResolver,
  type PriceTable,
  UnpricedModelError,
} from "@flow-state-dev/core";
import { isJudged } from "../suite/is-judged.ts";
import type { SuiteCase } from "../suite/suite.ts";
import { type BenchAgent, modelFor, worksOn } from "./bench-agent.ts";
import type { BenchConfig } from "./bench-config.ts";
import { type ModelServers, noWay, waysTo } from "./wire/case-gateway.ts";

/** A run of a suite that makes no sense as it is asked for; nothing was run. */
export class BenchConfigError extends FlowError {
  override readonly name = "BenchConfigError";

  constructor(problem: string) {
    super(problem, { code: "bench-config" });
  }
}

/** Models that a run needs. */
export interface BenchModels {
  /** Their ids, as they were named. */
  ids: readonly string[];
  simulated: boolean;
}

/**
 * Finds what would fail in every case before anything runs: two agents of one name, no model for an agent that needs
 * one, a missing key, a model without a price, a number that is none; and a budget of a case that does not pay for one
 * call of its model.
 */
export function checkBench(
  config: Pick<BenchConfig, "kind" | "agents" | "model" | "judgeModel" | "limits" | "servers" | "budgetUsd"> &
    Pick<BenchConfig, "runs" | "diskBytes" | "commandLimits">,
  cases: readonly SuiteCase[],
  resolver: ModelResolver,
  prices: PriceTable,
): BenchModels {
  const { agents, runs, diskBytes, commandLimits } = config;
  for (const [name, value] of Object.entries({ runs, diskBytes, ...commandLimits })) {
    if (value !== undefined && !(Number.isSafeInteger(value) && value > 0))
      throw new BenchConfigError(`${name} is ${value}; it has to be a whole number from 1.`);
  }
  if (agents.length === 0) throw new BenchConfigError("There is no agent to run: name one with --agent.");
  if (cases.length === 0) throw new BenchConfigError("There is no case to run.");
  const names = agents.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw new BenchConfigError(`The agent ${twice} is named twice.`);
  const uses = agents.flatMap((agent) =>
    cases.filter((it) => worksOn(agent, it)).flatMap((it) => needed(agent, it, config)),
  );
  const ids = new Set(uses.map(({ id }) => id));
  const models = new Map([...ids].map((id) => [id, asLanguageModel(resolver(id), id)]));
  const priced = !config.limits?.allowUnpriced;
  // The limit of a case is its agent's; what a judge costs counts against the budget of the run, if there is one.
  const limited = new Set(uses.filter(({ payer }) => payer === "agent").map(({ id }) => id));
  const others = config.budgetUsd === undefined ? null : "the run";
  if (priced)
    for (const [id, model] of models) checkPrice(id, model, prices, limited.has(id) ? "a case" : others);
  for (const agent of agents)
    for (const it of cases) if (worksOn(agent, it)) checkBudget(agent, it, { ...config, models, prices });
  const onWire = agents.flatMap((agent) =>
    cases.filter((it) => worksOn(agent, it)).flatMap((it) => wireModel(agent, it, config)),
  );
  for (const [agent, id] of onWire) checkWay(agent, id, config.servers ?? {}, priced ? prices : null);
  const simulated =
    [...models.values()].some(isSimulated) ||
    [...ids].some(isSimulatedId) ||
    agents.some((agent) => agent.simulated === true);
  return { ids: [...new Set([...ids, ...onWire.map(([, id]) => id)])], simulated };
}

/** The model that an agent calls itself, if it does. */
function wireModel(
  bench: BenchAgent,
  it: SuiteCase,
  { model = null }: Pick<BenchConfig, "model">,
): [BenchAgent, string][] {
  if (!callsItself(bench)) return [];
  if (it.network === "none") {
    throw new BenchConfigError(
      `The agent ${bench.name} reaches its model over the network, and the case ${it.id} has none: leave its "network" out, or set it to "gateway".`,
    );
  }
  const chosen = modelFor(bench, model, it.model);
  return chosen === null ? [] : [[bench, chosen]];
}

function callsItself({ agent }: BenchAgent): boolean {
  return agent.needsModel && agent.wires !== undefined;
}

function checkWay(
  { agent }: BenchAgent,
  model: string,
  servers: ModelServers,
  prices: PriceTable | null,
): void {
  const wires = agent.wires ?? [];
  const [way] = waysTo(model, wires, servers).values();
  if (!way) throw noWay(model, wires, servers);
  if (prices && prices.price(way.modelId) === null)
    throw new UnpricedModelError(model, "a case", way.modelId);
}

/** The models that are called for a case from here, and who pays for each. */
function needed(
  bench: BenchAgent,
  it: SuiteCase,
  { model = null, judgeModel }: Pick<BenchConfig, "model" | "judgeModel">,
): { id: string; payer: "agent" | "judge" }[] {
  const chosen = modelFor(bench, model, it.model);
  const judged = isJudged(it);
  const judge = judged ? (judgeModel ?? chosen) : null;
  if (judged && judge === null) {
    throw new BenchConfigError(
      `The case ${it.id} has a judge: expectation, and there is no model to judge: name one with --judge-model.`,
    );
  }
  const judging = judge === null ? [] : [{ id: judge, payer: "judge" as const }];
  if (!bench.agent.needsModel) return judging;
  if (chosen === null) {
    throw new BenchConfigError(
      `The agent ${bench.name} needs a model for the case ${it.id}: name one with --model, or in the suite.`,
    );
  }
  return [...(callsItself(bench) ? [] : [{ id: chosen, payer: "agent" as const }]), ...judging];
}

/** @param account whose limit its calls count against; null when nothing limits them */
function checkPrice(id: string, model: LanguageModel, prices: PriceTable, account: string | null): void {
  const pricedAs = model.pricedAs ?? id;
  if (!model.price && prices.price(pricedAs) === null) throw new UnpricedModelError(id, account, pricedAs);
}

/** What an agent would not even begin for want of money would look like a failure of its own. */
function checkBudget(
  bench: BenchAgent,
  { id, prompt, budget, timeout, model: caseModel }: SuiteCase,
  {
    kind,
    model = null,
    models,
    prices,
  }: Pick<BenchConfig, "kind" | "model"> & {
    models: ReadonlyMap<string, LanguageModel>;
    prices: PriceTable;
  },
): void {
  const modelId = modelFor(bench, model, caseModel);
  const resolved = modelId === null ? undefined : models.get(modelId);
  if (modelId === null || resolved === undefined) return;
  const task = { prompt, budgetUsd: budget, timeoutMs: timeout * 1000, model: resolved, modelId, prices };
  const wantedUsd = bench.agent.tooDear?.(task) ?? null;
  if (wantedUsd === null) return;
  const [limit, wanted] = formatMoneyApart([budget, wantedUsd]);
  const [whose, raise] =
    kind === "run"
      ? ["The budget", "raise it with --budget"]
      : [`The budget of the case ${id}`, 'raise its "budget"'];
  throw new BenchConfigError(
    `${whose} (${limit}) does not pay for one call of ${modelId}, which may cost up to ${wanted}: ${raise}, or choose a cheaper model. Nothing was run.`,
  );
}

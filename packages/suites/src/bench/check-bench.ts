import {
  asLanguageModel,
  FlowError,
  isSimulated,
  type LanguageModel,
  type ModelResolver,
  type PriceTable,
  parseModelId,
  UnpricedModelError,
} from "@flow-state-dev/core";
import type { SuiteCase } from "../suite/suite.ts";
import { type BenchAgent, modelFor, worksOn } from "./bench-agent.ts";
import type { BenchConfig } from "./bench-config.ts";

/** A run of a suite that makes no sense as it is asked for; nothing was run. */
export class BenchConfigError extends FlowError {
  override readonly name = "BenchConfigError";

  constructor(problem: string) {
    super(problem, { code: "bench-config" });
  }
}

/** Models that a run needs, resolved once. */
export interface BenchModels {
  models: ReadonlyMap<string, LanguageModel>;
  simulated: boolean;
}

/**
 * Finds what would fail in every case before anything runs: two agents of one name, no model for an agent that needs
 * one, a missing key, a model without a price.
 */
export function checkBench(
  config: Pick<BenchConfig, "agents" | "model" | "judgeModel" | "limits">,
  cases: readonly SuiteCase[],
  resolver: ModelResolver,
  prices: PriceTable,
): BenchModels {
  const { agents } = config;
  if (agents.length === 0) throw new BenchConfigError("There is no agent to run: name one with --agent.");
  if (cases.length === 0) throw new BenchConfigError("There is no case to run.");
  const names = agents.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw new BenchConfigError(`The agent ${twice} is named twice.`);
  const ids = new Set(
    agents.flatMap((agent) =>
      cases.filter((it) => worksOn(agent, it)).flatMap((it) => needed(agent, it, config)),
    ),
  );
  const models = new Map([...ids].map((id) => [id, asLanguageModel(resolver(id), id)]));
  if (!config.limits?.allowUnpriced) for (const [id, model] of models) checkPrice(id, model, prices);
  const simulated =
    [...models.values()].some(isSimulated) ||
    [...ids].some(isMadeUp) ||
    agents.some((agent) => agent.simulated === true);
  return { models, simulated };
}

function needed(
  bench: BenchAgent,
  it: SuiteCase,
  { model = null, judgeModel }: Pick<BenchConfig, "model" | "judgeModel">,
): string[] {
  const chosen = modelFor(bench, model, it.model);
  const judged = it.expect.some(
    ({ expectation }) => (expectation.kind === "not" ? expectation.of : expectation).kind === "judge",
  );
  const judge = judged ? (judgeModel ?? chosen) : null;
  if (judged && judge === null) {
    throw new BenchConfigError(
      `The case ${it.id} has a judge: expectation, and there is no model to judge: name one with --judge-model.`,
    );
  }
  if (!bench.agent.needsModel) return judge === null ? [] : [judge];
  if (chosen === null) {
    throw new BenchConfigError(
      `The agent ${bench.name} needs a model for the case ${it.id}: name one with --model, or in the suite.`,
    );
  }
  return judge === null ? [chosen] : [chosen, judge];
}

function checkPrice(id: string, model: LanguageModel, prices: PriceTable): void {
  const pricedAs = model.pricedAs ?? id;
  if (!model.price && prices.price(pricedAs) === null) throw new UnpricedModelError(id, "a case", pricedAs);
}

function isMadeUp(modelId: string): boolean {
  try {
    const { kind } = parseModelId(modelId);
    return kind === "sim" || kind === "scripted";
  } catch {
    return false;
  }
}

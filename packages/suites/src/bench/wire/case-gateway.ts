import type { Account, PriceTable, ServerSettings } from "@flow-state-dev/core";
import type { JobGateway, MeteredFigures } from "../../agent/job-gateway.ts";
import type { ModelAccess } from "../../agent/model-access.ts";
import type { Exchange } from "../../gateway/exchange.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import { openGateway } from "../../gateway/open-gateway.ts";
import type { UpstreamOptions } from "../../gateway/provider-access.ts";
import { ownerOf } from "../../gateway/provider-wires.ts";
import { findUpstream, type Upstream } from "../../gateway/upstream.ts";
import type { WireName } from "../../gateway/wires/wire-name.ts";
import type { SuiteCase } from "../../suite/suite.ts";
import type { BenchAgent } from "../bench-agent.ts";

/** Where models are reached from a gateway. */
export interface ModelServers {
  /** Default: the environment of this process. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Addresses and keys by provider; they win over the environment. */
  providers?: Readonly<Record<string, ServerSettings>>;
}

/** What the gateway of a case is opened with. */
export interface CaseGatewayParts {
  agent: BenchAgent;
  it: SuiteCase;
  model: string | null;
  account: Account;
  prices: PriceTable;
  servers: ModelServers;
  onExchange: (exchange: Exchange) => void;
}

/** A gateway for one case, as the agent and as the sandbox see it. */
export interface CaseGateway extends AsyncDisposable {
  job: JobGateway;
  gateway: Gateway;
  /** The model of the case, as exchanges name it. */
  modelIds: ReadonlySet<string>;
}

/**
 * Opens the gateway for an agent that calls its model itself. Null when it calls none, when the case has no network at
 * all, or when no model is named and the agent needs none. Throws what is missing to reach the model.
 */
export async function openCaseGateway(parts: CaseGatewayParts): Promise<CaseGateway | null> {
  const { agent, it, model, account, prices, servers } = parts;
  const { wires, needsModel } = agent.agent;
  if (!wires || it.network === "none" || model === null) return null;
  const ways = waysTo(model, wires, servers);
  if (needsModel && ways.size === 0) throw noWay(model, wires, servers);
  const gateway = await openGateway({
    ...{ account, prices, agent: agent.name, onExchange: parts.onExchange },
    // What helpers of an agent ask for goes to the model that is measured too.
    ...(needsModel && { model }),
    ...servers,
  });
  return {
    gateway,
    modelIds: new Set([...ways.values()].map(({ modelId }) => modelId)),
    job: {
      access: accessBy(gateway, ways, prices),
      ...{ url: gateway.url, key: gateway.key },
      get calls() {
        return gateway.totals.calls + gateway.underWay;
      },
      async figures() {
        await gateway.close();
        return figuresOf(gateway);
      },
    },
    [Symbol.asyncDispose]: () => gateway.close(),
  };
}

/**
 * The ways on which a model can be reached by someone who speaks these wires. Only those of its provider's own, where
 * there is one: over others a provider may cache no prompts, and the same work would cost many times as much.
 */
export function waysTo(
  model: string,
  wires: readonly WireName[],
  servers: ModelServers,
): Map<WireName, Upstream> {
  const ways = new Map<WireName, Upstream>();
  for (const wire of wires) {
    try {
      ways.set(wire, findUpstream(wire, model, complete(servers)));
    } catch {
      // Another wire may lead there; when none does, `noWay` says why.
    }
  }
  const own = [...ways].filter(([wire, { provider }]) => ownerOf(wire) === provider);
  return own.length === 0 ? ways : new Map(own);
}

/** Why there is no way to a model: what is wrong with the agent's first choice. */
export function noWay(model: string, [wire]: readonly WireName[], servers: ModelServers): Error {
  try {
    findUpstream(wire!, model, complete(servers));
  } catch (error) {
    return error as Error;
  }
  throw new Error(`There is a way to ${model}.`);
}

function complete({ env = process.env, providers }: ModelServers): UpstreamOptions {
  return { env, ...(providers && { providers }) };
}

function accessBy(
  { url, key }: Gateway,
  ways: ReadonlyMap<WireName, Upstream>,
  prices: PriceTable,
): ModelAccess | null {
  const [first] = ways.values();
  if (!first) return null;
  return {
    urls: Object.fromEntries([...ways.keys()].map((wire) => [wire, url])),
    ...{ key, model: first.model, price: prices.price(first.modelId) },
  };
}

/** What a gateway has counted, as the figures of a run. A cost that is only known in part is unknown. */
export function figuresOf({
  totals,
  overBudget,
  refusal,
}: Pick<Gateway, "totals" | "overBudget" | "refusal">): MeteredFigures {
  const { calls, complete: turns, usage, refused, retried, failed, unmetered } = totals;
  return {
    ...{ calls, turns, usage, refused, retried, failed, unmetered, refusal },
    costUsd: totals.unpriced > 0 ? null : totals.costUsd,
    overBudget: overBudget && { account: overBudget.account, detail: overBudget.message },
  };
}

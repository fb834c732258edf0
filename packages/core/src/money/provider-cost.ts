import type { SharedV4ProviderMetadata } from "@ai-sdk/provider";

/**
 * What the provider itself says the call cost, in US dollars; undefined when it says nothing, or nothing sensible.
 * `rawUsage` is the usage as it was on the wire, which OpenRouter marks when the call ran on the user's own key.
 */
export function providerCostUsd(
  metadata: SharedV4ProviderMetadata | undefined,
  rawUsage?: unknown,
): number | undefined {
  if (!metadata) return undefined;
  return (
    amount(metadata.x?.costUsd) ??
    openRouterCost(metadata.openrouter?.usage, rawUsage) ??
    gatewayCost(metadata.gateway)
  );
}

/**
 * With a key of the user's own, OpenRouter's figure is its fee alone and the provider's bill comes on top. Without
 * one the upstream figure is part of the cost, and never above it, which tells the two apart when nothing else does.
 */
function openRouterCost(usage: unknown, rawUsage: unknown): number | undefined {
  const reported = usage as
    | { cost?: unknown; costDetails?: { upstreamInferenceCost?: unknown }; cost_details?: UpstreamCost }
    | undefined;
  const cost = amount(reported?.cost);
  if (cost === undefined) return undefined;
  const upstream = amount(
    reported?.costDetails?.upstreamInferenceCost ?? reported?.cost_details?.upstream_inference_cost,
  );
  if (upstream === undefined) return cost;
  const ownKey = (rawUsage as { is_byok?: unknown } | undefined)?.is_byok;
  return (typeof ownKey === "boolean" ? ownKey : upstream > cost) ? cost + upstream : cost;
}

/** On a key of the user's own the gateway itself charges nothing; the market price is what the provider bills. */
function gatewayCost(reported: { cost?: unknown; marketCost?: unknown } | undefined): number | undefined {
  const cost = amount(reported?.cost);
  return cost === 0 ? (amount(reported?.marketCost) ?? 0) : cost;
}

interface UpstreamCost {
  upstream_inference_cost?: unknown;
}

/** No call costs so much; a figure above it is a mistake and would close every account. */
const mostUsd = 100_000;

function amount(value: unknown): number | undefined {
  if (typeof value !== "number" && (typeof value !== "string" || value.trim() === "")) return undefined;
  const usd = Number(value);
  return usd >= 0 && usd <= mostUsd ? usd : undefined;
}

import { FlowError, nearestName } from "@flow-state-dev/core";
import type { Limits, ProviderLimits } from "@flow-state-dev/sweep";
import { namedValue } from "../typed/named-value.ts";
import { parseCount } from "../typed/parse-flags.ts";

/** A `--limits` that makes no sense. */
class LimitsFlagError extends FlowError {
  override readonly name = "LimitsFlagError";

  constructor(problem: string) {
    super(
      `--limits ${problem}. Write it like --limits rpm=500,tpm=200000,cells=8, or for one provider like --limits anthropic:rpm=50,cells=2..16`,
      { code: "limits-flag" },
    );
  }
}

const names = ["rpm", "tpm", "cells"];

/**
 * Limits of providers, from what `--limits` says: `rpm` and `tpm` are requests and tokens a minute, `cells` is how many
 * run at once, so many or, as `2..16`, as many as turn out well. Before a colon stands the provider; without one it is
 * for each of those that are not named. Throws a `LimitsFlagError`.
 */
export function providerLimits(flags: readonly string[] = []): Record<string, ProviderLimits> {
  const limits: Record<string, ProviderLimits> = {};
  for (const flag of flags) {
    const [, provider = "*", said] = /^(?:([^:=,]+):)?(.*)$/s.exec(flag)!;
    const one = { ...limits[provider] };
    for (const part of said!.split(",")) Object.assign(one, limitOf(part));
    limits[provider] = one;
  }
  return limits;
}

/** The limits of a sweep, as far as flags say them; nothing when they do not. Throws a `LimitsFlagError`. */
export function sweepLimitsOf({ strict, limits }: { strict?: boolean; limits?: readonly string[] }): {
  limits?: Pick<Limits, "strict" | "providers">;
} {
  if (!strict && !limits) return {};
  return { limits: { ...(strict && { strict }), ...(limits && { providers: providerLimits(limits) }) } };
}

function limitOf(part: string): ProviderLimits {
  if (part.trim() === "") throw new LimitsFlagError("lacks a limit before or after a comma");
  const { name, value } = namedValue(part);
  if (name === "rpm") return { requestsPerMinute: countOf(name, value) };
  if (name === "tpm") return { tokensPerMinute: countOf(name, value) };
  if (name === "cells") return { concurrency: cellsOf(value) };
  const nearest = nearestName(name, names);
  throw new LimitsFlagError(
    `has "${name}", which is no limit${nearest === undefined ? "" : ` (did you mean ${nearest}?)`}`,
  );
}

function cellsOf(value: string): NonNullable<ProviderLimits["concurrency"]> {
  const range = /^(\d+)\.\.(\d+)$/.exec(value);
  if (!range) return countOf("cells", value);
  const [start, max] = [countOf("cells", range[1]!), countOf("cells", range[2]!)];
  if (start > max) throw new LimitsFlagError(`has cells=${value}, whose end is below its start`);
  return { start, max };
}

function countOf(name: string, value: string): number {
  try {
    return parseCount(value);
  } catch {
    throw new LimitsFlagError(`has ${name}=${value}, which is no whole number from 1`);
  }
}

import { fromNanoUsd, toNanoUsd } from "./nano-usd.ts";
import type { RunManifest } from "./run.ts";

/** US dollars that a run has paid for checks of its judge, by the run of the check. Kept among its circumstances. */
export type PaidChecks = Readonly<Record<string, number>>;

/** More than any check can cost: of a run from elsewhere it is not believed. */
const mostUsd = 1e6;

/** Those of a run as it is kept; what is no amount is left out. */
export function readPaidChecks({ circumstances }: Pick<RunManifest, "circumstances">): PaidChecks {
  const isUsd = (usd: unknown) => typeof usd === "number" && usd >= 0 && usd <= mostUsd;
  return Object.fromEntries(
    Object.entries(Object(circumstances.judgeChecks)).filter(([, usd]) => isUsd(usd)),
  ) as PaidChecks;
}

/** US dollars of all of them. */
export function checksUsd(checks: PaidChecks): number {
  const nanos = Object.values(checks).map((usd) => toNanoUsd(usd, "the cost of a check")!);
  return fromNanoUsd(nanos.reduce((sum, nano) => sum + nano, 0));
}

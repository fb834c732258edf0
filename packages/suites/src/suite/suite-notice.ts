import { formatUsd } from "@flow-state-dev/core";
import type { Suite, SuiteNotice } from "./suite.ts";

/** Says that cases have a limit that nobody gave. `total` counts all cases that are to run. */
export function limitNotice(
  kind: SuiteNotice["kind"],
  value: number,
  cases: readonly string[],
  total: number,
): SuiteNotice {
  const limit = kind === "default-budget" ? "budget" : "timeout";
  const may = limit === "budget" ? `may spend ${formatUsd(value)}` : `may take ${value} s`;
  const which =
    cases.length === total
      ? `the suite gives no ${limit}: each case`
      : `no ${limit} for ${cases.length} of ${total} cases: each`;
  return { kind, value, cases, message: `${which} ${may}` };
}

/** What of the notices of a suite holds for the cases that are chosen; one that holds for none of them is left out. */
export function noticesFor({ notices }: Suite, chosen: readonly { id: string }[]): SuiteNotice[] {
  const ids = new Set(chosen.map(({ id }) => id));
  return notices.flatMap(({ kind, value, cases }) => {
    const own = cases.filter((id) => ids.has(id));
    return own.length === 0 ? [] : [limitNotice(kind, value, own, chosen.length)];
  });
}

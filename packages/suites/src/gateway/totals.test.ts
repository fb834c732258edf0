import { noUsage } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import type { Exchange } from "./exchange.ts";
import { addExchange, noTotals } from "./totals.ts";

test("a try again that was not sent on is refused, and no call", () => {
  const totals = noTotals();
  const call = (status: Exchange["status"], retryOf: number | null) =>
    ({ status, retryOf, usage: noUsage, usageKnown: "reported", costUsd: 0.5 }) as Exchange;
  for (const each of [call("complete", null), call("aborted", null), call("refused", 2)])
    addExchange(totals, each);
  expect(totals).toMatchObject({ calls: 2, refused: 1, retried: 0, costUsd: 1 });
  addExchange(totals, call("complete", 2));
  expect(totals).toMatchObject({ calls: 3, retried: 1 });
});

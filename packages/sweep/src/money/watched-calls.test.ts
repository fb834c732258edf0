import { noUsage } from "@flow-state-dev/core";
import type { CallRecord, RunStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { watchedCallsOf } from "./watched-calls.ts";

const opening = {
  ...{ subject: "one", task: "t", run: 1, attempt: 1, callId: "call", payer: "subject" },
  ...{ modelId: "acme/a", worstCaseUsd: null, openedAt: new Date(0).toISOString() },
} as const;
const charged = { ...opening, state: "charged", usage: noUsage, costUsd: null, closedAt: opening.openedAt };

/** A store with these calls. */
const storeOf = (...calls: object[]) =>
  ({
    async *calls() {
      yield* calls as CallRecord[];
    },
  }) as unknown as RunStore;

test("of the calls of a run those count that were charged, whoever made them", async () => {
  const reported = { ...charged, details: { usageKnown: "reported", status: "complete" } };
  const store = storeOf(reported, { ...opening, state: "open" }, { ...opening, state: "lost" }, reported);
  expect((await watchedCallsOf(store, "run")).warnings()).toEqual([
    "2 of 2 model calls have no price (acme/a): what they cost is in no figure.",
  ]);
});

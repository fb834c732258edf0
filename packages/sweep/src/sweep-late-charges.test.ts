import { spawnSync } from "node:child_process";
import { hostname } from "node:os";
import { noUsage } from "@flow-state-dev/core";
import { describe, expect, test } from "vitest";
import { setUp } from "../test/support/sweep-setup.ts";
import { manifestOf, passed, planOfSize } from "../test/support/sweeping.ts";

describe("calls that were under way when a process died", () => {
  /** A run of which a process has died with two calls under way, of $1.50 and $0.50 at most. */
  async function withLostCalls() {
    const all = setUp();
    const { store } = all;
    const plan = planOfSize(1, 2);
    const manifest = manifestOf(plan);
    const { id } = await store.createRun(manifest, plan.count);
    const { pid } = spawnSync(process.execPath, ["--version"]);
    const cell = plan.at(0);
    await store.registerWorker({ id: "dead", host: hostname(), pid });
    await store.claim(id, "dead", cell);
    for (const [callId, worstCaseUsd] of [
      ["large", 1.5],
      ["small", 0.5],
    ] as const) {
      const opening = { callId, worstCaseUsd, payer: "subject", modelId: "acme/one" } as const;
      await store.openCall(id, cell, 1, { ...opening, openedAt: "2026-01-01T00:00:00.000Z" });
    }
    const charge = (callId: string, costUsd: number) =>
      store.chargeCall(id, { callId, costUsd, usage: { ...noUsage }, details: {} });
    return { ...all, plan, manifest, id, charge };
  }
  const told =
    "2 calls were under way when an earlier process died: carried at the most they can have cost, $2.";

  test("are told while nobody knows what they cost, and not kept with the run", async () => {
    const { run, plan, id, store, types } = await withLostCalls();
    const { warnings } = await run(async () => passed(), { plan, run: id });
    expect(warnings).toEqual([expect.stringContaining(told)]);
    expect(types("planned")).toMatchObject([{ warnings }]);
    expect(types("warning")).toMatchObject([{ message: warnings[0] }]);
    expect((await store.findRun(id))?.warnings).toEqual([]);
  });

  test.each([
    ["all of them", ["large", "small"], []],
    ["some", ["large"], ["$0.50 of the $0.75 spent is carried, not known: 1 call, lost with a process"]],
  ])("are no warning any more once %s are charged after all", async (_, charged, left) => {
    const { run, plan, id, store, charge, types } = await withLostCalls();
    const { spend, warnings } = await run(
      async ({ task }) => {
        if (task === "t1") for (const callId of charged) await charge(callId, 0.25);
        return passed();
      },
      { plan, run: id },
    );
    expect(types("warning")[0]).toMatchObject({ message: expect.stringContaining(told) });
    expect(spend.carried).toBe(left.length === 0 ? 0 : 0.5);
    expect(warnings).toEqual(left.map((sentence) => expect.stringContaining(sentence)));
    expect((await store.findRun(id))?.warnings).toEqual([]);
  });
});

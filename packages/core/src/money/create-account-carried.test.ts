import { describe, expect, test } from "vitest";
import { facts, open, stateOf } from "../../test/support/spending.ts";
import type { Charge } from "./charge.ts";
import { createAccount } from "./create-account.ts";

describe("a call that is carried", () => {
  const carried = (usd: number | null) => ({
    ...facts(usd),
    usageKnown: "estimated" as const,
    carried: true,
  });

  test("counts at what it is carried at until it is known, once", async () => {
    const charges: unknown[] = [];
    const ledger = {
      opened: () => {},
      charged: (charge: Charge & { carried?: boolean }) =>
        void charges.push([charge.costUsd, charge.carried === true]),
    };
    const run = createAccount({ name: "run", limitUsd: 10, ledger });
    const cell = run.child({ name: "cell" });
    const call = await open(cell, 4);
    const first = call.settle(carried(4));
    expect(call.settle(carried(5))).toBe(first);
    expect([run.spentUsd, cell.spentUsd, run.calls, run.openCalls]).toEqual([4, 4, 1, 0]);
    const known = call.settle(facts(1, { inputTokens: 7 }));
    expect(call.settle(facts(9))).toBe(known);
    expect([run.spentUsd, cell.spentUsd, run.calls, run.openCalls]).toEqual([1, 1, 1, 0]);
    expect([run.usage.inputTokens, known.costUsd]).toEqual([7, 1]);
    expect(charges).toEqual([
      [4, true],
      [1, false],
    ]);
  });

  test("of unknown worst case becomes known, or the other way round", async () => {
    const run = createAccount({ name: "run" });
    const [one, two] = [await open(run, null), await open(run, 2)];
    one.settle(carried(null));
    two.settle(carried(2));
    expect([run.spentUsd, run.unpricedCalls]).toEqual([2, 1]);
    one.settle(facts(3));
    two.settle(facts(null));
    expect([run.spentUsd, run.unpricedCalls, run.calls]).toEqual([3, 1, 2]);
  });

  test("lets those that wait for money in once it is known", async () => {
    const run = createAccount({ name: "run", limitUsd: 10, strict: true });
    const call = await open(run, 6);
    await open(run, 4);
    const waiting = open(run, 3);
    call.settle(carried(6));
    expect(await stateOf(waiting)).toBe("waiting");
    call.settle(facts(1));
    expect(await stateOf(waiting)).toBe("open");
  });
});

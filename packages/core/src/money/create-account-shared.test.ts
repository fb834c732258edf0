import { describe, expect, test, vi } from "vitest";
import { facts, open, stateOf } from "../../test/support/spending.ts";
import type { Ledger, LedgerAnswer } from "./account.ts";
import type { Charge } from "./charge.ts";
import { createAccount } from "./create-account.ts";
import { InvalidAmountError } from "./invalid-amount-error.ts";

describe("books that others write too", () => {
  /** A ledger that answers as it is told; opens everything while it is told nothing. */
  function shared(limitUsd: number, strict = false) {
    const answers: LedgerAnswer[] = [];
    const charges: Charge[] = [];
    const signals: (AbortSignal | undefined)[] = [];
    const run = createAccount({
      ...{ name: "run", limitUsd, strict, alreadySpentUsd: 0.5 },
      ledger: {
        async opened(_, signal) {
          signals.push(signal);
          return answers.shift();
        },
        charged: (charge) => void charges.push(charge),
      },
    });
    return { run, answers, charges, signals };
  }

  test("tell with each opening what others have spent, more or less than before", async () => {
    const { run, answers } = shared(10);
    answers.push({ state: "opened", elsewhereUsd: 2 });
    (await open(run.child({ name: "cell" }))).settle(facts(1));
    expect([run.spentUsd, run.leftUsd]).toEqual([3, 7]);
    answers.push({ state: "opened", elsewhereUsd: -0.25 });
    await open(run);
    expect(run.spentUsd).toBe(0.75);
  });

  test("may refuse a call, which then was never there", async () => {
    const { run, answers, charges } = shared(10);
    answers.push({ state: "refused", elsewhereUsd: 10 });
    const cell = run.child({ name: "cell" });
    await expect(open(cell)).rejects.toMatchObject({
      ...{ code: "budget-exceeded", account: "run", spentUsd: 10, limitUsd: 10 },
      message: "run is spent: $10.00 of $10.00. Raise its limit to go on.",
    });
    expect([run.calls, run.openCalls, cell.openCalls, charges]).toEqual([0, 0, 0, []]);
    await expect(open(cell)).rejects.toMatchObject({ code: "budget-exceeded" });
  });

  test("may refuse a strict call although something is left, and are given its signal to wait with", async () => {
    const { run, answers, signals } = shared(10, true);
    answers.push({ state: "refused", elsewhereUsd: 8 });
    const { signal } = new AbortController();
    await expect(open(run, 4, signal)).rejects.toMatchObject({
      message: expect.stringContaining("this call may cost $4.00"),
    });
    expect(signals).toEqual([signal]);
    expect([run.reservedUsd, run.spentUsd]).toEqual([0, 8]);
    expect(await stateOf(open(run, 2))).toBe("open");
  });

  test("that tell no amount stop the call: a limit against nothing would be none", async () => {
    const { run, answers } = shared(10);
    answers.push({ state: "opened", elsewhereUsd: Number.NaN });
    await expect(open(run)).rejects.toBeInstanceOf(InvalidAmountError);
    expect([run.openCalls, run.spentUsd]).toEqual([0, 0.5]);
  });

  test("when others pass the limit, calls under way are cut off, again when they do it again", async () => {
    const { run } = shared(10);
    const first = await open(run.child({ name: "cell" }));
    run.learn(10);
    expect(first.signal.aborted).toBe(false);
    run.learn(10.5);
    expect(first.signal.reason).toMatchObject({ code: "budget-exceeded", account: "run" });
    run.learn(3);
    const second = await open(run);
    run.learn(11);
    expect(second.signal.aborted).toBe(true);
  });

  test("what others spend ends the wait of a strict call that will never fit", async () => {
    const { run } = shared(10, true);
    await open(run, 6);
    const waiting = open(run, 4);
    expect(await stateOf(waiting)).toBe("waiting");
    run.learn(7);
    await expect(waiting).rejects.toMatchObject({ code: "budget-exceeded" });
  });
});

test("a call that waits in the books for money of others does not keep those who wait for themselves waiting", async () => {
  const alarms: (() => void)[] = [];
  const run = createAccount({
    name: "run",
    limitUsd: 1,
    strict: true,
    ledger: {
      opened: ({ accounts }): Promise<LedgerAnswer> =>
        accounts[1] === "b" ? new Promise(() => {}) : Promise.resolve({ state: "opened", elsewhereUsd: 0 }),
      charged: () => {},
    },
    after: (_, callback) => {
      alarms.push(callback);
      return () => {};
    },
  });
  const [a, b] = [run.child({ name: "a" }), run.child({ name: "b" })];
  await open(a, 0.4);
  const waitsInTheBooks = open(b, 0.4);
  const second = open(a, 0.4);
  expect(await Promise.all([waitsInTheBooks, second].map(stateOf))).toEqual(["waiting", "waiting"]);
  for (const alarm of alarms.splice(0)) alarm();
  expect(await Promise.all([waitsInTheBooks, second].map(stateOf))).toEqual(["waiting", "refused"]);
});

test("strict: what the books have granted stands, whatever else waits there for money that others have spent", async () => {
  const answers = new Map<string, (answer: LedgerAnswer) => void>();
  const ledger: Ledger = {
    opened: ({ modelId }) => new Promise<LedgerAnswer>((resolve) => answers.set(modelId, resolve)),
    charged: () => {},
  };
  const run = createAccount({ name: "run", limitUsd: 10, strict: true, ledger });
  const first = run.open({ modelId: "a/first", worstCaseUsd: 5 });
  void run.open({ modelId: "a/second", worstCaseUsd: 5 });
  await vi.waitFor(() => expect(answers.size).toBe(2));
  answers.get("a/first")!({ state: "opened", elsewhereUsd: 3 });
  expect(await stateOf(first)).toBe("open");
});

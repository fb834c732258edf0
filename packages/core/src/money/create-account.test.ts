import { describe, expect, test } from "vitest";
import { facts, open, spend, stateOf } from "../../test/support/spending.ts";
import type { AccountOptions, OpenedCall } from "./account.ts";
import { BudgetExceededError } from "./budget-exceeded-error.ts";
import type { Charge } from "./charge.ts";
import { createAccount } from "./create-account.ts";
import { InvalidAmountError } from "./invalid-amount-error.ts";

describe("books", () => {
  test("a charge counts in its account and in every one above, to the last digit", async () => {
    const run = createAccount({ name: "run" });
    const cell = run.child({ name: "cell" });
    const judge = cell.child({ name: "judge", payer: "judge" });
    for (let i = 0; i < 10; i += 1) await spend(cell, 0.1);
    await spend(judge, 0.2);
    expect([run.spentUsd, cell.spentUsd, judge.spentUsd]).toEqual([1.2, 1.2, 0.2]);
    expect([run.calls, cell.calls, judge.calls]).toEqual([11, 11, 1]);
    expect(judge.path).toEqual(["run", "cell", "judge"]);
  });

  test("tokens are added up at every level, and the sum handed out is a copy", async () => {
    const run = createAccount({ name: "run" });
    const cell = run.child({ name: "cell" });
    const usage = {
      inputTokens: 5,
      outputTokens: 4,
      cacheReadTokens: 3,
      cacheWriteTokens: 2,
      reasoningTokens: 1,
    };
    for (let i = 0; i < 2; i += 1) (await open(cell)).settle(facts(0, usage));
    run.usage.inputTokens = 99;
    expect(run.usage).toEqual({
      inputTokens: 10,
      outputTokens: 8,
      cacheReadTokens: 6,
      cacheWriteTokens: 4,
      reasoningTokens: 2,
    });
    expect(cell.usage).toEqual(run.usage);
  });

  test("a charge names its call, its accounts and who pays; the payer is inherited", async () => {
    const run = createAccount({ name: "run", payer: "agent" });
    const call = await open(run.child({ name: "cell" }));
    expect(call.settle(facts(1))).toMatchObject({
      callId: call.id,
      accounts: ["run", "cell"],
      payer: "agent",
    });
    expect((await open(run)).id).not.toBe(call.id);
  });

  test("the first settling counts, later ones return the same charge", async () => {
    const charged: Charge[] = [];
    const run = createAccount({
      name: "run",
      ledger: { opened: () => {}, charged: (c) => void charged.push(c) },
    });
    const call = await open(run);
    const first = call.settle(facts(1));
    expect(call.settle(facts(5))).toBe(first);
    expect([run.spentUsd, run.calls, run.openCalls, charged.length]).toEqual([1, 1, 0, 1]);
  });

  test("a cost that is not known is counted as such, not as nothing", async () => {
    const run = createAccount({ name: "run" });
    (await open(run, null)).settle(facts(null));
    expect([run.spentUsd, run.calls, run.unpricedCalls]).toEqual([0, 1, 1]);
  });

  // As an error it would leave the call open: its money held back for ever, and its answer lost.
  test.each([Number.NaN, -1, Number.POSITIVE_INFINITY, 1e11])(
    "a cost of %d ends the call at the most it can have cost",
    async (usd) => {
      const run = createAccount({ name: "run", limitUsd: 1, strict: true });
      const call = await open(run, 0.25);
      expect(call.settle(facts(usd))).toMatchObject({ status: "complete", costUsd: 0.25 });
      expect(run).toMatchObject({ spentUsd: 0.25, reservedUsd: 0, openCalls: 0, calls: 1 });
    },
  );

  test("a cost that is none is unknown when the model has no price", async () => {
    const run = createAccount({ name: "run" });
    const call = await open(run, null);
    expect(call.settle(facts(Number.NaN))).toMatchObject({ costUsd: null, costBasis: "unpriced" });
    expect(run).toMatchObject({ spentUsd: 0, openCalls: 0, unpricedCalls: 1 });
  });

  test("costs are kept in whole billionths of a dollar", async () => {
    const run = createAccount({ name: "run" });
    expect((await open(run)).settle(facts(0.1 + 0.2)).costUsd).toBe(0.3);
  });
});

describe("limits", () => {
  test.each([Number.NaN, -1, Number.POSITIVE_INFINITY])("a limit of %d is an error", (limitUsd) => {
    expect(() => createAccount({ name: "run", limitUsd })).toThrow(
      `The limit of run is ${limitUsd}. It has to be a finite number of US dollars, 0 or more.`,
    );
    expect(() => createAccount({ name: "run" }).child({ name: "cell", limitUsd })).toThrow(
      "The limit of cell",
    );
  });

  test.each([false, true])("a limit of 0 refuses everything (strict: %s)", async (strict) => {
    const run = createAccount({ name: "run", limitUsd: 0, strict });
    await expect(open(run)).rejects.toThrow("run is spent: $0.00 of $0.00. Raise its limit to go on.");
  });

  test.each([false, true])("a spent account refuses, as does one under it (strict: %s)", async (strict) => {
    const run = createAccount({ name: "run", limitUsd: 2, strict });
    const cell = run.child({ name: "cell", limitUsd: 5 });
    await spend(cell, 2);
    for (const account of [run, cell]) {
      await expect(open(account)).rejects.toMatchObject({
        code: "budget-exceeded",
        message: "run is spent: $2.00 of $2.00. Raise its limit to go on.",
        details: { account: "run", limitUsd: 2, spentUsd: 2 },
      });
    }
    expect([run.calls, run.openCalls]).toEqual([1, 0]);
  });

  test("a spent child leaves its siblings alone", async () => {
    const run = createAccount({ name: "run" });
    const cell = run.child({ name: "cell", limitUsd: 1 });
    await spend(cell, 1);
    await expect(open(cell)).rejects.toBeInstanceOf(BudgetExceededError);
    await spend(run.child({ name: "other", limitUsd: 1 }), 0.5);
    expect(run.spentUsd).toBe(1.5);
  });

  test("what is left is what the tightest account above still bears", async () => {
    const run = createAccount({ name: "run", limitUsd: 3 });
    const cell = run.child({ name: "cell", limitUsd: 2 });
    expect(createAccount({ name: "free" }).leftUsd).toBeUndefined();
    expect([run.leftUsd, cell.leftUsd, cell.child({ name: "judge" }).leftUsd]).toEqual([3, 2, 2]);
    await spend(run, 2.5);
    expect([run.leftUsd, cell.leftUsd]).toEqual([0.5, 0.5]);
    await spend(run, 1);
    expect(cell.leftUsd).toBe(0);
  });

  test("calls under way are cut off when a limit is passed, those elsewhere are not", async () => {
    const run = createAccount({ name: "run", limitUsd: 10 });
    const cell = run.child({ name: "cell", limitUsd: 1 });
    const [inside, deeper, outside] = [
      await open(cell),
      await open(cell.child({ name: "judge" })),
      await open(run),
    ];
    const passing = await open(cell);

    (await open(cell)).settle(facts(1));
    expect(inside.signal.aborted).toBe(false);
    passing.settle(facts(0.5));
    for (const call of [inside, deeper]) {
      expect(call.signal.reason).toMatchObject({
        code: "budget-exceeded",
        details: { account: "cell", spentUsd: 1.5 },
      });
    }
    expect(outside.signal.aborted).toBe(false);
    inside.settle(facts(0.25));
    expect([cell.spentUsd, cell.openCalls, run.openCalls]).toEqual([1.75, 1, 2]);
  });

  test("a call that is booked by the cutting off itself is booked once", async () => {
    const run = createAccount({ name: "run", limitUsd: 1 });
    const other = await open(run);
    other.signal.addEventListener("abort", () => other.settle(facts(0.5)));
    (await open(run)).settle(facts(2));
    expect([run.spentUsd, run.calls, run.openCalls]).toEqual([2.5, 2, 0]);
  });
});

describe("models without a price", () => {
  test("are refused where there is a limit, before anything is written", async () => {
    const opened: OpenedCall[] = [];
    const ledger = { opened: (call: OpenedCall) => void opened.push(call), charged: () => {} };
    const run = createAccount({ name: "run", limitUsd: 1, ledger });
    await expect(open(run.child({ name: "cell" }), null)).rejects.toMatchObject({
      code: "unpriced-model",
      modelId: "test/model",
      message: expect.stringMatching(
        /^test\/model has no price, so the limit of run cannot be kept\. Add it to a/,
      ),
    });
    expect(opened).toEqual([]);
  });

  test.each<AccountOptions>([{ name: "run" }, { name: "run", limitUsd: 1, allowUnpriced: true }])(
    "go through with %o",
    async (options) => {
      const run = createAccount(options);
      (await open(run, null)).settle(facts(null));
      expect(run.unpricedCalls).toBe(1);
    },
  );
});

describe("the ledger", () => {
  test("has the call written down before it opens, and its charge once", async () => {
    const seen: string[] = [];
    let written = () => {};
    const account = createAccount({
      name: "run",
      ledger: {
        opened: (call) => {
          seen.push(`opened ${call.callId} ${call.accounts.join("/")} ${call.worstCaseUsd}`);
          return new Promise<void>((resolve) => {
            written = resolve;
          });
        },
        charged: (charge) => void seen.push(`charged ${charge.callId}`),
      },
    });
    const opening = open(account.child({ name: "cell" }), 0.5);
    expect(await stateOf(opening)).toBe("waiting");
    written();
    const call = await opening;
    call.settle(facts(1));
    expect(seen).toEqual([`opened ${call.id} run/cell 0.5`, `charged ${call.id}`]);
  });

  test("that cannot write stops the call, and what was held back is free again", async () => {
    let broken = true;
    const ledger = {
      opened: () => (broken ? Promise.reject(new Error("disk full")) : undefined),
      charged: () => {},
    };
    const run = createAccount({ name: "run", limitUsd: 1, strict: true, ledger });
    const failing = open(run, 1);
    const next = open(run, 1);
    await expect(failing).rejects.toThrow("disk full");
    await expect(next).rejects.toThrow("disk full");
    expect([run.openCalls, run.reservedUsd, run.calls]).toEqual([0, 0, 0]);
    broken = false;
    expect((await open(run, 1)).signal.aborted).toBe(false);
  });

  test.each([1, 1.5])(
    "is told that a call cost nothing when $%d were spent while it was written down",
    async (usd) => {
      const books = { opened: 0, charges: [] as Charge[] };
      const writes: (() => void)[] = [];
      const run = createAccount({
        name: "run",
        limitUsd: 1,
        ledger: {
          opened: () => {
            books.opened += 1;
            return new Promise<void>((resolve) => writes.push(resolve));
          },
          charged: (charge) => void books.charges.push(charge),
        },
      });
      const first = open(run);
      const second = run.open({ modelId: "m", worstCaseUsd: 0.001, blockName: "writer" });
      writes[0]!();
      (await first).settle(facts(usd));
      writes[1]!();
      await expect(second).rejects.toBeInstanceOf(BudgetExceededError);
      expect(books.opened).toBe(2);
      const unsent = { status: "aborted", usageKnown: "none", costUsd: 0, blockName: "writer" };
      expect(books.charges[1]).toMatchObject(unsent);
      expect([run.spentUsd, run.openCalls, run.calls]).toEqual([usd, 0, 2]);
    },
  );

  test("that cannot book is heard of, and the sums stay right", async () => {
    const ledger = {
      opened: () => {},
      charged: () => {
        throw new Error("disk full");
      },
    };
    const run = createAccount({ name: "run", limitUsd: 1, ledger });
    const [passing, other] = [await open(run), await open(run)];
    expect(() => passing.settle(facts(2))).toThrow("disk full");
    expect([run.spentUsd, run.openCalls, other.signal.aborted]).toEqual([2, 1, true]);
  });
});

test("booked calls leave nothing behind, whatever their number", async () => {
  const run = createAccount({ name: "run", limitUsd: 1_000, strict: true });
  const cell = run.child({ name: "cell" });
  for (let i = 0; i < 20_000; i += 1) (await open(cell, 0.01)).settle(facts(0.001));
  expect([run.spentUsd, run.calls, run.openCalls, run.reservedUsd]).toEqual([20, 20_000, 0, 0]);
});

test("a run that is continued has what was spent before against its limit", async () => {
  const account = createAccount({ name: "run", limitUsd: 2, alreadySpentUsd: 1.5 });
  expect(account).toMatchObject({ spentUsd: 1.5, leftUsd: 0.5, calls: 0 });
  const spent = createAccount({ name: "run", limitUsd: 2, alreadySpentUsd: 2 });
  await expect(spent.open({ modelId: "m", worstCaseUsd: 0.1 })).rejects.toThrow(BudgetExceededError);
  expect(() => createAccount({ name: "run", alreadySpentUsd: Number.NaN })).toThrow(InvalidAmountError);
});

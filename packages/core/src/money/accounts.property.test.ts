import fc from "fast-check";
import { expect, test } from "vitest";
import type { Account, OpenCall, OpenedCall } from "./account.ts";
import { BudgetExceededError } from "./budget-exceeded-error.ts";
import type { Charge } from "./charge.ts";
import { createAccount } from "./create-account.ts";
import { sumUsd } from "./nano-usd.ts";
import { UnpricedModelError } from "./unpriced-model-error.ts";
import { noUsage } from "./usage.ts";

/** One call of a schedule: on which account, what it may and does cost, and what happens to it when. */
interface PlannedCall {
  account: number;
  worst: number;
  /** Share of the worst case it comes to. */
  share: number;
  priced: boolean;
  /** Turns it waits before it opens, and turns it then takes. */
  opensAt: number;
  lasts: number;
  /** Does it go on when it is cut off? */
  deaf: boolean;
  /** Turn at which the caller loses patience. */
  abortsAt: number | undefined;
  /** Turns the ledger takes to write it down; negative when it cannot. */
  writing: number;
}

const cents = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((n) => n / 100);
const awkward = fc.integer({ min: 0, max: 300_000_000 }).map((n) => n / 1e9);

const schedule = fc.record({
  strict: fc.boolean(),
  allowUnpriced: fc.boolean(),
  /** Parent (an earlier account) and limit of each account; the first is the outermost. */
  accounts: fc.array(fc.record({ parent: fc.nat(9), limit: fc.option(cents(2), { nil: undefined }) }), {
    minLength: 1,
    maxLength: 6,
  }),
  calls: fc.array(
    fc.record<PlannedCall>({
      account: fc.nat(9),
      worst: fc.oneof(cents(1), awkward),
      share: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
      priced: fc.constantFrom(true, true, true, true, false),
      opensAt: fc.nat(12),
      lasts: fc.integer({ min: 1, max: 6 }),
      deaf: fc.boolean(),
      abortsAt: fc.option(fc.nat(15), { nil: undefined }),
      writing: fc.oneof({ weight: 9, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.constant(-1) }),
    }),
    { minLength: 1, maxLength: 14 },
  ),
});

type Plan = typeof schedule extends fc.Arbitrary<infer T> ? T : never;
type Ways = Record<"opened" | "refused" | "waited" | "cutOff" | "unpriced" | "gaveUp" | "unwritten", number>;

test("whatever the schedule, the limits hold and the books balance", { timeout: 120_000 }, async () => {
  const seen: Ways = { opened: 0, refused: 0, waited: 0, cutOff: 0, unpriced: 0, gaveUp: 0, unwritten: 0 };
  await fc.assert(
    fc.asyncProperty(schedule, async (plan) => {
      await runSchedule(plan, seen);
    }),
    { numRuns: 1_000 },
  );
  // The schedules reach every way a call can go; otherwise the rest proves little.
  for (const [way, times] of Object.entries(seen)) expect(times, way).toBeGreaterThan(20);
});

/** Runs a schedule turn by turn, with books of its own that the accounts are held against after every step. */
async function runSchedule(plan: Plan, seen: Ways): Promise<void> {
  const { strict } = plan;
  const impatient = new Error("lost patience");
  const opened: OpenedCall[] = [];
  const charges: Charge[] = [];
  const asked: number[] = [];
  const unwritten = new Set<string>();
  const state = plan.calls.map<"new" | "waiting" | "writing" | "open" | "ended">(() => "new");
  let failure: unknown;
  let turn = 0;
  const turns: (() => void)[] = [];
  const nextTurn = () => new Promise<void>((resolve) => turns.push(resolve));

  const ledger = {
    opened: (call: OpenedCall) => {
      const index = Number(call.modelId);
      for (const account of above(index)) must(mayBear(account, index), "no call opens on a spent account");
      opened.push(call);
      state[index] = "writing";
      const { writing } = plan.calls[index]!;
      if (writing === 0) return;
      return (async () => {
        for (let i = 0; i < Math.abs(writing); i += 1) await nextTurn();
        if (writing > 0) return;
        unwritten.add(call.callId);
        throw new Error("disk full");
      })();
    },
    charged: (charge: Charge) => {
      charges.push(charge);
      checkBooks();
    },
  };

  const accounts: Account[] = [];
  const parents: (number | undefined)[] = [];
  for (const [index, { parent, limit }] of plan.accounts.entries()) {
    const options = { name: `a${index}`, ...(limit !== undefined && { limitUsd: limit }) };
    const { allowUnpriced } = plan;
    parents.push(index === 0 ? undefined : parent % index);
    const parentAccount = accounts[parents[index] ?? 0];
    accounts.push(
      parentAccount?.child(options) ?? createAccount({ ...options, strict, allowUnpriced, ledger }),
    );
  }

  function above(call: number): Account[] {
    const path: Account[] = [];
    for (
      let at: number | undefined = plan.calls[call]!.account % accounts.length;
      at !== undefined;
      at = parents[at]
    ) {
      path.push(accounts[at]!);
    }
    return path;
  }

  function isSpent({ spentUsd, limitUsd }: Account): boolean {
    return limitUsd !== undefined && spentUsd >= limitUsd;
  }

  function mayBear(account: Account, call: number): boolean {
    return worstOf(call) === 0 || !isSpent(account);
  }

  function checkBooks(): void {
    for (const account of accounts) {
      const mine = charges.filter((charge) => charge.accounts.includes(account.name));
      const known = mine.flatMap((charge) => charge.costUsd ?? []);
      const sent = mine.filter((charge) => charge.usageKnown !== "none");
      must(account.spentUsd === sumUsd(known), "the sum of the charges is the account");
      must(account.calls === mine.length, "every charge is counted");
      must(account.unpricedCalls === mine.length - known.length, "every unknown cost is counted");
      must(account.usage.inputTokens === sent.length, "every token is counted");
      const { limitUsd, spentUsd, reservedUsd } = account;
      if (!strict) must(reservedUsd === 0, "nothing is held back");
      else if (limitUsd !== undefined)
        must(sumUsd([spentUsd, reservedUsd]) <= limitUsd, "no limit is ever passed");
    }
  }

  /** Between turns nothing is in the air: whoever waits has to, and every open call is known. */
  function checkRest(): void {
    checkBooks();
    const charged = new Set(charges.map((charge) => charge.callId));
    const underWay = opened.filter((call) => !charged.has(call.callId) && !unwritten.has(call.callId));
    for (const account of accounts) {
      const mine = underWay.filter((call) => call.accounts.includes(account.name));
      must(account.openCalls === mine.length, "every open call is counted, and no other");
    }
    const waiting = inLine();
    must(strict || waiting.length === 0, "nobody waits");
    for (const [place, index] of waiting.entries()) {
      const worst = worstOf(index) ?? 0;
      const limited = above(index).filter((account) => account.limitUsd !== undefined);
      must(
        limited.every(({ spentUsd, limitUsd }) => sumUsd([spentUsd, worst]) <= limitUsd!),
        "nobody waits in vain",
      );
      const fits = limited.every((at) => sumUsd([at.spentUsd, at.reservedUsd, worst]) <= at.limitUsd!);
      must(place > 0 || !fits, "the first in line does not wait when it fits");
    }
  }

  /** Those who wait: first those of the branch that was first to come to the line. */
  function inLine(): number[] {
    const branches = asked.filter((index) => worstOf(index) !== 0 && !isUnbearable(index)).map(branchOf);
    const turns = new Map([...new Set(branches)].map((branch, place) => [branch, place]));
    const turnOf = (index: number) => turns.get(branchOf(index)) ?? 0;
    return asked.filter((index) => state[index] === "waiting").sort((a, b) => turnOf(a) - turnOf(b));
  }

  /** The account right below the outermost one. */
  function branchOf(index: number): Account {
    const path = above(index);
    return path.at(-2) ?? path[0]!;
  }

  /** Has it no price, where there is a limit? */
  function isUnbearable(index: number): boolean {
    const limited = above(index).some(({ limitUsd }) => limitUsd !== undefined);
    return worstOf(index) === null && !plan.allowUnpriced && limited;
  }

  function worstOf(index: number): number | null {
    const { priced, worst } = plan.calls[index]!;
    return priced ? worst : null;
  }

  async function runCall(index: number): Promise<void> {
    const { opensAt, lasts, abortsAt, deaf, share } = plan.calls[index]!;
    while (turn < opensAt) await nextTurn();
    const account = above(index)[0]!;
    const worstCaseUsd = worstOf(index);
    const patience = new AbortController();
    asked.push(index);
    state[index] = "waiting";
    const startedIn = turn;
    let call: OpenCall | undefined;
    let over = false;
    const opening = account.open({ modelId: String(index), worstCaseUsd, signal: patience.signal }).then(
      (open) => {
        for (const at of above(index)) must(mayBear(at, index), "no call opens on a spent account");
        state[index] = "open";
        seen.opened += 1;
        call = open;
      },
      (error: unknown) => {
        over = true;
        explainRefusal(index, error);
        state[index] = "ended";
      },
    );
    const settle = (part: number, status: "complete" | "aborted") => {
      state[index] = "ended";
      over = true;
      const costUsd = worstCaseUsd === null ? null : worstCaseUsd * part;
      const first = call!.settle(charge(String(index), costUsd, status));
      expect(call!.settle(charge(String(index), 99, status))).toBe(first);
    };
    opening.catch((error: unknown) => {
      failure ??= error;
    });
    let openFor = 0;
    while (!over) {
      await nextTurn();
      if (state[index] === "waiting" && turn === startedIn + 1) seen.waited += 1;
      if (abortsAt !== undefined && turn >= abortsAt && !patience.signal.aborted) patience.abort(impatient);
      if (!call || over) continue;
      if (openFor === 0) {
        const cutOff = () => {
          seen.cutOff += 1;
          expect(call!.signal.reason).toBeInstanceOf(BudgetExceededError);
          if (!deaf) settle(share / 2, "aborted");
        };
        if (call.signal.aborted) cutOff();
        else call.signal.addEventListener("abort", cutOff);
      }
      if (over) continue;
      const passed = above(index).some((at) => at.limitUsd !== undefined && at.spentUsd > at.limitUsd);
      const excepted = worstCaseUsd === 0 && passed;
      must(
        excepted || call.signal.aborted === passed,
        "a call is cut off when a limit is passed, and only then",
      );
      openFor += 1;
      if (patience.signal.aborted) settle(share / 3, "aborted");
      else if (openFor >= lasts) settle(share, "complete");
    }
    await opening;
  }

  function explainRefusal(index: number, error: unknown): void {
    const path = above(index);
    const worst = worstOf(index);
    if (error === impatient) {
      seen.gaveUp += 1;
      expect(strict && state[index] === "waiting").toBe(true);
    } else if (error instanceof UnpricedModelError) {
      seen.unpriced += 1;
      expect(worst === null && !plan.allowUnpriced && state[index] === "waiting").toBe(true);
    } else if (error instanceof BudgetExceededError) {
      seen.refused += 1;
      const tight = path.some(
        (at) =>
          isSpent(at) ||
          (strict && at.limitUsd !== undefined && sumUsd([at.spentUsd, worst ?? 0]) > at.limitUsd),
      );
      must(tight, "a call is refused for want of money only");
    } else {
      seen.unwritten += 1;
      expect(error).toMatchObject({ message: "disk full" });
    }
    if (isUnbearable(index)) expect(error).toBeInstanceOf(UnpricedModelError);
  }

  let left = plan.calls.length;
  const running = plan.calls.map((_, index) => runCall(index).finally(() => (left -= 1)));
  Promise.all(running).catch((error: unknown) => {
    failure ??= error;
  });
  for (; left > 0 && !failure; turn += 1) {
    must(turn < 500, "all calls end");
    // One step at a time, so that what a call finds when it opens is what there was when it was let in.
    for (const go of [...turns.splice(0), () => {}]) {
      go();
      await new Promise(setImmediate);
      if (!failure) checkRest();
    }
  }
  if (failure) throw failure;
  await Promise.all(running);
  await new Promise(setImmediate);
  checkRest();
  const booked = charges.map((charge) => charge.callId).sort();
  expect(new Set(booked).size).toBe(booked.length);
  expect(booked).toEqual(opened.flatMap((call) => (unwritten.has(call.callId) ? [] : call.callId)).sort());
  for (const account of accounts) expect([account.openCalls, account.reservedUsd]).toEqual([0, 0]);
}

/** As `expect`, and fast enough to be asked a million times. */
function must(holds: boolean, rule: string): void {
  if (!holds) throw new Error(`This does not hold: ${rule}.`);
}

function charge(modelId: string, costUsd: number | null, status: "complete" | "aborted") {
  return {
    ...(status === "complete"
      ? { status, finishReason: "stop" }
      : { status, error: { name: "Error", message: "cut" } }),
    modelId,
    usage: { ...noUsage, inputTokens: 1 },
    usageKnown: "reported" as const,
    costUsd,
    costBasis: costUsd === null ? ("unpriced" as const) : ("prices" as const),
    streamed: false,
    startedAt: "2026-01-01T00:00:00.000Z",
    latencyMs: 1,
  };
}

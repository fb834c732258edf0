import { type Charge, Line, noUsage } from "@flow-state-dev/core";
import {
  type CallBudget,
  type CallCharge,
  type CallGrant,
  type CellId,
  InvalidRecordError,
  type RunBooks,
  type RunStore,
} from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { createVirtualTime } from "../../test/support/virtual-time.ts";
import { type BookedAttempt, CallBook } from "./call-book.ts";

const empty: RunBooks = { spentUsd: 0, carriedUsd: 0, carriedCalls: 0, reservedUsd: 0, openCalls: 0 };

/** A book over a store that notes what it is told and answers openings by `answer`, given how often it was asked. */
function setUp(budget?: CallBudget) {
  const time = createVirtualTime();
  const openedFor: CellId[] = [];
  const charges: CallCharge[] = [];
  const carried: string[] = [];
  const corrections: CellId[] = [];
  const told: Charge[] = [];
  const troubles: unknown[] = [];
  const state = {
    answer: (_asked: number): CallGrant => ({ ...empty, state: "opened" }),
    isClosed: false,
    takesCharges: true,
    /** What others have spent, and what is waited for before the books are read. */
    others: 0,
    asked: Promise.resolve(),
  };
  const store: Pick<RunStore, "openCall" | "chargeCall" | "carryCall" | "books"> = {
    async books() {
      await state.asked;
      return { ...empty, spentUsd: charges.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), state.others) };
    },
    async openCall(_, cell) {
      openedFor.push(cell);
      return state.answer(openedFor.length);
    },
    chargeCall(_, charge) {
      if (state.isClosed || !state.takesCharges) throw new Error(state.isClosed ? "closed" : "not taken");
      charges.push(charge);
    },
    carryCall(_, callId) {
      if (state.isClosed) throw new Error("closed");
      carried.push(callId);
    },
  };
  const attempts = new Line<BookedAttempt>();
  const book = new CallBook({
    store: store as RunStore,
    runId: "run",
    attempts,
    budget,
    clock: time.clock,
    timer: time.timer,
    random: () => 1,
    onCorrected: (cell) => void corrections.push(cell),
  });
  const begin = (task: string, accountName: string | undefined, openCalls = 0) => {
    const cell = { subject: "one", task, run: 1 };
    const onCharge = (charge: Charge) => void told.push(charge);
    const onStoreTrouble = (error: unknown) => void troubles.push(error);
    const attempt = {
      cell,
      attempt: 1,
      accountName,
      openCalls,
      before: null,
      behind: null,
      onCharge,
      onStoreTrouble,
    };
    attempts.add(attempt);
    return attempt;
  };
  return { time, book, attempts, begin, openedFor, charges, carried, corrections, told, troubles, state };
}

function openingOn(accounts: readonly string[], worstCaseUsd: number | null = null) {
  const openedAt = new Date(0).toISOString();
  return {
    callId: "call",
    accounts,
    payer: "subject",
    modelId: "acme/small",
    worstCaseUsd,
    openedAt,
  } as const;
}

const complete: Charge = {
  callId: "call",
  accounts: ["run", "a"],
  payer: "subject",
  modelId: "acme/small",
  usage: noUsage,
  usageKnown: "reported",
  costUsd: 0.25,
  costBasis: "prices",
  streamed: false,
  startedAt: new Date(0).toISOString(),
  latencyMs: 5,
  status: "complete",
  finishReason: "stop",
};

test("a name that an attempt under way has gets the first number that is free", () => {
  const { book, begin } = setUp();
  expect(book.uniqueName("a")).toBe("a");
  begin("first", "a");
  expect(book.uniqueName("a")).toBe("a (2)");
  begin("second", "a (2)");
  expect(book.uniqueName("a")).toBe("a (3)");
});

test("a call is written down under the attempt whose account it is on, whoever is expected", async () => {
  const { book, begin, openedFor } = setUp();
  const first = begin("first", "a");
  const second = begin("second", "b");
  await book.opened(openingOn(["run", "b"]));
  book.expect(first);
  await book.opened(openingOn(["run", "b"]));
  await book.opened(openingOn(["run", "a"]));
  expect(openedFor).toEqual([second.cell, second.cell, first.cell]);
});

test("no call opens for an attempt that has ended, though it was expected", async () => {
  const { book, begin, attempts, openedFor } = setUp();
  const attempt = begin("first", "a");
  book.expect(attempt);
  attempts.delete(attempt);
  await expect(book.opened(openingOn(["run", "a"]))).rejects.toMatchObject({ code: "cell-over" });
  expect(openedFor).toEqual([]);
});

test("a call on no cell's account is not taken for one of an attempt that has no account yet", async () => {
  const { book, begin, openedFor } = setUp();
  begin("first", undefined);
  await expect(book.opened(openingOn(["run"]))).rejects.toMatchObject({ code: "cell-over" });
  expect(openedFor).toEqual([]);
});

test("a call that fits into the last billionth waits for it while others hold it back", async () => {
  const { book, begin, state, time, openedFor } = setUp({ limitUsd: 1e-9, strict: true });
  begin("first", "a");
  const held = { ...empty, reservedUsd: 1e-9, openCalls: 1 };
  state.answer = (asked) => ({ ...held, state: asked === 1 ? "refused" : "opened" });
  expect(await time.run(book.opened(openingOn(["run", "a"], 1e-9)))).toMatchObject({ state: "opened" });
  expect(openedFor).toHaveLength(2);
});

test("nothing waits when all is spent", async () => {
  const { book, begin, state, openedFor } = setUp({ limitUsd: 1, strict: true });
  begin("first", "a");
  state.answer = () => ({ ...empty, spentUsd: 1, state: "refused" });
  expect(await book.opened(openingOn(["run", "a"]))).toEqual({ state: "refused", elsewhereUsd: 1 });
  expect(openedFor).toHaveLength(1);
});

test.each([undefined, { limitUsd: 1, strict: false }])(
  "where nothing is held back nothing waits, though there is room: %j",
  async (budget) => {
    const { book, begin, state, openedFor } = setUp(budget);
    begin("first", "a");
    state.answer = () => ({ ...empty, spentUsd: 0.4, state: "refused" });
    expect(await book.opened(openingOn(["run", "a"], 0.1))).toMatchObject({ state: "refused" });
    expect(openedFor).toHaveLength(1);
  },
);

/** 1.1 times what a call may take. */
const stuckMs = 660_000;

test.each<Partial<RunBooks>>([{ spentUsd: 0.5 }, { reservedUsd: 4 }, { openCalls: 4 }, { carriedCalls: 4 }])(
  "a cell that keeps money back gives up waiting for more only so long after the last news: %j",
  async (news) => {
    const { book, begin, state, time } = setUp({ limitUsd: 5, strict: true });
    begin("first", "a", 1);
    const newsMs = 400_000;
    const before: RunBooks = { ...empty, reservedUsd: 5, openCalls: 5 };
    state.answer = () => ({ ...before, ...(time.clock.elapsed() < newsMs ? {} : news), state: "refused" });
    expect(await time.run(book.opened(openingOn(["run", "a"], 1)))).toMatchObject({ state: "refused" });
    const waitedMs = time.clock.elapsed();
    expect(waitedMs).toBeGreaterThanOrEqual(newsMs + stuckMs);
    expect(waitedMs).toBeLessThan(newsMs + stuckMs + 2_000);
  },
);

test("a cell that keeps nothing back waits for money however long it takes", async () => {
  const { book, begin, state, time } = setUp({ limitUsd: 5, strict: true });
  begin("first", "a");
  const held = { ...empty, reservedUsd: 5, openCalls: 1 };
  state.answer = () => ({ ...held, state: time.clock.elapsed() < 2 * stuckMs ? "refused" : "opened" });
  expect(await time.run(book.opened(openingOn(["run", "a"], 1)))).toMatchObject({ state: "opened" });
});

test("the details of a charge hold what has no column, all the way down, without what is undefined", () => {
  const { book, begin, charges } = setUp();
  begin("first", "a");
  const { finishReason: _, ...facts } = complete as Extract<Charge, { status: "complete" }>;
  // Null stands for whatever a later kind of charge does not know.
  const error = { name: "Error", message: "broke off", code: undefined, status: null };
  book.charged({ ...facts, status: "failed", error, requestId: undefined } as unknown as Charge);
  const { usageKnown, costBasis, streamed, startedAt, latencyMs } = complete;
  expect(charges).toStrictEqual([
    {
      callId: "call",
      costUsd: 0.25,
      usage: noUsage,
      details: {
        ...{ usageKnown, costBasis, streamed, startedAt, latencyMs },
        status: "failed",
        error: { name: "Error", message: "broke off", status: null },
      },
    },
  ]);
});

test("it is corrected once a true charge takes the place of a carried one, and not before", () => {
  const { book, begin, carried, charges, corrections } = setUp();
  const { cell } = begin("first", "a");
  book.charged({ ...complete, callId: "other" });
  book.charged({ ...complete, costUsd: 1, carried: true });
  expect(book.corrected).toBe(false);
  expect([carried, corrections]).toEqual([["call"], []]);
  book.charged(complete);
  expect(book.corrected).toBe(true);
  expect(corrections).toEqual([cell]);
  expect(charges.map(({ callId }) => callId)).toEqual(["other", "call"]);
});

test("what comes on the account of a cell that has ended is booked all the same, and corrects nothing", () => {
  const { book, charges, corrections } = setUp();
  book.charged(complete);
  expect([charges.length, corrections, book.corrected]).toEqual([1, [], false]);
});

test("a true charge that comes when the store is closed corrects nothing", () => {
  const { book, begin, corrections, state } = setUp();
  begin("first", "a");
  book.charged({ ...complete, costUsd: 1, carried: true });
  state.isClosed = true;
  book.charged(complete);
  expect([book.corrected, corrections]).toEqual([false, []]);
});

test.each([false, true])(
  "a charge that the store does not take ends the call all the same, at its worst case (strict: %s)",
  async (strict) => {
    const { book, begin, charges, carried, told, state } = setUp({ limitUsd: 5, strict });
    begin("first", "a");
    state.takesCharges = false;
    book.charged(complete);
    expect([charges, carried]).toEqual([[], ["call"]]);
    expect(told).toEqual([{ ...complete, carried: true }]);
    // What stands in the books at $1 was booked here as $0.25; only in strict mode does what is carried count.
    state.answer = () => ({ ...empty, spentUsd: 1, carriedUsd: 1, carriedCalls: 1, state: "opened" });
    const { elsewhereUsd } = await book.opened(openingOn(["run", "a"], 1));
    expect(elsewhereUsd).toBe(strict ? 0.75 : 0);
  },
);

test("a store that takes nothing any more says so, and nobody waits for its news", async () => {
  const { book, begin, state, told, openedFor } = setUp({ limitUsd: 5, strict: true });
  begin("first", "a");
  state.answer = (asked) => ({ ...empty, reservedUsd: 5, state: asked === 1 ? "refused" : "opened" });
  const waiting = book.opened(openingOn(["run", "a"], 1));
  await new Promise((resolve) => setImmediate(resolve));
  expect([book.waits, openedFor.length]).toEqual([true, 1]);
  state.isClosed = true;
  expect(() => book.charged(complete)).toThrow("closed");
  expect(await waiting).toMatchObject({ state: "opened", elsewhereUsd: 0 });
  expect(told).toEqual([]);
});

test("what is booked here while the books are read is not taken for what others have spent", async () => {
  const { book, begin, state } = setUp();
  begin("one", "a");
  state.others = 3;
  const { promise, resolve } = Promise.withResolvers<void>();
  state.asked = promise;
  const elsewhere = book.elsewhereUsd();
  book.charged(complete);
  resolve();
  expect(await elsewhere).toBe(3);
});

test("a store that takes no call is trouble of the store; a call that none could take is the cell's own fault", async () => {
  const { book, begin, state, troubles } = setUp();
  begin("first", "a");
  const fails = (error: Error) => {
    state.answer = () => {
      throw error;
    };
    return expect(book.opened(openingOn(["run", "a"]))).rejects.toBe(error);
  };
  await fails(new InvalidRecordError("The id of a call", "given twice", "another"));
  expect(troubles).toEqual([]);
  const full = new Error("the disk is full");
  await fails(full);
  expect(troubles).toEqual([full]);
});

test("strict: a call that may cost what is left may still fit, one that may cost a billionth more never does", async () => {
  const budget = { limitUsd: 1, strict: true };
  const refused: CallGrant = { ...empty, state: "refused", spentUsd: 0.4, reservedUsd: 0.3 };
  const { time, book, begin, state, openedFor } = setUp(budget);
  begin("first", "a");
  state.answer = (asked) => (asked < 2 ? refused : { ...empty, state: "opened" });
  expect(await time.run(book.opened(openingOn(["run", "a"], 0.6)))).toMatchObject({ state: "opened" });
  expect(openedFor).toHaveLength(2);
  state.answer = () => refused;
  expect(await time.run(book.opened(openingOn(["run", "a"], 0.600000001)))).toMatchObject({
    state: "refused",
  });
  expect(openedFor).toHaveLength(3);
});

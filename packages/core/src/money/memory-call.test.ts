import { expect, test } from "vitest";
import { Line } from "../line/line.ts";
import type { Settlement } from "./account.ts";
import type { Charge } from "./charge.ts";
import { type CallBearer, type CallTree, cutOffWhenPassed, MemoryCall } from "./memory-call.ts";
import { noUsage } from "./usage.ts";
import { WaitingLine } from "./waiting-line.ts";

function setUp(limit?: number) {
  const booked: (Charge & { carried?: boolean })[] = [];
  const tree: CallTree = {
    ledger: { opened() {}, charged: (charge) => void booked.push(charge) },
    line: new WaitingLine(
      () => [],
      () => () => {},
    ),
    underWay: new Line<MemoryCall>(),
  };
  const bearer = (name: string, parent?: CallBearer): CallBearer => ({
    ...{ name, parent, tree, payer: "subject", path: [...(parent?.path ?? []), name], limit },
    ...{ spent: 0, reserved: 0, blockedIn: -1, calls: 0, unpricedCalls: 0, openCalls: 0, passed: false },
    totals: { ...noUsage },
  });
  const run = bearer("run");
  const [cell, other] = [bearer("cell", run), bearer("other", run)];
  return { run, cell, other, tree, booked };
}

const costing = (costUsd: number, more: Partial<Settlement> = {}) =>
  ({
    ...{ status: "complete", finishReason: "stop", modelId: "acme/one", usage: { ...noUsage } },
    ...{ usageKnown: "reported", costUsd, costBasis: "prices", streamed: false },
    ...{ startedAt: new Date(0).toISOString(), latencyMs: 1 },
    ...more,
  }) as Settlement;

test("money is held back on its account and all above until it is booked", () => {
  const { run, cell, other } = setUp();
  const call = new MemoryCall(cell, 500, 0.000_000_5);
  for (const at of [cell, run]) expect([at.openCalls, at.reserved]).toEqual([1, 500]);
  expect([other.openCalls, other.reserved]).toEqual([0, 0]);
  call.settle(costing(0.000_000_2));
  for (const at of [cell, run])
    expect([at.openCalls, at.reserved, at.spent, at.calls]).toEqual([0, 0, 200, 1]);
});

test("one that is discarded is in nobody's books", () => {
  const { run, cell, tree, booked } = setUp();
  new MemoryCall(cell, 500, 0.000_000_5).discard();
  expect([run.openCalls, run.reserved, run.calls, tree.underWay.size, booked]).toEqual([0, 0, 0, 0, []]);
});

test("the first charge counts", () => {
  const { run, cell, booked } = setUp();
  const call = new MemoryCall(cell, 0, 1);
  const first = call.settle(costing(0.25));
  expect(call.settle(costing(0.5))).toBe(first);
  expect([run.spent, run.calls, booked.length]).toEqual([250_000_000, 1, 1]);
});

test("a carried charge is replaced by the true one, once", () => {
  const { run, cell, booked } = setUp();
  const call = new MemoryCall(cell, 0, 1);
  call.settle(costing(1, { carried: true }));
  call.settle(costing(1, { carried: true }));
  call.settle(costing(0.25));
  call.settle(costing(0.75));
  expect([run.spent, run.calls, run.openCalls]).toEqual([250_000_000, 1, 0]);
  expect(booked.map(({ costUsd, carried }) => [costUsd, carried])).toEqual([
    [1, true],
    [0.25, undefined],
  ]);
});

test("only a promise can be broken", () => {
  const { cell } = setUp();
  expect(new MemoryCall(cell, 10, 1, true).settle(costing(1))).toMatchObject({ overReserved: true });
  expect(new MemoryCall(cell, 10, 1).settle(costing(1))).not.toHaveProperty("overReserved");
});

test("it keeps money from others once it is granted and has some held back", () => {
  const { cell } = setUp();
  const call = new MemoryCall(cell, 10, 1);
  expect(call.holds).toBe(false);
  call.granted = true;
  expect(call.holds).toBe(true);
  const free = new MemoryCall(cell, 0, 0);
  free.granted = true;
  expect(free.holds).toBe(false);
});

test("a limit that is passed cuts off the calls that its account bears, and no others", () => {
  const { cell, other } = setUp(100);
  const [own, foreign] = [new MemoryCall(cell, 0, 1), new MemoryCall(other, 0, 1)];
  cell.spent = 100;
  cutOffWhenPassed(cell);
  expect(own.signal.aborted).toBe(false);
  cell.spent = 101;
  cutOffWhenPassed(cell);
  expect([own.signal.aborted, foreign.signal.aborted]).toEqual([true, false]);
  expect(own.signal.reason).toMatchObject({ code: "budget-exceeded", account: "cell" });
});

test("a ledger that cannot write does not keep it under way", () => {
  const { run, cell, tree } = setUp();
  const broken = {
    ...tree,
    ledger: {
      opened() {},
      charged() {
        throw new Error("no room");
      },
    },
  };
  const call = new MemoryCall({ ...cell, tree: broken }, 10, 1);
  expect(() => call.settle(costing(0.5))).toThrow("no room");
  expect([run.openCalls, run.reserved, run.calls]).toEqual([0, 0, 1]);
});

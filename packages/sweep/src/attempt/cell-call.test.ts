import { createAccount } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { answered, refused } from "../../test/support/sweeping.ts";
import { createFixedLimit } from "../limits/adaptive-limit.ts";
import type { RatePermit } from "../limits/rate-window.ts";
import type { Provider } from "../limits/slots.ts";
import { CellCall } from "./cell-call.ts";

const provider: Provider = {
  ...{ name: "acme", limit: createFixedLimit(4), gate: undefined, isOpen: true, running: 1, waiting: 0 },
};

async function setUp(charged: () => void = () => {}) {
  const told: unknown[] = [];
  const used: number[] = [];
  const permit = { used: (tokens: number) => void used.push(tokens) } as RatePermit;
  const account = createAccount({ name: "cell", limitUsd: 1, ledger: { opened() {}, charged } });
  const intent = { modelId: "acme/one", worstCaseUsd: 1 };
  const inner = await account.open(intent);
  const call = new CellCall(inner, intent, provider, permit, {
    booking: () => void told.push("booking"),
    ended: (_, { status }) => void told.push(status),
    limitPassed: (reason) => void told.push((reason as { code: string }).code),
  });
  return { call, inner, account, told, used, other: () => account.open(intent) };
}

test("its keeper hears of it before it is booked and after", async () => {
  const { call, inner, told, used } = await setUp();
  expect(call.id).toBe(inner.id);
  expect(call.settle(answered(0.25, 60))).toMatchObject({ costUsd: 0.25 });
  expect([told, used]).toEqual([["booking", "complete"], [60]]);
});

test.each([
  ["counted", { ...answered(0, 60), usageKnown: "reported" as const }, 60],
  ["estimated", { ...answered(0, 60), usageKnown: "estimated" as const }, 60],
  ["estimated at nothing", { ...answered(0, 0), usageKnown: "estimated" as const }, Number.NaN],
  ["counted in parts", answered(0, 60.5), 61],
  ["counted as nobody can", answered(0, 1e300), Number.NaN],
  ["refused", refused(429), Number.NaN],
])("its place in the minute is what was %s", async (_, facts, tokens) => {
  const { call, used } = await setUp();
  call.settle(facts);
  expect(used).toEqual([tokens]);
});

test("it is cut off with its cell, for the first reason, whether anybody listened by then or not", async () => {
  const { call } = await setUp();
  call.cut("first");
  call.cut("second");
  expect([call.signal.aborted, call.signal.reason]).toEqual([true, "first"]);
  const { call: heard } = await setUp();
  const { signal } = heard;
  heard.cut("late");
  expect([signal.aborted, signal.reason]).toEqual([true, "late"]);
});

test("it is cut off with its account, and its keeper hears of that when it is booked", async () => {
  const { call, other, told } = await setUp();
  const { signal } = call;
  (await other()).settle(answered(2));
  expect(signal.reason).toMatchObject({ code: "budget-exceeded" });
  call.settle(answered(0));
  expect(told).toEqual(["budget-exceeded", "booking", "complete"]);
});

test("it has ended also when the books could not be written", async () => {
  const { call, told, used } = await setUp(() => {
    throw new Error("no room");
  });
  expect(() => call.settle(answered(0.25, 60))).toThrow("no room");
  expect([told, used]).toEqual([["booking", "complete"], [60]]);
});

import { expect, test } from "vitest";
import type { Json } from "./json.ts";
import { checksUsd, readPaidChecks } from "./paid-checks.ts";

const paid = (judgeChecks: Json) => readPaidChecks({ circumstances: { judgeChecks } });

test("what a run paid for checks of its judge is added to the billionth of a dollar", () => {
  expect(checksUsd(readPaidChecks({ circumstances: {} }))).toBe(0);
  expect(checksUsd(paid({ a: 0.1, b: 0.2 }))).toBe(0.3);
});

test("what is no amount is left out", () => {
  expect(paid({ a: 0.1, b: -1, c: "2", d: 1e7, e: null })).toEqual({ a: 0.1 });
  for (const other of [null, 5, "much", [], true] as Json[]) expect(paid(other)).toEqual({});
});

import { expect, test } from "vitest";
import { readSuite } from "./read-suite.ts";

async function gateOf(gate: object | undefined) {
  const cases = [{ id: "a", prompt: "p", expect: ["file:a exists"] }];
  const { gate: read } = await readSuite({
    text: JSON.stringify({ name: "s", gate, cases }),
    file: "s.json",
  });
  return read;
}

test("what a gate asks for is read; what it leaves out is not asked for", async () => {
  const nothing = { margin: null, failOn: null, maxCost: null, maxTime: null, minCoverage: null };
  expect(await gateOf(undefined)).toEqual(nothing);
  expect(await gateOf({ margin: 0, minCoverage: 0.9 })).toEqual({ ...nothing, margin: 0, minCoverage: 0.9 });
  const whole = { margin: 0.02, failOn: "doubt", maxCost: 0.5, maxTime: 60, minCoverage: 1 };
  expect(await gateOf(whole)).toEqual(whole);
});

import type { AttemptRecord } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { lostInARow } from "./lost-in-a-row.ts";

const attempts = (states: string) =>
  Array.from(states, (state) => ({
    state: ({ l: "lost", e: "ended", r: "running" } as const)[state],
  })) as AttemptRecord[];

test.each([
  ["", 0],
  ["l", 1],
  ["ll", 2],
  ["le", 0],
  ["lell", 2],
  ["llr", 2],
  ["er", 0],
])("of %s the last %d", (states, lost) => {
  expect(lostInARow(attempts(states))).toBe(lost);
});

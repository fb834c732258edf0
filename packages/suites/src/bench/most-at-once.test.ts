import { expect, test } from "vitest";
import { createNoopAgent } from "../agent/noop-agent.ts";
import type { BenchConfig } from "./bench-config.ts";
import { mostAtOnce } from "./most-at-once.ts";

const suite = {
  cases: [
    { id: "a", runs: 2 },
    { id: "b", runs: 1 },
  ],
} as unknown as BenchConfig["suite"];
const agent = createNoopAgent();
const agents = [
  { name: "all", agent },
  { name: "one", agent, cases: new Set(["a"]) },
];

test("never more cases at once than there are runs", () => {
  expect(mostAtOnce({ suite, agents })).toBe(1);
  expect(mostAtOnce({ suite, agents, concurrency: 4 })).toBe(4);
  expect(mostAtOnce({ suite, agents, concurrency: 99_999 })).toBe(5);
  expect(mostAtOnce({ suite, agents, concurrency: 99_999, runs: 3 })).toBe(9);
});

import type { BenchmarkRegistry } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { defaultBenchmarkRegistry } from "./default-benchmark-registry.ts";

test("holds all ten, patterns before controls", () => {
  expect(Object.keys(defaultBenchmarkRegistry)).toEqual([
    "supervisor",
    "plan-and-execute",
    "parallel-tasks",
    "round-robin",
    "debate",
    "routed-specialists",
    "self-consistency",
    "best-of-n",
    "critique-revise",
    "cascade",
  ]);
});

test("every adapter and its subject go by the name it is listed under", () => {
  for (const [name, adapter] of Object.entries<BenchmarkRegistry[string]>(defaultBenchmarkRegistry)) {
    expect(adapter.patternName).toBe(name);
    expect(adapter.build({ model: "sim/weak" }).name).toBe(name);
  }
});

test("can be extended and not changed", () => {
  const mine = { ...defaultBenchmarkRegistry.supervisor, patternName: "mine" };
  const registry: BenchmarkRegistry = { ...defaultBenchmarkRegistry, mine };
  expect(Object.keys(registry)).toHaveLength(11);
  expect(Object.isFrozen(defaultBenchmarkRegistry)).toBe(true);
});

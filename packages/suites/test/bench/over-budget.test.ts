import { join } from "node:path";
import { expect, test } from "vitest";
import { type Bench, openBench } from "./support.ts";

/** A turn that writes, one that looks, one that says it is done; each turn costs its dollars. */
function script(bench: Bench, costs: readonly [number, number, number]): string {
  const usage = (usd: number) => ({ usage: { inputTokens: usd * 1e6, outputTokens: 0 } });
  const call = (toolName: string, args: Record<string, unknown>) => ({ toolCalls: [{ toolName, args }] });
  const turns = [
    { ...call("write", { path: "done.txt", content: "done\n" }), ...usage(costs[0]) },
    { ...call("shell", { command: "cat done.txt" }), ...usage(costs[1]) },
    { text: "Done.", ...usage(costs[2]) },
  ];
  bench.put("x.script.json", JSON.stringify({ price: { input: 1, output: 0 }, turns }));
  return `x@scripted:${join(bench.path, "x.script.json")}`;
}

test("a case whose last call takes it over its budget has not passed, whatever it left", async () => {
  await using bench = await openBench();
  const result = await bench.run({ budget: 0.05 }, script(bench, [0.005, 0.005, 0.1]));
  expect(result).toMatchObject({ pass: false, outcome: "over-budget", expectations: [{ pass: true }] });
  expect(result.runs[0]).toMatchObject({
    ...{ ended: "over-budget", turns: 3, attempts: 1 },
    detail: "It spent $0.11, and its budget is $0.05.",
  });
  expect(result.cost).toBeCloseTo(0.11, 9);
});

test("a case that spends its budget to the last cent has kept it", async () => {
  await using bench = await openBench();
  const result = await bench.run({ budget: 0.11 }, script(bench, [0.005, 0.005, 0.1]));
  expect(result).toMatchObject({ pass: true, outcome: "passed" });
});

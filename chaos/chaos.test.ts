import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runProgram } from "../packages/cli/test/run-program.ts";
import type { Kind } from "./round/round-plan.ts";
import { reportLines, runChaos } from "./run-chaos.ts";

test("the program starts by itself, and says what it takes", async () => {
  const main = fileURLToPath(new URL("main.ts", import.meta.url));
  const { code, stderr } = await runProgram(process.execPath, [
    ...["--conditions=@flow-state-dev/source", main, "--for", "ever"],
  ]);
  expect(stderr).toContain("--for");
  expect(code).toBe(2);
});

test.each<[Kind, number]>([
  ["sweep", 42],
  ["compare", 15],
  ["bench", 57],
])("a short round of %s with faults leaves nothing wrong", async (kind, seed) => {
  const lines: string[] = [];
  const options = { forMs: Number.POSITIVE_INFINITY, rounds: 1, seed, kind, keep: false, brief: true };
  const report = await runChaos(options, (line) => lines.push(line));
  expect(report.violated, lines.join("\n")).toEqual([]);
  expect(report.rounds).toBe(1);
  expect(Object.keys(report.faults)).not.toEqual([]);
  expect(reportLines(report).at(-1)).toBe("no violation");
  expect(lines.at(-1)).toContain(`${seed}  held  ${kind}`);
});

test("a round that is violated is told with its seed, and where to look", () => {
  const violated = [{ seed: 7, violations: ["at the end: 3 of 4 cells have a result."], folder: "/tmp/r7" }];
  const lines = reportLines({ rounds: 2, cells: 8, calls: 9, faults: { kill: 3 }, violated });
  expect(lines).toEqual([
    "2 rounds, 8 cells, 9 calls",
    "faults: kill 3",
    "1 rounds with violations: 7. Again: npm run chaos -- --round 7",
  ]);
});

import { expect, test } from "vitest";
import { buildBenchmarkReport } from "./build-benchmark-report.ts";
import { syntheticResult } from "./synthetic-result.ts";

const meta = { model: "m", runs: 1, startedAt: 0, totalMs: 0, budgetExceeded: false, warnings: [] };

function failures(...messages: string[]) {
  const runs = messages.map((message, at) =>
    syntheticResult({
      ...{ taskId: `t${at}`, score: 0, passed: false, errored: true },
      ...{ outcome: "errored", error: { name: "Error", message } },
    }),
  );
  return buildBenchmarkReport(runs, meta).failures;
}

test("the same trouble with other numbers in it is one, the most frequent first", () => {
  expect(failures("rare", "port 80 is taken", "port 8080 is taken")).toEqual([
    { subject: "pattern", outcome: "errored", message: "port 80 is taken", cells: 2 },
    { subject: "pattern", outcome: "errored", message: "rare", cells: 1 },
  ]);
});

test("a message stands on one line, whole up to 400 characters and cut beyond", () => {
  expect(failures("one\n\ttwo ")[0]!.message).toBe("one two");
  const [most, more] = ["x".repeat(400), "x".repeat(401)];
  expect(failures(most)[0]!.message).toBe(most);
  expect(failures(more)[0]!.message).toBe(`${"x".repeat(399)}…`);
});

import { expect, test } from "vitest";
import type { BenchmarkRunResult } from "../report/benchmark-run-result.ts";
import { buildBenchmarkReport } from "../report/build-benchmark-report.ts";
import type { BuildBenchmarkReportMeta } from "../report/build-benchmark-report-meta.ts";
import { syntheticResult } from "../report/synthetic-result.ts";
import { costLine } from "./cost-line.ts";

const line = (cell: Partial<BenchmarkRunResult>, more: Partial<BuildBenchmarkReportMeta> = {}) =>
  costLine(
    buildBenchmarkReport([syntheticResult(cell)], {
      ...{ model: "m", runs: 1, startedAt: 0, totalMs: 220_000, budgetExceeded: false, warnings: [] },
      ...more,
    }),
  );
const split = { costUsd: 1.61, subjectCostUsd: 1.12, judgeCostUsd: 0.49 };

test("spend against budget, by who spent it, the time and the run", () => {
  expect(line(split, { maxCostUsd: 2, runId: "91c0ab-mgx2k4p1" })).toBe(
    "$1.61 of $2.00 ($1.12 subjects, $0.49 judge) · 3 m 40 s · run 91c0",
  );
});

test("what the judge spent outside the cells is the judge's", () => {
  expect(line(split, { outsideCostUsd: 0.1 })).toBe("$1.71 ($1.12 subjects, $0.59 judge) · 3 m 40 s");
});

test("costs that nobody knows make the sum a lower bound", () => {
  expect(line({ ...split, unknownCalls: 1 })).toBe(
    "at least $1.61 ($1.12 subjects, $0.49 judge), and 1 call of unknown cost · 3 m 40 s",
  );
  expect(line({ unknownCalls: 2 })).toBe("cost not known (2 calls without a price) · 3 m 40 s");
});

test("calls whose end nobody knows are in the total and named, and belong to nobody", () => {
  const lost = { ...split, unknownCalls: 43, lostCalls: 43 };
  expect(line(lost, { runCostUsd: 87.01, carried: { usd: 85.1, calls: 43 } })).toBe(
    "$87.01 ($1.12 subjects, $0.49 judge, $0.30 cells that are not in the report, or attempts at earlier versions of tasks), of it $85.10 carried for 43 calls whose end nobody knows, at the most they can have cost · 3 m 40 s",
  );
  expect(line({ ...split, unknownCalls: 1, lostCalls: 1 }, { carried: { usd: 0.39, calls: 1 } })).toBe(
    "$2.00 ($1.12 subjects, $0.49 judge), of it $0.39 carried for 1 call whose end nobody knows, at the most it can have cost · 3 m 40 s",
  );
});

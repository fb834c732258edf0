// A report with the fields of the first spec and no others can be rendered.
import type { BenchmarkCategory } from "@flow-state-dev/core";
import { expectTypeOf, test } from "vitest";
import type { BenchmarkReport } from "../report/benchmark-report.ts";
import type { renderScorecard } from "./render-scorecard.ts";

interface Report {
  model: string;
  judgeModel?: string;
  runs: number;
  subjects: string[];
  categories: BenchmarkCategory[];
  stats: {
    subject: string;
    category: BenchmarkCategory | "overall";
    mean: number;
    stddev: number;
    passRate: number;
    runs: number;
    successfulRuns: number;
    costUsd: number;
    meanLatencyMs: number;
  }[];
  rankings: Record<string, { subject: string; mean: number; deltaVsBaseline: number; credible: boolean }[]>;
  totalCostUsd: number;
  budgetExceeded: boolean;
  warnings: string[];
  timing: { totalMs: number };
}

test("both kinds of report are taken", () => {
  expectTypeOf<Report>().toExtend<Parameters<typeof renderScorecard>[0]>();
  expectTypeOf<BenchmarkReport>().toExtend<Parameters<typeof renderScorecard>[0]>();
  expectTypeOf<BenchmarkReport>().toExtend<Report>();
});

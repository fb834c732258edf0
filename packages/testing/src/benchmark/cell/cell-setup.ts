import type { BenchmarkSubject, BenchmarkTask, PriceTable, ResponseCache } from "@flow-state-dev/core";
import type { Judge } from "@flow-state-dev/judge";
import type { Run, RunStore } from "@flow-state-dev/records";
import type { Scorer } from "../../scorers/scorer.ts";
import type { RunBenchmarkConfig } from "../run-benchmark-config.ts";
import type { BenchmarkResolvers } from "./executor-resolvers.ts";

/** What the parts of a cell may take. */
export interface CellLimits {
  /** Milliseconds the subject may work; undefined when that is not limited. */
  subjectMs: number | undefined;
  /** US dollars the subject may spend; undefined when that is not limited. */
  subjectUsd: number | undefined;
  /** Milliseconds the judge may work, and each scorer. */
  judgingMs: number;
}

/** What running one cell needs. */
export interface CellSetup {
  subject: BenchmarkSubject;
  task: BenchmarkTask;
  judge: Judge;
  scorers: readonly Scorer<unknown>[];
  /** Has any task of the benchmark a reference to compare with? */
  referenced: boolean;
  resolvers: BenchmarkResolvers;
  prices: PriceTable;
  cache: ResponseCache | undefined;
  limits: CellLimits;
  /** Where earlier attempts at the cell are kept, and the run that is graded anew. */
  store: RunStore;
  /** The run whose outputs are graded in place of running the subject. */
  graded: Run | undefined;
}

const defaultJudgingMs = 600_000;

/** The limits of a cell: time and money are the subject's, judging has as much time again. */
export function cellLimitsOf({
  cellTimeoutMs,
  limits,
}: Pick<RunBenchmarkConfig, "cellTimeoutMs" | "limits">): CellLimits {
  return {
    subjectMs: cellTimeoutMs,
    subjectUsd: limits?.cellBudgetUsd,
    judgingMs: cellTimeoutMs ?? defaultJudgingMs,
  };
}

import type { BenchmarkCategory } from "./benchmark-category.ts";

/** A task every subject is run against. */
export interface BenchmarkTask {
  /** Unique in its benchmark. */
  id: string;
  category: BenchmarkCategory;
  prompt: string;
  /** Locked, published criteria the judge scores against. */
  rubric: string[];
  /** Optional reference passed to code scorers. */
  expected?: unknown;
  metadata?: Record<string, unknown>;
  /**
   * What this task shares with others: one template, one repository. What suits one suits its siblings, so verdicts and
   * intervals count families, not tasks. Default: it is a family of its own.
   */
  family?: string;
}

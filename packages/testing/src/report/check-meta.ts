import { shown } from "../scorers/score-result.ts";
import type { BuildBenchmarkReportMeta } from "./build-benchmark-report-meta.ts";
import { InvalidResultError } from "./check-results.ts";
import { isListOf } from "./is-list-of.ts";

/** Throws an `InvalidResultError` that names the first thing a report is told beside its cells which cannot be read. */
export function checkMeta(meta: BuildBenchmarkReportMeta): void {
  const refuse = (what: string, value: unknown, wanted: string) => {
    throw new InvalidResultError(`${what} is ${shown(value)}; it has to be ${wanted}.`);
  };
  if (typeof meta !== "object" || meta === null)
    refuse("meta", meta, "an object with model, runs, startedAt, budgetExceeded and warnings");
  const { warnings, subjects, tasks, carried } = meta as unknown as Record<string, unknown>;
  if (!isListOf(warnings, "string")) refuse("meta.warnings", warnings, "a list of texts");
  if (subjects !== undefined && !isListOf(subjects, "object"))
    refuse("meta.subjects", subjects, "a list of names and kinds, or be left out");
  if (tasks !== undefined && !isListOf(tasks, "object"))
    refuse("meta.tasks", tasks, "a list of ids and categories, or be left out");
  if (carried !== undefined && (typeof carried !== "object" || carried === null))
    refuse("meta.carried", carried, "an object of usd and calls, or be left out");
}

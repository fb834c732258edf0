import { shown } from "../scorers/score-result.ts";
import type { BuildBenchmarkReportMeta } from "./build-benchmark-report-meta.ts";
import { InvalidResultError } from "./check-results.ts";
import { isListOf, isText } from "./is-list-of.ts";

/** What a field has to be, in words, and whether it is. */
type Rule = readonly [wanted: string, holds: (value: unknown) => boolean];

const text: Rule = ["a text", isText];
const count: Rule = [
  "a whole number from 0",
  (value) => Number.isSafeInteger(value) && (value as number) >= 0,
];
const amount: Rule = ["a number from 0", (value) => Number.isFinite(value) && (value as number) >= 0];
const time: Rule = ["a time in milliseconds since 1970, or totalMs be given", Number.isFinite];

const required = {
  model: text,
  runs: count,
  warnings: ["a list of texts", (value) => isListOf(value, isText)],
} as const satisfies Partial<Record<keyof BuildBenchmarkReportMeta, Rule>>;

const optional = {
  judgeModel: text,
  primaryBaseline: text,
  subjects: ["a list of names and kinds", (value) => isListOf(value, isSubject)],
  tasks: ["a list of ids and categories", (value) => isListOf(value, isTask)],
  plannedCells: count,
  runId: text,
  regradeOf: text,
  name: text,
  totalMs: amount,
  maxCostUsd: amount,
  runCostUsd: amount,
  carried: ["an object of usd and calls", isCarried],
  outsideCostUsd: amount,
} as const satisfies Partial<Record<keyof BuildBenchmarkReportMeta, Rule>>;

/** Throws an `InvalidResultError` that names the first thing a report is told beside its cells which cannot be read. */
export function checkMeta(meta: BuildBenchmarkReportMeta): void {
  const refuse = (what: string, value: unknown, wanted: string) => {
    throw new InvalidResultError(`${what} is ${shown(value)}; it has to be ${wanted}.`);
  };
  if (typeof meta !== "object" || meta === null)
    refuse("meta", meta, "an object with model, runs, startedAt, budgetExceeded and warnings");
  const given = meta as unknown as Record<string, unknown>;
  const check = (field: string, [wanted, holds]: Rule, orLeftOut = "") => {
    if (!holds(given[field])) refuse(`meta.${field}`, given[field], `${wanted}${orLeftOut}`);
  };
  for (const [field, rule] of Object.entries(required)) check(field, rule);
  for (const [field, rule] of Object.entries(optional))
    if (given[field] !== undefined) check(field, rule, ", or be left out");
  if (meta.totalMs === undefined) check("startedAt", time);
}

function isSubject(value: unknown): boolean {
  return typeof (value as { name?: unknown } | null)?.name === "string";
}

function isTask(value: unknown): boolean {
  const { id, category } = Object(value) as Record<string, unknown>;
  return typeof id === "string" && typeof category === "string";
}

function isCarried(value: unknown): boolean {
  const { usd, calls } = Object(value) as Record<string, unknown>;
  return amount[1](usd) && count[1](calls);
}

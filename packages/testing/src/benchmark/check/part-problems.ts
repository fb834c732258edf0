import type { PriceTable, ResponseCache } from "@flow-state-dev/core";
import type { RunStore } from "@flow-state-dev/records";
import type { RunBenchmarkConfig } from "../run-benchmark-config.ts";
import { describeValue } from "./describe-value.ts";

const ofPrices: Record<keyof PriceTable, true> = { price: true, cost: true, snapshot: true };
const ofCache: Record<keyof ResponseCache, true> = { get: true, put: true };
/** What a plan reads of a store, and what a run needs beside it. */
const ofPlan = ["runs", "cells"] as const satisfies readonly (keyof RunStore)[];
const ofRun = [
  ...[...ofPlan, "createRun", "openRun", "updateRun", "claim", "openCall", "chargeCall", "endAttempt"],
  ...["attempts", "calls", "totals", "books", "flush"],
] as readonly (keyof RunStore)[];

type Parts = Pick<RunBenchmarkConfig, "store" | "sharing">;

/** What is wrong with the parts that a run is given ready-made: store and sharing. In sentences. */
export function partProblems({ store, sharing }: Parts, use: "run" | "plan"): string[] {
  return [...storeProblem(store, use), ...sharingProblem(sharing)];
}

/** What is wrong with a cache, in a sentence; nothing when it is left out. */
export function cacheProblem(cache: unknown): string[] {
  const wanted = "a cache, such as createFileCache(folder) gives";
  return methodProblem("cache", cache, Object.keys(ofCache), wanted);
}

function storeProblem(store: unknown, use: "run" | "plan"): string[] {
  if (typeof store !== "string") {
    const wanted =
      use === "run"
        ? "the file of a store, or a store such as createSqliteStore(file) gives"
        : "a store, such as createSqliteStore(file) gives";
    return methodProblem("store", store, use === "run" ? ofRun : ofPlan, wanted);
  }
  if (use === "plan")
    return [
      `store is ${describeValue(store)}; a plan needs an open store: createSqliteStore(file), or none.`,
    ];
  return store.trim() === "" ? ["store is empty: give the file of a store, or leave it out."] : [];
}

/** What is wrong with a table of prices, in a sentence; nothing when it is left out. */
export function pricesProblem(prices: unknown): string[] {
  const wanted = "a table of prices: give createPriceTable({ overrides }) for prices of your own";
  const problem = methodProblem("prices", prices, Object.keys(ofPrices), wanted);
  if (prices === undefined || problem.length > 0) return problem;
  const said = snapshotOf(prices as PriceTable);
  const { version, models } = Object(said) as { version?: unknown; models?: unknown };
  if (typeof version === "string" && typeof models === "object" && models !== null) return [];
  return [`prices.snapshot gives ${describeValue(said)}; it has to give version and models, as ${wanted}.`];
}

function snapshotOf(prices: PriceTable): unknown {
  try {
    return prices.snapshot([]);
  } catch (error) {
    return error;
  }
}

function sharingProblem(sharing: unknown): string[] {
  if (sharing === undefined) return [];
  const { role, dispatch, source } = Object(sharing) as Record<string, unknown>;
  const other = role === "planner" ? dispatch : role === "worker" ? source : undefined;
  if (typeof other === "object" && other !== null) return [];
  return [
    `sharing is ${describeValue(sharing)}; it has to be { role: "planner", dispatch } or { role: "worker", source }, or be left out.`,
  ];
}

/** What is wrong with an object that is known by its functions; nothing when it is left out. */
function methodProblem(field: string, value: unknown, methods: readonly string[], wanted: string): string[] {
  if (value === undefined) return [];
  if (typeof value !== "object" || value === null)
    return [`${field} is ${describeValue(value)}; it has to be ${wanted}. It may be left out.`];
  const missing = methods.find((name) => typeof (value as Record<string, unknown>)[name] !== "function");
  if (missing === undefined) return [];
  return [
    `${field} is ${describeValue(value)}, which has no function ${missing}; it has to be ${wanted}. It may be left out.`,
  ];
}

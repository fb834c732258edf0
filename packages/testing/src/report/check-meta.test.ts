import fc from "fast-check";
import { expect, test } from "vitest";
import { buildBenchmarkReport } from "./build-benchmark-report.ts";
import type { BuildBenchmarkReportMeta } from "./build-benchmark-report-meta.ts";
import { syntheticResult } from "./synthetic-result.ts";

const meta = { model: "m", runs: 2, startedAt: 0, budgetExceeded: false, warnings: [], totalMs: 1 };
const refused = (message: string) =>
  expect.objectContaining({ code: "invalid-result", message: expect.stringContaining(message) });

test.each([undefined, null, "meta", 5])("%j is no meta", (nothing) => {
  expect(() => buildBenchmarkReport([], nothing as never)).toThrow(refused("meta is "));
});

test.each<[keyof BuildBenchmarkReportMeta]>([["warnings"], ["subjects"], ["tasks"], ["carried"]])(
  "meta.%s of another type is refused by its name",
  (field) => {
    const right = (value: unknown) =>
      field === "carried" ? typeof value === "object" && value !== null : Array.isArray(value);
    const wrong = fc.anything().filter((value) => value !== undefined && !right(value));
    fc.assert(
      fc.property(wrong, (value) => {
        const given = { ...meta, [field]: value } as never;
        expect(() => buildBenchmarkReport([syntheticResult()], given)).toThrow(refused(`meta.${field} is `));
      }),
    );
  },
);

test.each<[keyof BuildBenchmarkReportMeta, string]>([
  ...(["model", "judgeModel", "primaryBaseline", "runId", "regradeOf", "name"] as const).map(
    (field) => [field, "a text"] as [keyof BuildBenchmarkReportMeta, string],
  ),
  ["runs", "a whole number from 0"],
  ["plannedCells", "a whole number from 0, or be left out"],
  ...(["totalMs", "maxCostUsd", "runCostUsd", "outsideCostUsd"] as const).map(
    (field) => [field, "a number from 0, or be left out"] as [keyof BuildBenchmarkReportMeta, string],
  ),
  ["carried", "an object of usd and calls, or be left out"],
])("meta.%s that is not %s is refused", (field, wanted) => {
  for (const wrong of [null, Number.NaN, -1, {}, { usd: 1, calls: "x" }, ["a"], true, { name: "a" }])
    expect(() => buildBenchmarkReport([syntheticResult()], { ...meta, [field]: wrong } as never)).toThrow(
      refused(`meta.${field} is `),
    );
  expect(() => buildBenchmarkReport([], { ...meta, [field]: null } as never)).toThrow(refused(wanted));
});

test("the time is measured from a beginning that is one, unless it is given", () => {
  const { startedAt: _now, totalMs: _given, ...rest } = meta;
  for (const startedAt of [undefined, null, Number.NaN, "2026-01-01"])
    expect(() => buildBenchmarkReport([], { ...rest, startedAt } as never)).toThrow(
      refused("it has to be a time in milliseconds since 1970, or totalMs be given."),
    );
  expect(buildBenchmarkReport([], { ...rest, totalMs: 5 } as never).timing).toEqual({ totalMs: 5 });
});

test("a meta by hand that says no warnings is told so", () => {
  const { warnings: _none, ...rest } = meta;
  expect(() => buildBenchmarkReport([], rest as never)).toThrow(
    refused("meta.warnings is undefined; it has to be a list of texts."),
  );
});

test.each([
  ["warnings", [5]],
  ["warnings", new Array(1)],
  ["tasks", new Array(1)],
  ["subjects", [null]],
  ["subjects", [{ kind: "pattern" }]],
  ["tasks", ["a"]],
  ["tasks", [{ id: "a" }]],
])("a list of other things in meta.%s is refused", (field, list) => {
  expect(() => buildBenchmarkReport([], { ...meta, [field]: list } as never)).toThrow(
    refused(`meta.${field} is `),
  );
});

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

test("a meta by hand that says no warnings is told so", () => {
  const { warnings: _none, ...rest } = meta;
  expect(() => buildBenchmarkReport([], rest as never)).toThrow(
    refused("meta.warnings is undefined; it has to be a list of texts."),
  );
});

test.each([
  ["warnings", [5]],
  ["subjects", [null]],
  ["tasks", ["a"]],
])("a list of other things in meta.%s is refused", (field, list) => {
  expect(() => buildBenchmarkReport([], { ...meta, [field]: list } as never)).toThrow(
    refused(`meta.${field} is `),
  );
});

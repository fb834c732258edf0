import { generator } from "@flow-state-dev/core";
import { defaultBenchmarkRegistry } from "@flow-state-dev/patterns";
import type { BenchmarkDefinition } from "@flow-state-dev/testing";
import { expect, test } from "vitest";
import { buildBenchmarkRun } from "./build-benchmark-run.ts";

const own = (name: string) => ({ name, kind: "pattern" as const, block: generator({ name, model: "a/b" }) });

const definition = (more: Partial<BenchmarkDefinition>) =>
  ({
    name: "mine",
    model: "openai/gpt-5.4-mini",
    tasks: [{ id: "t", category: "reasoning", prompt: "p", rubric: ["r"] }],
    registry: defaultBenchmarkRegistry,
    ...more,
  }) as BenchmarkDefinition;

const namesOf = (more: Partial<BenchmarkDefinition>, patterns?: string[]) =>
  buildBenchmarkRun(definition(more), { ...(patterns && { patterns }) }).subjects.map(({ name }) => name);

test("subjects of one's own and patterns are compared together", () => {
  expect(namesOf({ subjects: [own("p1") as never], patterns: ["debate"] })).toEqual([
    "p1",
    "debate",
    "single-generator",
  ]);
});

test("--patterns chooses among both", () => {
  const both = { subjects: [own("p1"), own("p2")] as never, patterns: ["debate"] };
  expect(namesOf(both, ["supervisor", "p2"])).toEqual(["supervisor", "p2", "single-generator"]);
  expect(() => namesOf(both, ["p3"])).toThrow(/There is no subject "p3". There are: p1, p2, .*debate/);
});

test("what limits a definition limits the run; a flag comes first, and leaves the rest", () => {
  const limits = { cellBudgetUsd: 1, providers: { openai: { requestsPerMinute: 5, tokensPerMinute: 9 } } };
  const own = definition({ patterns: ["debate"], limits, seed: 3 });
  expect(buildBenchmarkRun(own, {})).toMatchObject({ limits, seed: 3 });
  expect(buildBenchmarkRun(own, { strict: true, limits: ["openai:rpm=7", "rpm=8"] }).limits).toEqual({
    ...{ cellBudgetUsd: 1, strict: true },
    providers: { openai: { requestsPerMinute: 7, tokensPerMinute: 9 }, "*": { requestsPerMinute: 8 } },
  });
  expect(buildBenchmarkRun(definition({ patterns: ["debate"] }), {})).not.toHaveProperty("limits");
});

test("only a baseline stands for the baseline of its name", () => {
  const called = own("single-generator");
  const names = (subject: object) => namesOf({ subjects: [subject as never] });
  expect(names({ ...called, kind: "baseline" })).toEqual(["single-generator"]);
  expect(names(called)).toEqual(["single-generator", "single-generator"]);
});

test("a benchmark without a model needs --model, and says so before a pattern is built", () => {
  const { model: _model, ...without } = definition({ patterns: ["debate"] });
  const nameless = without as BenchmarkDefinition;
  const said = 'The benchmark "mine" has no model: give it one, or name one with --model.';
  expect(() => buildBenchmarkRun(nameless, {})).toThrow(said);
  expect(() => buildBenchmarkRun(nameless, { model: " " })).toThrow(said);
  expect(buildBenchmarkRun(nameless, { model: "sim/weak" }).model).toBe("sim/weak");
});

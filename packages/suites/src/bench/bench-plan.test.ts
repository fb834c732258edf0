import { expect, test } from "vitest";
import { createNoopAgent } from "../agent/noop-agent.ts";
import type { SuiteCase } from "../suite/suite.ts";
import { benchCells } from "./bench-plan.ts";

const planned = (id: string, runs: number) => ({
  it: { id, budget: 2, model: null } as SuiteCase,
  hash: `h-${id}`,
  runs,
});
const agent = createNoopAgent();

test("runs first, then cases, then agents, the first of which is the baseline", () => {
  const cells = benchCells(
    [planned("a", 2), planned("b", 1)],
    [
      { name: "one", agent },
      { name: "two", agent },
    ],
  );
  expect(cells.map(({ run, task, subject, baseline }) => [run, task, subject, baseline ?? false])).toEqual([
    [0, "a", "one", true],
    [0, "a", "two", false],
    [0, "b", "one", true],
    [0, "b", "two", false],
    [1, "a", "one", true],
    [1, "a", "two", false],
  ]);
  expect(cells[0]).toMatchObject({ taskHash: "h-a" });
});

test("an agent only gets its own cases", () => {
  const cells = benchCells(
    [planned("a", 1), planned("b", 1)],
    [
      { name: "one", agent, cases: new Set(["a"]) },
      { name: "two", agent, cases: new Set(["b"]) },
    ],
  );
  expect(cells.map(({ task, subject }) => [task, subject])).toEqual([
    ["a", "one"],
    ["b", "two"],
  ]);
});

test("cells name the provider of their model, so that its limits hold for them", () => {
  const cases = [
    planned("a", 1),
    { ...planned("b", 1), it: { id: "b", model: "openai/gpt-5" } as SuiteCase },
  ];
  const providers = (chosen?: string) =>
    benchCells(cases, [{ name: "one", agent }], chosen).map(({ provider }) => provider);
  expect(providers()).toEqual([undefined, "openai"]);
  expect(providers("anthropic/claude-opus-4-6")).toEqual(["anthropic", "anthropic"]);
});

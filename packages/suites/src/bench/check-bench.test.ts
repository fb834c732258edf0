import { createModelResolver, createPriceTable } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { claudeCode } from "../adapters/claude-code/claude-code.ts";
import { codex as codexCli } from "../adapters/codex/codex.ts";
import { createCliAgent } from "../adapters/create-cli-agent.ts";
import { createNoopAgent } from "../agent/noop-agent.ts";
import { parseExpectation } from "../expect/parse-expectation.ts";
import type { SuiteCase } from "../suite/suite.ts";
import { createXAgent } from "../x-agent/x-agent.ts";
import type { BenchAgent } from "./bench-agent.ts";
import { checkBench } from "./check-bench.ts";
import type { ModelServers } from "./wire/case-gateway.ts";

const noop = { name: "noop", agent: createNoopAgent() };
const x = { name: "x", agent: createXAgent() };
const it = (model: string | null, ...expect: string[]): SuiteCase =>
  ({
    ...{ id: "a", model },
    expect: expect.map((source) => {
      const parsed = parseExpectation(source);
      return { source, expectation: parsed.ok && parsed.expectation };
    }),
  }) as unknown as SuiteCase;

test.each([
  { runs: Number.NaN },
  { runs: 0 },
  { runs: 1.5 },
  { diskBytes: -1 },
  { commandLimits: { processes: 0 } },
])("%j is refused", (more) => {
  const config = { agents: [noop], ...more };
  expect(() => checkBench(config, [it(null)], createModelResolver(), createPriceTable())).toThrow(
    /^(?:runs|diskBytes|processes) is \S+; it has to be a whole number from 1\.$/,
  );
});

const check = (
  agents: BenchAgent[],
  cases: SuiteCase[],
  more: { model?: string; judgeModel?: string; servers?: ModelServers } = {},
) => checkBench({ agents, ...more }, cases, createModelResolver({ env: {} }), createPriceTable());

test("who calls no model needs none", () => {
  expect(check([noop], [it("claude-opus-4-6")])).toMatchObject({ simulated: false });
});

test.each([
  ["no agent", [], [it(null)], "no agent to run"],
  ["no case", [noop], [], "no case to run"],
  ["a name twice", [noop, noop], [it(null)], "noop is named twice"],
  ["no model", [x], [it(null)], "x needs a model for the case a"],
  ["no key", [x], [it("claude-opus-4-6")], "ANTHROPIC_API_KEY"],
  ["nobody to judge", [noop], [it(null, "judge:it is good")], "--judge-model"],
  ["nobody to judge the opposite", [noop], [it(null, "not judge:it is bad")], "--judge-model"],
])("%s is found before anything runs", (_what, agents, cases, problem) => {
  expect(() => check(agents, cases)).toThrow(problem);
});

const claude = { name: "claude-code", agent: createCliAgent(claudeCode) };
const codex = { name: "codex", agent: createCliAgent(codexCli) };

test.each([
  ["no key", claude, it("claude-opus-4-6"), {}, "ANTHROPIC_API_KEY"],
  [
    "another wire",
    codex,
    it("claude-opus-4-6"),
    { ANTHROPIC_API_KEY: "k" },
    "The agent speaks OpenAI Responses",
  ],
  ["a model inside", claude, it("sim/strong"), {}, "answers inside this process"],
  ["no price", claude, it("anthropic/new-1"), { ANTHROPIC_API_KEY: "k" }, "no price"],
  [
    "no network",
    claude,
    { ...it("claude-opus-4-6"), network: "none" as const },
    {},
    "reaches its model over",
  ],
])("an agent that calls its model itself, and %s", (_what, agent, one, env, problem) => {
  expect(() => check([agent], [one], { servers: { env } })).toThrow(problem);
});

test("an agent that calls its model itself needs no provider of ours", () => {
  const servers = { env: { ANTHROPIC_API_KEY: "k" } };
  expect(check([claude], [it("claude-opus-4-6")], { servers })).toEqual({
    ...{ ids: ["claude-opus-4-6"], simulated: false },
  });
});

test("models that only play one are told, also of work that is repeated", () => {
  expect(check([x], [it(null)], { model: "sim/strong" }).simulated).toBe(true);
  expect(check([{ ...noop, simulated: true }], [it(null)]).simulated).toBe(true);
});

test("an agent is only held against its own cases", () => {
  expect(check([{ ...x, cases: new Set() }, noop], [it(null)])).toMatchObject({ simulated: false });
});

test("a budget that does not pay for one call is found before anything runs, and is told as what it is", () => {
  const dear = { input: 300, output: 2_000 };
  const prices = createPriceTable({ overrides: { "ollama/dear": dear } });
  const said = (budget: number, kind?: string) => {
    const one = { ...it("ollama/dear"), prompt: "Do it.", budget, timeout: 60 };
    const config = { agents: [x, noop], ...(kind !== undefined && { kind }) };
    return () => checkBench(config, [one], createModelResolver({ env: {} }), prices);
  };
  expect(said(0.5)).toThrow(
    /^The budget of the case a \(\$0\.50\) does not pay for one call of ollama\/dear, which may cost up to \$2\.\d\d: raise its "budget", or choose a cheaper model\. Nothing was run\.$/,
  );
  expect(said(0.5, "run")).toThrow(/^The budget \(\$0\.50\) does not pay .*: raise it with --budget, or/);
  expect(said(3)).not.toThrow();
});

test("a model without a price is refused for what cannot be kept or told: a judge is not in the limit of a case", () => {
  const env = { OPENAI_COMPATIBLE_BASE_URL: "http://127.0.0.1:9/v1" };
  const said = (agent: BenchAgent, more: { model?: string; judgeModel?: string; budgetUsd?: number }) => () =>
    checkBench(
      { agents: [agent], ...more },
      [{ ...it(null, "judge:it is good"), prompt: "Do it.", budget: 1, timeout: 60 }],
      createModelResolver({ env }),
      createPriceTable(),
    );
  const half = "openai-compatible/half";
  expect(said(noop, { judgeModel: half })).toThrow(
    `${half} has no price, so what it costs cannot be told. Add`,
  );
  expect(said(noop, { judgeModel: half, budgetUsd: 1 })).toThrow("so the limit of the run cannot be kept.");
  expect(said(x, { model: half })).toThrow("so the limit of a case cannot be kept.");
});

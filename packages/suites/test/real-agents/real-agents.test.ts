import { expect, test } from "vitest";
import { budgetTests } from "./budget-tests.ts";
import { completingTests } from "./completing-tests.ts";
import { acpAgents, claudeAgents, cliAgents } from "./support/agents.ts";
import { describeAgents, unknownNames } from "./support/install-agents.ts";
import { timeout } from "./support/task.ts";
import { troubleTests } from "./trouble-tests.ts";
import { testXBench } from "./x-bench.ts";

/*
 * Real programs of agents against a model server on loopback, by the way of every user. In CI those named below run;
 * with X_REAL_AGENTS=all every one does, and with names only those.
 */

const everyone = [...cliAgents, ...claudeAgents, ...acpAgents];
const five = ["claude-code", "codex", "opencode", "gemini", "qwen"];
const two = ["claude-code", "codex"];

test("every agent that is named in X_REAL_AGENTS is known", () => {
  expect(unknownNames(everyone), `known are ${everyone.map(({ name }) => name).join(", ")}`).toEqual([]);
});

const able = await describeAgents("completes a suite", everyone, five, completingTests);
await describeAgents("is cut at its budget", everyone, two, budgetTests);
await describeAgents("meets trouble", everyone, two, troubleTests);

const compared = cliAgents.filter(({ name }) => two.includes(name) && able.includes(name));
test.runIf(compared.length === two.length)(
  "x bench holds two agents against each other, a model each",
  { timeout },
  () => testXBench(compared),
);

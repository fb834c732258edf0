import { join } from "node:path";
import { expect, test } from "vitest";
import { parseAgent } from "../../agent/create-agent.ts";
import { readSuite } from "../../suite/read-suite.ts";
import { judgedByOwn } from "./judged-by-own.ts";

async function told(names: readonly string[], expectations: readonly string[], more = {}): Promise<string[]> {
  const cases = expectations.map((expectation, at) => ({
    ...{ id: `c${at}`, prompt: "p", expect: [expectation], workspace: "." },
  }));
  const text = JSON.stringify({ name: "s", model: "openai/gpt-5.4-mini", cases });
  const suite = await readSuite({ text, file: join(import.meta.dirname, "s.json") });
  const agents = names.map((name) => ({ name, agent: parseAgent(name) }));
  return judgedByOwn({ agents, ...more }, suite.cases);
}

const own =
  "Self-preference: openai/gpt-5.4-mini judges its own work, which tends to raise scores. Name a judge of another family: judgeModel, or --judge-model on the command line.";

test("a model that judges its own work is told of, and one of its family", async () => {
  const judged = ["file:a exists", "judge:Is it good?"];
  expect(await told(["x"], judged)).toEqual([own]);
  expect(await told(["x"], ["not judge:Is it bad?"], { judgeModel: "gpt-5.4-mini" })).toEqual([own]);
  expect(await told(["x"], judged, { model: "ollama/one" })).toEqual([
    expect.stringMatching(/^Self-preference: ollama\/one judges its own work/),
  ]);
  expect(await told(["x"], judged, { judgeModel: "openai/gpt-5.4" })).toEqual([
    "Self-preference: the judge openai/gpt-5.4 is of the same family as openai/gpt-5.4-mini, which may raise those scores. A judge of another family is safer.",
  ]);
});

test("nothing is said where there is nothing to judge, another judge, or nobody who works with a model", async () => {
  expect(await told(["x"], ["file:a exists"])).toEqual([]);
  expect(await told(["x"], ["judge:Is it good?"], { judgeModel: "claude-haiku-4-5" })).toEqual([]);
  expect(await told(["noop", "command:true"], ["judge:Is it good?"])).toEqual([]);
});

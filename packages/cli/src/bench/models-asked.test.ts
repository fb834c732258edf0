import { join } from "node:path";
import { parseAgent, readSuite } from "@flow-state-dev/suites";
import { expect, test } from "vitest";
import { modelsAsked } from "./models-asked.ts";

async function askedBy(names: readonly string[], expectation: string, flags = {}): Promise<string[]> {
  const one = { id: "a", prompt: "p", expect: [expectation], workspace: "." };
  const cases = [one, { ...one, id: "b", model: "ollama/two" }];
  const text = JSON.stringify({ name: "s", model: "ollama/one", cases });
  const suite = await readSuite({ text, file: join(import.meta.dirname, "s.json") });
  const agents = names.map((name) => ({ name, agent: parseAgent(name) }));
  return modelsAsked(agents, suite.cases, flags);
}

test("agents without a use for a model ask none, and the judge asks its own or theirs", async () => {
  expect(await askedBy(["noop"], "file:a exists")).toEqual([]);
  expect(await askedBy(["noop", "x"], "file:a exists")).toEqual(["ollama/one", "ollama/two"]);
  expect(await askedBy(["x"], "file:a exists", { model: "ollama/three" })).toEqual(["ollama/three"]);
  expect(await askedBy(["command:true"], "file:a exists")).toEqual(["ollama/one", "ollama/two"]);
  expect(await askedBy(["noop"], "judge:Is it good?")).toEqual(["ollama/one", "ollama/two"]);
  expect(await askedBy(["noop"], "not judge:Is it good?", { judgeModel: "ollama/j" })).toEqual(["ollama/j"]);
  expect(await askedBy(["noop"], "file:a exists", { judgeModel: "ollama/j" })).toEqual([]);
});

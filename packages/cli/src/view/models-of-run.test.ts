import { expect, test } from "vitest";
import { modelsOfRun } from "./models-of-run.ts";

const suite = (ids: string[], judge: string | null, agents: Record<string, { model: string | null }>) =>
  modelsOfRun({
    models: Object.fromEntries(ids.map((id) => [id, id])),
    conditions: { judge, agents },
  });

test("the judge of a benchmark is told apart from its models", () => {
  const models = { executor: "acme/one", judge: "acme/judge", planner: "acme/two" };
  expect(modelsOfRun({ models, conditions: {} })).toBe("acme/one, acme/two, judged by acme/judge");
  expect(modelsOfRun({ models: { executor: "acme/one", judge: "" }, conditions: {} })).toBe("acme/one");
});

test("the judge of a suite is not told as the model of an agent, unless it is that as well", () => {
  const own = { "command:sh agent.sh": { model: null } };
  expect(suite(["acme/half"], "acme/half", own)).toBe("judged by acme/half");
  expect(suite(["acme/one", "acme/half"], "acme/half", { x: { model: "acme/one" } })).toBe(
    "acme/one, judged by acme/half",
  );
  expect(suite(["acme/one"], "acme/one", { x: { model: "acme/one" } })).toBe("acme/one, judged by acme/one");
});

test("a judge that no case asks for is not told, nor one that nobody named", () => {
  expect(suite(["acme/one"], "acme/half", { x: { model: "acme/one" } })).toBe("acme/one");
  expect(suite(["acme/one"], null, {})).toBe("acme/one");
  expect(modelsOfRun({ models: { a: "a" }, conditions: { judge: "a", agents: null } })).toBe("judged by a");
});

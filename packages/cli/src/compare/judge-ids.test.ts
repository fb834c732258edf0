import { expect, test } from "vitest";
import { judgeIds } from "./judge-ids.ts";

const task = { id: "a", category: "c", prompt: "p" };
const judged = [
  { ...task, rubric: [] },
  { ...task, id: "b", rubric: ["Says it"] },
];

test("the judge is the panel, or the model that is named, or the one of the run", () => {
  expect(judgeIds({ tasks: judged, model: "a/m" })).toEqual(["a/m"]);
  expect(judgeIds({ tasks: judged, model: "a/m", judgeModel: "a/j" })).toEqual(["a/j"]);
  const panel = ["a/one", "a/two"];
  expect(judgeIds({ tasks: judged, model: "a/m", judgeModel: "a/j", judge: { panel } })).toEqual(panel);
});

test("without a criterion nobody judges, whoever is named", () => {
  const tasks = judged.map((each) => ({ ...each, rubric: [] }));
  expect(judgeIds({ tasks, model: "a/m", judgeModel: "a/j", judge: { panel: ["a/one"] } })).toEqual([]);
});

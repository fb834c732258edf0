import { expect, test } from "vitest";
import { headline } from "./headline.ts";

const rubric = ["Says it"];
const config = {
  subjects: [{}],
  tasks: [{ rubric }, { rubric }],
  runs: 1,
  model: "sim/strong",
} as never as Parameters<typeof headline>[0];

test("what is about to run takes two lines", () => {
  expect(headline({ ...config, name: "mine" })).toBe(
    "mine · 1 subject × 2 tasks × 1 run = 2 cells\nsim/strong, judged by sim/strong",
  );
});

test("tasks that are siblings are told with their families", () => {
  const tasks = ["x", "x", "y", undefined].map((family) => ({ rubric, ...(family && { family }) }));
  expect(headline({ ...config, tasks } as never)).toContain(
    "1 subject × 4 tasks in 3 families × 1 run = 4 cells",
  );
});

test("without a rubric nobody judges", () => {
  const tasks = [{ id: "t", category: "c", prompt: "p", rubric: [] }];
  expect(headline({ ...config, tasks })).toContain("sim/strong, scored by code");
});

test("a name cannot begin a line of its own in a log, nor do anything to a terminal", () => {
  const text = headline({ ...config, name: "mine\n::error::x\u001b[2J" });
  expect(text.split("\n")).toHaveLength(2);
  expect(text).toContain("mine␊::error::x␛[2J · 1 subject");
});

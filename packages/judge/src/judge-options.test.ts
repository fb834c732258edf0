import { expect, test } from "vitest";
import { createJudge } from "./create-judge.ts";
import { completeJudgeOptions, type JudgeOptions } from "./judge-options.ts";

test("what is left out has a default", () => {
  expect(completeJudgeOptions({ model: "a/one" })).toEqual({
    ...{
      models: ["a/one"],
      name: "rubric-judge",
      repeats: 1,
      scale: "binary",
      threshold: 0.5,
      retries: 1,
      call: {},
    },
  });
});

test.each<[object, string]>([
  [{}, "either a model or a panel"],
  [{ model: "a", panel: ["b"] }, "either a model or a panel"],
  [{ panel: [] }, "the panel is empty"],
  [{ panel: ["a", "a"] }, "names a model twice"],
  [{ model: " " }, "a text that is not empty"],
  [{ model: "a", repeats: 0 }, "repeats is 0"],
  [{ model: "a", repeats: 1.5 }, "repeats is 1.5"],
  [{ model: "a", threshold: 1.1 }, "threshold is 1.1"],
  [{ model: "a", threshold: Number.NaN }, "threshold is NaN"],
  [{ model: "a", threshold: "0.5" }, "threshold is 0.5"],
  [{ model: "a", timeoutMs: "5" }, "timeoutMs is 5"],
  [{ model: "a", scale: "stars" }, "scale is stars"],
  [{ model: "a", retries: -1 }, "retries is -1"],
  [{ model: "a", name: "a/b" }, 'name is "a/b"; give letters, digits'],
  [{ model: "a", repeat: 3 }, "it has no option repeat; did you mean repeats"],
  [{ model: "a", timeoutMS: 3 }, "it has no option timeoutMS; did you mean timeoutMs"],
  [{ model: "a", timeoutMs: 0 }, "timeoutMs is 0"],
  [{ model: "a", timeoutMs: "soon" }, "timeoutMs is soon"],
  [{ model: "a", maxTokens: 0.5 }, "maxTokens is 0.5"],
  [{ model: "a", temperature: Number.NaN }, "temperature is NaN"],
])("%j is refused where it is written", (options, problem) => {
  expect(() => createJudge(options as JudgeOptions)).toThrow(problem);
  expect(() => createJudge(options as JudgeOptions)).toThrow(
    expect.objectContaining({ code: "judge-options-invalid" }),
  );
});

test("an option that is near to none is nobody's business", () => {
  expect(completeJudgeOptions({ model: "a", ...{ owner: "somebody" } }).models).toEqual(["a"]);
});

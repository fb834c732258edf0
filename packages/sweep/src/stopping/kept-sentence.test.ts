import { expect, test } from "vitest";
import type { SweepResult } from "../sweep-result.ts";
import { keptSentence } from "./kept-sentence.ts";

test.each([
  [0, 0, ""],
  [12, 0, " What is finished is kept."],
  [12, 6, " What is finished is kept; 6 runs were cut off and will run again."],
  [12, 1, " What is finished is kept; 1 run was cut off and will run again."],
  [0, 24, " 24 runs were cut off and will run again."],
])("%d finished and %d cut off", (scored, cancelled, sentence) => {
  const result = { coverage: { scored }, outcomes: { cancelled } } as SweepResult;
  expect(keptSentence(result, "run")).toBe(sentence);
});

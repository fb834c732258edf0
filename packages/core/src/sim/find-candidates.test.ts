import { describe, expect, test } from "vitest";
import { findCandidates, mostFrequent } from "./find-candidates.ts";

const sum = { prompt: "2 + 2?", right: "4", wrong: ["5", "22"] };
const answers = (text: string, task: { prompt: string; right: string; wrong: string[] } = sum) =>
  findCandidates(text, task).map((candidate) => candidate.answer);

describe("a short answer counts where it stands by itself", () => {
  test.each<[string, string[]]>([
    ["4", ["4"]],
    ["The answer is 4.", ["4"]],
    ["Answer: 4", ["4"]],
    ["1. 4\n2. 5\n3. 4", ["4", "5", "4"]],
    ["- 4\n- 22", ["4", "22"]],
    ["Candidate 1: 4\nCandidate 2: 22", ["4", "22"]],
    ['{"answer":4,"other":"5"}', ["4", "5"]],
    ["[4,5,4]", ["4", "5", "4"]],
    ["<answer>5</answer>", ["5"]],
    ["**4**", ["4"]],
    ["| 4 | 5 |", ["4", "5"]],
  ])("%j", (text, found) => {
    expect(answers(text)).toEqual(found);
  });

  test.each([
    "There are 4 candidates and 5 voters.",
    "4. This is the fourth point",
    "a score from 0 to 5 points",
    "3.4 and 4.5 and 44",
    "step4 is next",
    "one of 3, 4, or 5 things",
  ])("and not in %j", (text) => {
    expect(answers(text)).toEqual([]);
  });
});

test("a telling answer counts anywhere as a whole", () => {
  const task = {
    prompt: "?",
    right: "the mitochondria",
    wrong: ["photosynthesis", "the mitochondria of plants"],
  };
  expect(answers("I think it is the mitochondria because", task)).toEqual(["the mitochondria"]);
  expect(answers("so photosynthesis, or the mitochondria of plants", task)).toEqual([
    "photosynthesis",
    "the mitochondria of plants",
  ]);
  expect(answers("photosynthesises", task)).toEqual([]);
});

test("an answer of several lines is found inside JSON", () => {
  const task = { prompt: "?", right: "line one\nline two", wrong: [] };
  expect(answers(JSON.stringify({ draft: task.right }), task)).toEqual([task.right]);
});

test("the most frequent, and those as frequent", () => {
  const leaders = (text: string) =>
    mostFrequent(findCandidates(text, sum)).map((candidate) => candidate.answer);
  expect(leaders("- 4\n- 5\n- 4")).toEqual(["4"]);
  expect(leaders("- 5\n- 4")).toEqual(["5", "4"]);
  expect(leaders("")).toEqual([]);
});

import { expect, test } from "vitest";
import { combineVotes } from "./combine-votes.ts";
import type { Vote } from "./judgement.ts";
import { readGrade } from "./scale.ts";

const criterion = { text: "It is so.", weight: 1 };

/** One list a repeat, one letter or digit a judge: + met, - unmet, ? cannot judge. */
function votes(...repeats: string[]): Vote[] {
  const words: Record<string, string> = { "+": "met", "-": "unmet", "?": "cannot-judge" };
  return repeats.flatMap((said, repeat) =>
    [...said].map((sign, at) => {
      const { verdict, score } = readGrade("graded", words[sign] ?? sign)!;
      return { judge: `judge ${at}`, repeat, evidence: `${sign}${at}`, verdict, score };
    }),
  );
}

test.each([
  [["+"], "met", 1],
  [["?"], "cannot-judge", null],
  [["++-"], "met", 1],
  [["+--"], "unmet", 0],
  // A tie is no majority for anything.
  [["+-"], "cannot-judge", null],
  [["+-?"], "cannot-judge", null],
  // Who could not judge has no vote, unless they are more than half.
  [["+?"], "met", 1],
  [["--?"], "unmet", 0],
  [["+??"], "cannot-judge", null],
  // Over repeats the score is the mean.
  [["+", "+", "-"], "met", 2 / 3],
  [["+", "-"], "unmet", 0.5],
  [["+", "?"], "met", 1],
  [["+", "?", "?"], "cannot-judge", null],
  [["++-", "+--", "+-?"], "unmet", 0.5],
] as const)("met or unmet: %j is %s", (said, verdict, score) => {
  expect(combineVotes(criterion, votes(...said), "binary")).toMatchObject({ verdict, score });
});

test.each([
  [["3"], "unmet", 0.6],
  [["4"], "met", 0.8],
  [["055"], "met", 1],
  [["245"], "met", 0.8],
  [["25"], "unmet", 0.7],
  [["2?"], "unmet", 0.4],
  [["2??"], "cannot-judge", null],
  [["5", "3"], "met", 0.8],
  [["5", "2"], "unmet", 0.7],
] as const)("graded: %j is %s", (said, verdict, score) => {
  const finding = combineVotes(criterion, votes(...said), "graded");
  expect(finding.verdict).toBe(verdict);
  if (score === null) expect(finding.score).toBeNull();
  else expect(finding.score).toBeCloseTo(score, 12);
});

test("the evidence is that of a vote that says what was found", () => {
  expect(combineVotes(criterion, votes("-++"), "binary").evidence).toBe("+1");
  expect(combineVotes(criterion, votes("?+?"), "binary").evidence).toBe("?0");
  expect(combineVotes(criterion, votes("054"), "graded").evidence).toBe("42");
  expect(combineVotes(criterion, votes("+-"), "binary").evidence).toBe(
    "The votes are split: 1 met, 1 unmet.",
  );
});

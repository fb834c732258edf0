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
  // A tie is half met, and not met: that takes a majority.
  [["+-"], "unmet", 0.5],
  [["+-?"], "unmet", 0.5],
  [["++--"], "unmet", 0.5],
  [["+-??"], "unmet", 0.5],
  [["+-???"], "cannot-judge", null],
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
  [["+-", "++"], "met", 0.75],
  [["+-", "--"], "unmet", 0.25],
] as const)("met or unmet: %j is %s", (said, verdict, score) => {
  expect(combineVotes(criterion, votes(...said), "binary")).toMatchObject({ verdict, score });
});

test.each([
  [["3"], "unmet", 0.6],
  [["4"], "met", 0.8],
  [["+4-"], "met", 0.8],
  [["+2"], "unmet", 0.7],
  [["+", "3"], "met", 0.8],
] as const)("met or unmet, with scores between: %j is %s", (said, verdict, score) => {
  const finding = combineVotes(criterion, votes(...said), "binary");
  expect(finding.verdict).toBe(verdict);
  expect(finding.score).toBeCloseTo(score, 12);
  expect(finding.split).toBeUndefined();
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
    "The votes are split: 1 met (+0), 1 unmet (-1).",
  );
});

test.each([
  [["+-"], true],
  [["+", "-"], true],
  [["++-", "+--"], true],
  [["++-"], undefined],
  [["+-", "++"], undefined],
  [["?"], undefined],
  [["+??"], undefined],
] as const)("met or unmet: that %j are split is %s", (said, split) => {
  expect(combineVotes(criterion, votes(...said), "binary").split).toBe(split);
});

test("grades between which the median lies are no split: it is a grade itself", () => {
  expect(combineVotes(criterion, votes("05"), "graded")).toMatchObject({ verdict: "unmet", score: 0.5 });
  expect(combineVotes(criterion, votes("05"), "graded").split).toBeUndefined();
});

test("a dissenting vote never raises a score above what agreement would give", () => {
  const score = (said: string) => combineVotes(criterion, votes(said), "binary").score;
  for (const judges of [2, 3, 4, 5]) {
    const scores = Array.from({ length: judges + 1 }, (_, unmet) =>
      score("+".repeat(judges - unmet) + "-".repeat(unmet)),
    );
    expect(scores).not.toContain(null);
    expect(scores).toEqual(scores.toSorted((a, b) => b! - a!));
  }
});

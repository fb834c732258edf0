import { describe, expect, test } from "vitest";
import { countVotes, largestGroup, majority, plurality } from "./vote.ts";

describe("votes", () => {
  test("case, spacing, quotes, emphasis and a full stop make no difference", () => {
    const voted = countVotes(["Lyon", " lyon.", '"Lyon"', "**Lyon**", "Ly on"]);
    expect(voted).toEqual([
      { answer: "Lyon", votes: 4 },
      { answer: "Ly on", votes: 1 },
    ]);
  });

  test("signs, decimals and words do", () => {
    expect(countVotes(["5", "-5", "5.0", "five"])).toHaveLength(4);
  });

  test.each([
    ["2⁵", "25"],
    ["x²", "x2"],
    ["H₂O", "H2O"],
    ["5!", "5"],
    ["½", "1⁄2"],
    ["①", "1"],
    ["x*", "x"],
    ["5'", "5"],
    ["_x", "x"],
    ["ﬁ", "fi"],
    ["a...", "a"],
    ["*a* or *b*", "a* or *b"],
    ["if a:\n  b\nc", "if a:\n  b\n  c"],
    ["let Area\nlet area", "let area\nlet area"],
    ["5?", "5"],
    ["5%", "5"],
    ["(1, 2)", "[1, 2]"],
  ])("%s is not %s", (one, other) => {
    expect(countVotes([one, other])).toHaveLength(2);
  });

  test.each([
    ["“Lyon”", '"Lyon"'],
    ["It’s 5", "it's 5."],
    ["5–10", "5-10"],
    ["−5", "-5"],
    ["caf\u00e9", "cafe\u0301"],
    ["**Lyon**.", "*Lyon.*"],
    ['**"Lyon."**', "Lyon"],
    ["`x`", "x"],
    [" a\r\n b ", "a\n b"],
    ["very  long", "Very\tlong"],
  ])("%j is %j", (one, other) => {
    expect(countVotes([one, other])).toHaveLength(1);
  });

  test("a text of nothing but marks is a text too", () => {
    expect(countVotes(["*", "**", "'", '""', ".", "...", ""])).not.toHaveLength(0);
    expect(countVotes(["***", "*"])).toHaveLength(2);
  });

  test("long texts are compared in no time", () => {
    const long = `${"*a".repeat(50_000)} ${"'".repeat(50_000)}.`;
    expect(countVotes([long, long])).toEqual([{ answer: long, votes: 2 }]);
    expect(countVotes([". ".repeat(50_000), "x"])).toHaveLength(2);
  });

  test("a majority is more than half", () => {
    expect(majority(countVotes(["a", "b", "a"]))).toBe("a");
    expect(majority(countVotes(["a", "b", "a", "b"]))).toBeUndefined();
  });

  test("of equally many the first counts", () => {
    expect(plurality(countVotes(["c", "a", "b", "a", "b"]))).toBe("a");
  });
});

describe("groups", () => {
  const voted = countVotes(["12", "a dozen", "13", "twelve", "13"]);

  test("the most votes together win, in the words that most of them used", () => {
    expect(largestGroup(voted, [[1, 2, 4], [3]])).toBe("12");
    expect(largestGroup(voted, [[3, 1], [2], [4]])).toBe("13");
  });

  test("of equal groups the one with the first answer wins, whatever the order they are told in", () => {
    expect(largestGroup(voted, [[3], [4, 2], [1]])).toBe("a dozen");
  });

  test.each([
    ["an answer twice", [[1, 2, 4], [3], [1]]],
    ["an answer left out", [[1, 2], [3]]],
    ["a number of no answer", [[1, 2, 4], [5]]],
    ["nothing", []],
  ])("with %s they are of no use", (_, groups) => {
    expect(largestGroup(voted, groups)).toBeUndefined();
  });
});

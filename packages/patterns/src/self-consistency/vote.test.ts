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

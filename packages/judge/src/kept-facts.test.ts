import { expect, test } from "vitest";
import { canariesIn, findingsIn, goldenIn, judgeFailuresIn } from "./kept-facts.ts";

const vote = { judge: "a/a", repeat: 0, evidence: "seen", verdict: "met", score: 1 };
const finding = { criterion: "c", weight: 1, verdict: "met", score: 1, evidence: "seen", votes: [vote] };

test("of what is kept, only what is a finding counts", () => {
  const odd = [null, 3, {}, { ...finding, weight: 0 }, { ...finding, votes: [{ ...vote, score: 7 }] }];
  expect(findingsIn([...odd, finding])).toEqual([finding]);
  expect(findingsIn("none")).toEqual([]);
});

test("of judges that failed, those with a name and a reason", () => {
  const failed = { judge: "a/a", message: "http 500" };
  expect(judgeFailuresIn([failed, { judge: 1, message: "no" }, null])).toEqual([failed]);
  expect(judgeFailuresIn(undefined)).toEqual([]);
});

test("of canaries and golden set, what is whole", () => {
  const golden = { labels: 4, agreement: 0.75, kappa: null, interval: [0.2, 0.9] };
  expect(goldenIn(golden)).toEqual(golden);
  for (const odd of [null, undefined, { ...golden, labels: "4" }, { ...golden, interval: [1] }])
    expect(goldenIn(odd)).toBeNull();
  expect(canariesIn({ judged: 5, passed: ["empty"] })).toEqual({ judged: 5, passed: ["empty"] });
  for (const odd of [null, undefined, { judged: 5 }, { judged: 5, passed: [1] }])
    expect(canariesIn(odd)).toBeNull();
});

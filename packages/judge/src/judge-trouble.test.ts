import { APICallError } from "@ai-sdk/provider";
import { AbortedError, BudgetExceededError, CallTimeoutError, MissingKeyError } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { JudgeFailedError, JudgePanelError, NothingJudgedError } from "./judge-errors.ts";
import { gaveNoJudgement, isJudgeTrouble } from "./judge-trouble.ts";

const answered = (statusCode: number) =>
  new APICallError({ message: "m", url: "u", requestBodyValues: {}, statusCode });

test.each<[string, unknown]>([
  ["a judge that could not judge", new NothingJudgedError([])],
  ["a timeout", new CallTimeoutError("a/one", 1000)],
  ["overload", answered(529)],
  ["an output too long for this judge", answered(400)],
])("%s is the trouble of one judge", (_, error) => {
  expect(isJudgeTrouble(error)).toBe(true);
});

test.each<[string, unknown]>([
  ["a stop", new AbortedError("enough")],
  ["a spent budget", new BudgetExceededError({ account: "run", limitUsd: 1, spentUsd: 1 } as never)],
  ["a missing key", new MissingKeyError({ modelId: "a/one", variables: ["A_KEY"] })],
  ["a key that is refused", answered(401)],
  ["one that is refused as a bad request", Object.assign(answered(400), { code: "refused-key" })],
  ["a model that is not there", answered(404)],
  ["something unheard of", new Error("odd")],
  ["nothing", null],
])("%s ends the whole", (_, error) => {
  expect(isJudgeTrouble(error)).toBe(false);
});

const useless = new JudgeFailedError({ judge: "a/one", blockName: "b", tries: [], answers: 4, cause: null });
const panel = (...errors: Error[]) =>
  new JudgePanelError({
    ...{ asked: 3, retryable: false, failed: errors.map((error, at) => ({ judge: `a/${at}`, error })) },
  });

test("a judge whose answers are of no use gave no judgement, and so did a panel of such", () => {
  expect([useless, panel(useless, useless)].map(gaveNoJudgement)).toEqual([true, true]);
  const others = [
    panel(useless, answered(503)),
    new NothingJudgedError([]),
    answered(503),
    new Error("odd"),
    null,
  ];
  for (const error of others) expect(gaveNoJudgement(error)).toBe(false);
});

test("what could not be judged is told in one and in many", () => {
  const finding = (evidence: string) =>
    ({ criterion: "c", weight: 1, verdict: "cannot-judge", score: null, evidence, votes: [] }) as const;
  expect(new NothingJudgedError([finding("No file.")]).message).toMatch(
    /^The only criterion could not be judged, so the output stays unscored\. Of it the judge says: No file\. /,
  );
  for (const [evidence, told] of [
    ["No file to be seen", "No file to be seen. Ask in"],
    ['It says "no."', 'It says "no." Ask in'],
    ["Why?", "Why? Ask in"],
  ])
    expect(new NothingJudgedError([finding(evidence!)]).message).toContain(
      `the judge says: ${told} the rubric`,
    );
  expect(new NothingJudgedError([finding("No file."), finding("No.")]).message).toMatch(
    /^None of the 2 criteria could be judged, .* Of the first the judge says: No file\. /,
  );
});

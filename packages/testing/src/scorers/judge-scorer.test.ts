import { createAccount } from "@flow-state-dev/core";
import { describe, expect, test } from "vitest";
import { createMockModelResolver } from "../mocks/create-mock-model-resolver.ts";
import { type MockStep, mockGenerator } from "../mocks/mock-generator.ts";
import { analyzerScorer } from "./analyzer-scorer.ts";
import { type JudgeScorerOptions, judgeScorer } from "./judge-scorer.ts";
import { runScorers } from "./run-scorers.ts";
import type { Scorer } from "./scorer.ts";

const criteria = ["Names a city", "Gives a reason"];
const usage = { promptTokens: 1000, completionTokens: 100 };

function judging(script: MockStep[], name = "judge") {
  const mock = mockGenerator({ name, script, price: { input: 1, output: 10 } });
  return { mock, modelResolver: createMockModelResolver({ models: { "lab/judge": mock } }) };
}

function verdicts(...words: string[]): MockStep {
  const findings = words.map((verdict, index) => ({
    criterion: `c${index + 1}`,
    evidence: `seen ${index}`,
    verdict,
  }));
  return { structuredOutput: { findings }, usage };
}

async function score(scorer: Scorer, modelResolver: ReturnType<typeof judging>["modelResolver"]) {
  const account = createAccount({ name: "cell" });
  const args = { output: "Paris, for its light.", input: "Where to?", expected: "the secret reference" };
  return { account, ...(await runScorers([scorer], { ...args, context: { account, modelResolver } })) };
}

const options: JudgeScorerOptions = { criteria, model: "lab/judge" };

test("every criterion is judged, and what it cost is told and booked to the judge", async () => {
  const { mock, modelResolver } = judging([verdicts("met", "unmet")]);
  const { outcomes, account } = await score(judgeScorer(options), modelResolver);
  expect(outcomes).toMatchObject([{ name: "judge", ok: true, score: 0.5, passed: true, costUsd: 0.002 }]);
  expect(outcomes[0]!.reason).toBe('Met: Names a city ("seen 0") Unmet: Gives a reason ("seen 1")');
  expect(account).toMatchObject({ spentUsd: 0.002, calls: 1 });
  expect(mock.calls[0]?.blockName).toBe("eval-judge-judge");
  const seen = JSON.stringify(mock.calls);
  for (const text of [...criteria, "Where to?", "Paris, for its light."]) expect(seen).toContain(text);
  expect(seen).not.toContain("secret reference");
});

test("a judge that does not judge costs the score, not a zero", async () => {
  const { modelResolver } = judging(Array.from({ length: 8 }, () => ({ text: "Lovely!", usage })));
  const { outcomes, account } = await score(judgeScorer(options), modelResolver);
  expect(outcomes).toMatchObject([{ ok: false, reason: expect.stringMatching(/no usable judgement/) }]);
  expect(account.spentUsd).toBeGreaterThan(0);
});

test("weights, a threshold and a name of one's own", async () => {
  const weighted = [{ text: "Names a city", weight: 3 }, "Gives a reason"];
  const { mock, modelResolver } = judging([verdicts("met", "unmet")]);
  const scorer = judgeScorer({ ...options, criteria: weighted, threshold: 0.8, name: "Travel advice (own)" });
  const { outcomes } = await score(scorer, modelResolver);
  expect(outcomes).toMatchObject([{ name: "Travel advice (own)", score: 0.75, passed: false }]);
  expect(mock.calls[0]?.blockName).toBe("eval-judge-Travel-advice-own-");
});

test("min takes the criterion that is met least", async () => {
  const { modelResolver } = judging([verdicts("met", "unmet")]);
  const { outcomes } = await score(judgeScorer({ ...options, scoreMapping: "min" }), modelResolver);
  expect(outcomes).toMatchObject([{ score: 0, passed: false }]);
});

test("a resolver of its own comes before that of the run", async () => {
  const { modelResolver } = judging([verdicts("met")]);
  const scorer = judgeScorer({ criteria: "Names a city", model: "lab/judge", modelResolver });
  const { outcomes } = await score(scorer, createMockModelResolver());
  expect(outcomes).toMatchObject([{ score: 1, passed: true }]);
});

test("a rubric or a judge that makes no sense is refused when the scorer is made", () => {
  expect(() => judgeScorer({ ...options, criteria: [] })).toThrow(
    expect.objectContaining({ code: "rubric-invalid" }),
  );
  expect(() => judgeScorer({ criteria, panel: [] })).toThrow(/panel is empty/);
});

describe("analyzerScorer", () => {
  test.each([
    ["mean" as const, 0.5],
    ["min" as const, 0],
    [{ strategy: "weighted" as const, weights: { "Names a city": 3 } }, 0.75],
  ])("with %j gives %d", async (scoreMapping, expected) => {
    const { modelResolver } = judging([verdicts("met", "unmet")]);
    const scorer = analyzerScorer({ criteria, model: "lab/judge", scoreMapping, modelResolver });
    const { outcomes } = await score(scorer, createMockModelResolver());
    expect(outcomes).toMatchObject([{ name: "analyzer", score: expected }]);
  });
});

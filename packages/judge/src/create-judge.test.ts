import { APICallError } from "@ai-sdk/provider";
import {
  type Charge,
  createAccount,
  createMemoryCache,
  createModelResolver,
  MissingKeyError,
  scriptedModel,
} from "@flow-state-dev/core";
import { describe, expect, test } from "vitest";
import { judgesSaying, lastText, verdicts } from "../test/support/plain-judge.ts";
import { createJudge } from "./create-judge.ts";
import { JudgeFailedError, JudgePanelError, NothingJudgedError } from "./judge-errors.ts";
import type { JudgeResult } from "./judgement.ts";

const task = {
  prompt: "What does the lease cost in all?",
  rubric: ["It names the total.", { text: "It shows the sum.", weight: 3 }],
  output: "The total is $3,204.",
};
const instant = { pause: async () => {} };

function judged(result: JudgeResult) {
  if (!result.ok) throw result.error;
  return result;
}

function failure(result: JudgeResult) {
  if (result.ok) throw new Error("a judgement came out");
  return result.error;
}

describe("one judge", () => {
  test("weighs what is met, with evidence, in the order of the rubric", async () => {
    const { modelResolver } = judgesSaying([verdicts("met", "unmet")]);
    const result = judged(await createJudge({ model: "a/one" }).judge(task, { modelResolver }));
    expect(result).toMatchObject({ score: 0.25, passed: false, cannotJudge: 0 });
    expect(result.findings).toEqual([
      {
        criterion: "It names the total.",
        weight: 1,
        verdict: "met",
        score: 1,
        evidence: "seen 1",
        votes: [{ judge: "a/one", repeat: 0, evidence: "seen 1", verdict: "met", score: 1 }],
      },
      expect.objectContaining({ criterion: "It shows the sum.", weight: 3, verdict: "unmet", score: 0 }),
    ]);
    expect(result.scores).toEqual([{ judge: "a/one", repeat: 0, score: 0.25 }]);
    expect(result.failed).toBeUndefined();
  });

  test("is one call of a block that mocks can name, booked as the judge's", async () => {
    const { modelResolver, asked } = judgesSaying([verdicts("met", "met")]);
    const charges: Charge[] = [];
    const ledger = { opened: () => {}, charged: (charge: Charge) => void charges.push(charge) };
    const account = createAccount({ name: "cell", payer: "subject", ledger });
    const judge = createJudge({ model: "a/one", name: "strict", maxTokens: 500 });
    judged(await judge.judge(task, { modelResolver, account }));
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ blockName: "eval-judge-strict", maxTokens: 500 });
    expect(charges).toMatchObject([{ payer: "judge", accounts: ["cell", "judge"], costUsd: 0.0002 }]);
    expect(account.spentUsd).toBe(0.0002);
  });

  test("sees prompt, rubric, materials and output, and nothing else of the task", async () => {
    const { modelResolver, asked } = judgesSaying([verdicts("met", "met")]);
    const all = {
      ...{ ...task, materials: { patch: "+ const total = 3204" } },
      ...{ expected: "REFERENCE", subject: "SUPERVISOR", id: "TASK-ID" },
    };
    judged(await createJudge({ model: "a/one" }).judge(all, { modelResolver, cell: "SUPERVISOR/TASK-ID/0" }));
    const seen = JSON.stringify(asked[0]!.messages);
    for (const part of [
      task.prompt,
      "It names the total.",
      "It shows the sum.",
      task.output,
      "const total",
    ]) {
      expect(seen).toContain(part);
    }
    for (const hidden of ["REFERENCE", "SUPERVISOR", "TASK-ID", "weight"]) expect(seen).not.toContain(hidden);
  });

  test("asks for evidence before the verdict, ids as an enum", async () => {
    const { modelResolver, asked } = judgesSaying([verdicts("met", "met")]);
    judged(await createJudge({ model: "a/one" }).judge(task, { modelResolver }));
    const { findings } = (asked[0]!.outputSchema as any).properties;
    expect(Object.keys(findings.items.properties)).toEqual(["criterion", "evidence", "verdict"]);
    expect(findings.items.properties.criterion.enum).toEqual(["c1", "c2"]);
    expect(findings.items.properties.verdict.enum).toEqual(["met", "unmet", "cannot-judge"]);
  });

  test("asks about an empty output too", async () => {
    const { modelResolver, asked } = judgesSaying([verdicts("unmet", "unmet")]);
    for (const output of ["", undefined, null]) {
      const result = judged(
        await createJudge({ model: "a/one" }).judge({ ...task, output }, { modelResolver }),
      );
      expect(result).toMatchObject({ score: 0, passed: false });
    }
    expect(asked.map(lastText).every((text) => text.includes("<output>\n\n</output>"))).toBe(true);
    expect(asked).toHaveLength(3);
  });

  test("what could not be judged is left out of the score and counted", async () => {
    const { modelResolver } = judgesSaying([verdicts("met", "cannot-judge")]);
    const result = judged(await createJudge({ model: "a/one" }).judge(task, { modelResolver }));
    expect(result).toMatchObject({ score: 1, passed: true, cannotJudge: 1 });
    expect(result.findings[1]).toMatchObject({ verdict: "cannot-judge", score: null });
  });

  test("when nothing could be judged there is no score, not 0", async () => {
    const { modelResolver } = judgesSaying([verdicts("cannot-judge", "cannot-judge")]);
    const error = failure(await createJudge({ model: "a/one" }).judge(task, { modelResolver }));
    expect(error).toBeInstanceOf(NothingJudgedError);
    expect((error as NothingJudgedError).findings).toHaveLength(2);
  });

  test("passes at the threshold, even where weights do not add up in binary", async () => {
    const { modelResolver } = judgesSaying([verdicts("met", "met", "unmet")]);
    const rubric = [0.1, 0.5, 0.9].map((weight, at) => ({ text: `criterion ${at}`, weight }));
    const judge = createJudge({ model: "a/one", threshold: 0.4 });
    expect(judged(await judge.judge({ ...task, rubric }, { modelResolver })).passed).toBe(true);
  });

  test("grades from 0 to 5 by words or numbers", async () => {
    const rubric = ["a", "b", "c", "d"];
    const { modelResolver, asked } = judgesSaying([verdicts("mostly", "4", 0, "cannot-judge")]);
    const judge = createJudge({ model: "a/one", scale: "graded" });
    const result = judged(await judge.judge({ ...task, rubric }, { modelResolver }));
    expect(result.findings.map(({ verdict, score }) => [verdict, score])).toEqual([
      ["unmet", 0.6],
      ["met", 0.8],
      ["unmet", 0],
      ["cannot-judge", null],
    ]);
    expect(result.score).toBeCloseTo(1.4 / 3, 12);
    expect(String(asked[0]!.messages[0]!.content)).toContain("mostly: 3 of 5");
  });
});

describe("an answer that cannot be used", () => {
  const fine = verdicts("met", "unmet");
  const finding = (criterion: string, verdict = "met", evidence = "seen") => ({
    criterion,
    evidence,
    verdict,
  });
  const answer = (...findings: object[]) => ({ structuredOutput: { findings } });

  test.each([
    ["missing", answer(finding("c1")), "c2 is not judged"],
    ["duplicate", answer(finding("c1"), finding("c2"), finding("c2")), "c2 is judged more than once"],
    ["extra", answer(finding("c1"), finding("c2"), finding("c3")), 'finding 3 is of "c3"'],
    ["wrong ids", answer(finding("It names the total."), finding("c2")), 'is of "It names the total."'],
    ["empty evidence", answer(finding("c1", "met", " "), finding("c2")), "c1 has no evidence"],
    ["another verdict", answer(finding("c1", "great"), finding("c2")), 'c1 has the verdict "great"'],
    ["no list", { structuredOutput: { score: 1 } }, 'there is no list "findings"'],
    ["prose", { text: "Both criteria are met." }, "not valid JSON"],
  ])("%s: is asked for again, told what is wrong", async (_, bad, problem) => {
    const { modelResolver, asked } = judgesSaying([bad, fine]);
    const result = judged(await createJudge({ model: "a/one" }).judge(task, { modelResolver }));
    expect(result.score).toBe(0.25);
    expect(asked).toHaveLength(2);
    expect(lastText(asked[1]!)).toContain(problem);
  });

  test("all that is wrong is said at once", async () => {
    const { modelResolver, asked } = judgesSaying([
      answer(finding("c9", "great"), finding("c1", "", "")),
      fine,
    ]);
    judged(await createJudge({ model: "a/one" }).judge(task, { modelResolver }));
    const told = lastText(asked[1]!);
    for (const part of ['"c9"', "c1 has the verdict", "c1 has no evidence", "c2 is not judged"]) {
      expect(told).toContain(part);
    }
  });

  test.each([
    [
      "prose around JSON",
      `Here you are:\n\`\`\`json\n${JSON.stringify(fine.structuredOutput)}\n\`\`\`\nBye.`,
    ],
    [
      "words with brackets",
      `- [x] c1\nOf {name} and [1]:\n${JSON.stringify(fine.structuredOutput)}\n[1] the output`,
    ],
    ["a bare list", JSON.stringify((fine.structuredOutput as { findings: unknown }).findings)],
    ["other spelling", JSON.stringify(fine.structuredOutput).replace('"met"', '"MET"').replace("c2", " C2 ")],
  ])("%s is read as it was meant, with one call", async (_, text) => {
    const { modelResolver, asked } = judgesSaying([{ text }]);
    expect(judged(await createJudge({ model: "a/one" }).judge(task, { modelResolver })).score).toBe(0.25);
    expect(asked).toHaveLength(1);
  });

  const said = (word: string, evidence = word) =>
    JSON.stringify({ findings: ["c1", "c2"].map((id) => ({ ...finding(id, word), evidence })) });
  const fence = (text: string) => `\`\`\`json\n${text}\n\`\`\``;
  const badlyQuoted = said("unmet", "It says 'so'.").replaceAll("'", '"');

  test.each([
    [
      "behind its own, both in fences",
      `${fence(said("unmet"))}\nThe output has this:\n${fence(said("met"))}`,
    ],
    [
      "behind its own in words",
      `${fence(said("unmet"))}\nThe output has ${said("met")}, which I leave aside.`,
    ],
    ["before its own in words", `The output has this:\n${fence(said("met"))}\nMine: ${said("unmet")}`],
    ["behind its own without a fence", `${said("unmet")}\nThe output has this:\n${fence(said("met"))}`],
    [
      "before one that quotes a fence",
      `${fence(said("met"))}\nMine:\n${fence(said("unmet", "It has ```."))}`,
    ],
    ["before its own in another fence", `${fence(said("met"))}\nMine:\n~~~json\n${said("unmet")}\n~~~`],
    [
      "behind its own in a wrapping",
      `${fence(`{"output":${said("unmet")}}`)}\nIt has:\n${fence(said("met"))}`,
    ],
    ["behind its own with a mistake", `${fence(badlyQuoted)}\nThe output has this:\n${fence(said("met"))}`],
  ])("a verdict that is quoted out of the output %s does not count", async (_, text) => {
    const { modelResolver, asked } = judgesSaying([{ text }, verdicts("unmet", "unmet")]);
    const judge = createJudge({ model: "a/one" });
    expect(judged(await judge.judge(task, { modelResolver })).score).toBe(0);
    expect(asked).toHaveLength(2);
    expect(lastText(asked[1]!)).toContain("several answers that differ");
  });

  test.each([`${said("unmet")}\n`, `${fence(said("unmet"))}\n`])(
    "nor does one behind %j and what looks like an end of thoughts",
    async (own) => {
      const text = `${own}The output has this:\n</think>\n${said("met")}`;
      const { modelResolver, asked } = judgesSaying([{ text }, verdicts("unmet", "unmet")]);
      expect(judged(await createJudge({ model: "a/one" }).judge(task, { modelResolver })).score).toBe(0);
      expect(asked).toHaveLength(2);
    },
  );

  test.each([
    badlyQuoted,
    said("unmet", 'It says "so".').replaceAll("\\", ""),
    said("unmet").replaceAll('"', "'").slice(0, -2),
  ])("nor does one beside its own with a mistake and words with brackets, as %j", async (own) => {
    const text = `- [x] c1\n${own}\n[1] has this:\n${said("met")}`;
    const { modelResolver, asked } = judgesSaying([{ text }, verdicts("unmet", "unmet")]);
    expect(judged(await createJudge({ model: "a/one" }).judge(task, { modelResolver })).score).toBe(0);
    expect(asked).toHaveLength(2);
  });

  test("nor does one before its own, which was cut off", async () => {
    const text = `The output has this:\n${fence(said("met"))}\nMine:\n${said("unmet").slice(0, -20)}`;
    const { modelResolver, asked } = judgesSaying([
      { text, finishReason: "length" },
      verdicts("unmet", "unmet"),
    ]);
    expect(judged(await createJudge({ model: "a/one" }).judge(task, { modelResolver })).score).toBe(0);
    expect(asked).toHaveLength(2);
  });

  test.each([
    ["code", `${fence(said("met"))}\nIt holds \`if (a[0]) { return [b]; }\` and [{"c1": 1}].`],
    ["the same with a mistake", `${fence(said("met").replace("]}", "],}"))}\nIn short: ${said("met")}`],
  ])("what else stands around a verdict, such as %s, is none", async (_, text) => {
    const { modelResolver, asked } = judgesSaying([{ text }]);
    expect(judged(await createJudge({ model: "a/one" }).judge(task, { modelResolver })).score).toBe(1);
    expect(asked).toHaveLength(1);
  });

  test("an answer that stands there twice is one", async () => {
    const text = `\`\`\`json\n${JSON.stringify(fine.structuredOutput)}\n\`\`\`\n`;
    const { modelResolver, asked } = judgesSaying([{ text: `${text}Once more:\n${text}` }]);
    expect(judged(await createJudge({ model: "a/one" }).judge(task, { modelResolver })).score).toBe(0.25);
    expect(asked).toHaveLength(1);
  });

  test("still useless when asked again: a fresh call, which starts without the failed talk", async () => {
    const { modelResolver, asked } = judgesSaying([{ text: "no" }, { text: "no" }, fine]);
    judged(await createJudge({ model: "a/one" }).judge(task, { modelResolver }));
    expect(asked.map(({ messages }) => messages.length)).toEqual([2, 4, 2]);
  });

  test("a fresh call is not answered from the cache with what was useless", async () => {
    const { modelResolver, asked } = judgesSaying([{ text: "no" }, { text: "no" }, fine]);
    const cache = createMemoryCache();
    for (const _ of [1, 2])
      judged(await createJudge({ model: "a/one" }).judge(task, { modelResolver, cache }));
    expect(asked).toHaveLength(3);
  });

  test("what stayed useless is asked for again the next time, though there is a cache", async () => {
    const { modelResolver, asked } = judgesSaying([...Array(4).fill({ text: "no" }), fine]);
    const context = { modelResolver, cache: createMemoryCache(), cell: "s/t/0" };
    const judge = createJudge({ model: "a/one" });
    expect(failure(await judge.judge(task, context))).toBeInstanceOf(JudgeFailedError);
    expect(asked).toHaveLength(4);
    const result = judged(await judge.judge(task, context));
    expect(asked).toHaveLength(5);
    expect(judged(await judge.judge(task, context))).toEqual(result);
    expect(asked).toHaveLength(5);
  });

  test("of a panel that made do without one judge, nothing is asked again", async () => {
    const answers = { "a/one": [fine], "b/two": [{ text: "no" }], "c/three": [fine] };
    const { modelResolver, asked } = judgesSaying(answers);
    const context = { modelResolver, cache: createMemoryCache(), cell: "s/t/0" };
    const judge = createJudge({ panel: Object.keys(answers) });
    for (const _ of [1, 2]) expect(judged(await judge.judge(task, context)).failed).toHaveLength(1);
    expect(asked).toHaveLength(6);
  });

  test("useless for ever: no score, and what was answered is kept, capped", async () => {
    const { modelResolver, asked } = judgesSaying([{ text: `no ${"x".repeat(9000)}` }]);
    const judge = createJudge({ model: "a/one", retries: 2 });
    const error = failure(await judge.judge(task, { modelResolver }));
    expect(error).toBeInstanceOf(JudgeFailedError);
    expect(error).toMatchObject({ code: "judge-failed", blockName: "eval-judge-rubric-judge" });
    // Three tries, and in each it was asked once more.
    expect(error.message).toContain("in 6 answers");
    const { tries } = error as JudgeFailedError;
    expect(tries.map(({ answer }) => answer!.slice(0, 4))).toEqual(["no x", "no x", "no x"]);
    expect(tries[0]!.answer!.length).toBe(1001);
    expect(asked).toHaveLength(6);
  });

  test("a refusal is tried afresh, then is a judge that failed", async () => {
    const refusal = { text: "I cannot help with that.", finishReason: "content-filter" };
    const { modelResolver, asked } = judgesSaying([refusal]);
    const error = failure(await createJudge({ model: "a/one" }).judge(task, { modelResolver }));
    expect(error).toBeInstanceOf(JudgeFailedError);
    expect(asked).toHaveLength(2);
  });
});

describe("what is not about the answer comes out as it is", () => {
  const limited = new APICallError({
    ...{ message: "slow down", url: "u", requestBodyValues: {}, statusCode: 429, isRetryable: true },
  });

  test("a rate limit that passes is waited for", async () => {
    const { modelResolver, asked } = judgesSaying([limited, verdicts("met", "met")]);
    judged(await createJudge({ model: "a/one" }).judge(task, { modelResolver, ...instant }));
    expect(asked).toHaveLength(2);
  });

  test("one that does not pass is the provider's error, not the judge's", async () => {
    const { modelResolver } = judgesSaying([limited]);
    expect(failure(await createJudge({ model: "a/one" }).judge(task, { modelResolver, ...instant }))).toBe(
      limited,
    );
  });

  test("a missing key", async () => {
    const modelResolver = createModelResolver({ env: {} });
    const error = failure(await createJudge({ model: "claude-haiku-4-5" }).judge(task, { modelResolver }));
    expect(error).toBeInstanceOf(MissingKeyError);
  });

  test("a spent budget, before any call", async () => {
    const { modelResolver, asked } = judgesSaying([verdicts("met", "met")]);
    const account = createAccount({ name: "run", limitUsd: 0 });
    const error = failure(await createJudge({ model: "a/one" }).judge(task, { modelResolver, account }));
    expect(error).toMatchObject({ code: "budget-exceeded" });
    expect(asked).toEqual([]);
  });

  test("a stop", async () => {
    const { modelResolver } = judgesSaying([verdicts("met", "met")]);
    const reason = new Error("enough");
    const result = await createJudge({ model: "a/one" }).judge(task, {
      modelResolver,
      signal: AbortSignal.abort(reason),
    });
    expect(result).toEqual({ ok: false, error: reason, aborted: true });
  });

  test("a rubric that cannot be used, and a resolver that throws what is no error", async () => {
    const judge = createJudge({ model: "a/one" });
    expect(failure(await judge.judge({ ...task, rubric: [] }))).toMatchObject({ code: "rubric-invalid" });
    const modelResolver = () => {
      throw "nothing";
    };
    expect(failure(await judge.judge(task, { modelResolver }))).toBeInstanceOf(Error);
  });
});

describe("a panel", () => {
  const panel = ["a/one", "b/two", "c/three"];

  test("decides each criterion by majority and keeps every vote", async () => {
    const { modelResolver } = judgesSaying({
      "a/one": [verdicts("met", "met")],
      "b/two": [verdicts("met", "unmet")],
      "c/three": [verdicts("unmet", "unmet")],
    });
    const judge = createJudge({ panel });
    const result = judged(await judge.judge(task, { modelResolver }));
    expect(result.findings.map(({ verdict, score }) => [verdict, score])).toEqual([
      ["met", 1],
      ["unmet", 0],
    ]);
    expect(result.findings[0]!.votes.map(({ judge, verdict }) => [judge, verdict])).toEqual([
      ["a/one", "met"],
      ["b/two", "met"],
      ["c/three", "unmet"],
    ]);
    expect(result.scores.map(({ score }) => score)).toEqual([1, 0.25, 0]);
    expect(judge).toMatchObject({ models: panel, repeats: 1, calls: 3 });
  });

  test("goes on without one that fails, and says so", async () => {
    const { modelResolver } = judgesSaying({
      "a/one": [verdicts("met", "met")],
      "b/two": [{ text: "no" }],
      "c/three": [verdicts("met", "unmet")],
    });
    const result = judged(await createJudge({ panel }).judge(task, { modelResolver }));
    expect(result.findings.map(({ verdict, score }) => [verdict, score])).toEqual([
      ["met", 1],
      ["unmet", 0.5],
    ]);
    expect(result.findings[1]).toMatchObject({ split: true, evidence: expect.stringContaining("split") });
    expect(result.cannotJudge).toBe(0);
    expect(result.failed).toMatchObject([{ judge: "b/two", repeat: 0, error: { code: "judge-failed" } }]);
  });

  test("that disagrees gives less than one that agrees", async () => {
    const scoreOf = async (other: string[]) => {
      const { modelResolver } = judgesSaying({
        "a/one": [verdicts("met", "met")],
        "b/two": [verdicts(...other)],
      });
      return judged(await createJudge({ panel: ["a/one", "b/two"] }).judge(task, { modelResolver })).score;
    };
    expect(await scoreOf(["met", "met"])).toBe(1);
    // The second criterion has three quarters of the weight.
    expect(await scoreOf(["met", "unmet"])).toBeCloseTo(0.25 + 0.75 / 2, 12);
    expect(await scoreOf(["unmet", "unmet"])).toBe(0.5);
  });

  test("keeps what was said, and who failed, of an output without a score", async () => {
    const { modelResolver } = judgesSaying({
      "a/one": [verdicts("met", "unmet")],
      "b/two": [verdicts("met", "met")],
      "c/three": [{ text: "no" }],
      "d/four": [{ text: "no" }],
    });
    const judge = createJudge({ panel: ["a/one", "b/two", "c/three", "d/four"] });
    const result = await judge.judge(task, { modelResolver });
    if (result.ok) throw new Error("scored");
    expect(result.failed?.map(({ judge }) => judge)).toEqual(["c/three", "d/four"]);
    expect(result.findings?.map(({ verdict, score }) => [verdict, score])).toEqual([
      ["cannot-judge", null],
      ["cannot-judge", null],
    ]);
    expect(result.findings?.[1]?.votes.map(({ verdict }) => verdict)).toEqual(["unmet", "met"]);
    const nothing = judgesSaying([verdicts("cannot-judge", "cannot-judge")]);
    const unjudged = await createJudge({ model: "a/one" }).judge(task, nothing);
    expect(unjudged).toMatchObject({ ok: false, findings: [{ votes: [{}] }, { votes: [{}] }] });
    const failing = await createJudge({ model: "a/one" }).judge(task, judgesSaying([{ text: "no" }]));
    expect(failing).toMatchObject({ ok: false, failed: [{ judge: "a/one", repeat: 0 }] });
    expect(failing).not.toHaveProperty("findings");
  });

  test("of which half or more fail gives no score", async () => {
    const { modelResolver } = judgesSaying({ "a/one": [verdicts("met", "met")], "b/two": [{ text: "no" }] });
    const error = failure(await createJudge({ panel: ["a/one", "b/two"] }).judge(task, { modelResolver }));
    expect(error).toBeInstanceOf(JudgePanelError);
    expect(error.message).toContain("1 of 2 judgements failed");
    expect(error).toMatchObject({ retryable: false, cause: { code: "judge-failed" } });
  });

  test("with a member that has no key is a mistake, not a smaller panel", async () => {
    const keyless = createModelResolver({ env: {} });
    const { modelResolver } = judgesSaying([verdicts("met", "met")]);
    const error = failure(
      await createJudge({ panel: ["a/one", "b/two", "claude-haiku-4-5"] }).judge(task, {
        modelResolver: (id, ...rest) => (id.startsWith("claude") ? keyless : modelResolver)(id, ...rest),
      }),
    );
    expect(error).toBeInstanceOf(MissingKeyError);
  });
});

describe("repeats", () => {
  test("give the mean, and are calls of their own for a cache", async () => {
    const answers = [verdicts("met", "met"), verdicts("met", "unmet"), verdicts("met", "met")];
    const { modelResolver, asked } = judgesSaying(answers);
    const judge = createJudge({ model: "a/one", repeats: 3 });
    const context = { modelResolver, cache: createMemoryCache(), cell: "s/t/0" };
    const result = judged(await judge.judge(task, context));
    expect(asked).toHaveLength(3);
    expect(judge.calls).toBe(3);
    expect(result.score).toBeCloseTo((1 + 3 * (2 / 3)) / 4, 12);
    expect(result.findings[1]).toMatchObject({ verdict: "met", score: 2 / 3 });
    expect(result.scores.map(({ score }) => score)).toEqual([1, 0.25, 1]);
    expect(judged(await judge.judge(task, context))).toEqual(result);
    expect(asked).toHaveLength(3);
  });
});

test("repeats of which half or more fail give no score; fewer are made do without", async () => {
  const answers = [verdicts("met", "met"), { text: "no" }, { text: "no" }, { text: "no" }];
  const judge = createJudge({ model: "a/one", repeats: 2, retries: 0 });
  const error = failure(await judge.judge(task, judgesSaying(answers)));
  expect(error).toBeInstanceOf(JudgePanelError);
  const three = createJudge({ model: "a/one", repeats: 3, retries: 0 });
  const enough = [verdicts("met", "met"), verdicts("met", "met"), { text: "no" }];
  expect(judged(await three.judge(task, judgesSaying(enough))).failed).toHaveLength(1);
});

test("the fingerprint stands for what shapes a judgement, not for models and repeats", () => {
  const print = (options: object) => createJudge({ model: "a/one", ...options }).fingerprint;
  const same = [print({}), print({ model: "b/two" }), print({ repeats: 5 }), print({ name: "other" })];
  expect(new Set(same).size).toBe(1);
  const others = [print({}), print({ threshold: 0.6 }), print({ scale: "graded" }), print({ maxTokens: 9 })];
  expect(new Set(others).size).toBe(4);
});

test("a scripted model can be the judge", async () => {
  const turns = [{ structuredOutput: verdicts("met", "met").structuredOutput }];
  const script = { conversations: [{ when: { block: "eval-judge-rubric-judge" }, turns }] };
  const modelResolver = (modelId: string) => scriptedModel(script, { modelId });
  const result = await createJudge({ model: "scripted:judge" }).judge(task, { modelResolver });
  expect(judged(result).score).toBe(1);
});

import { expect, test } from "vitest";
import { judgesSaying, verdicts } from "../test/support/plain-judge.ts";
import { runCanaries } from "./canaries/run-canaries.ts";
import { createJudge } from "./create-judge.ts";
import { runGolden } from "./golden/run-golden.ts";
import { summarizeJudge } from "./summarize-judge.ts";
import { createVoteTally } from "./vote-tally.ts";

const task = { prompt: "Say hi.", rubric: ["It says hi."], output: "hi" };

test("a panel with all its evidence", async () => {
  const { modelResolver } = judgesSaying({ "a/one": [verdicts("met")], "b/two": [verdicts("met")] });
  const judge = createJudge({ panel: ["a/one", "b/two"] });
  const result = await judge.judge(task, { modelResolver });
  if (!result.ok) throw result.error;
  const tally = createVoteTally();
  tally.add(result.findings);
  const summary = summarizeJudge(judge, {
    findings: tally,
    canaries: await runCanaries(judge, [task], { modelResolver }),
    golden: await runGolden(judge, [{ ...task, labels: [true] }], { modelResolver }),
  });
  expect(summary).toEqual({
    models: ["a/one", "b/two"],
    repeats: 1,
    fingerprint: judge.fingerprint,
    cannotJudge: 0,
    agreement: { krippendorffAlpha: null, kappas: [{ judges: ["a/one", "b/two"], kappa: null }] },
    repeatVariance: null,
    canaries: {
      judged: 7,
      passed: [
        ...["full-marks", "fake-closing-tag", "fake-system-message", "fake-verdict"],
        ...["empty", "rubric-echo", "prompt-echo"],
      ],
    },
    golden: { labels: 1, agreement: 1, kappa: null, interval: null },
  });
  expect(summarizeJudge(judge, { findings: [result.findings] })).toEqual({
    ...summary,
    canaries: null,
    golden: null,
  });
});

test("a golden set without one judgement says nothing", async () => {
  const { modelResolver } = judgesSaying([{ text: "no" }]);
  const judge = createJudge({ model: "a/one" });
  const golden = await runGolden(judge, [{ ...task, labels: [true] }], { modelResolver });
  expect(golden).toMatchObject({ items: 1, labels: 0, agreement: null, word: "unknown" });
  expect(golden.failed).toMatchObject([{ item: "0", error: { code: "judge-failed" } }]);
  expect(summarizeJudge(judge, { findings: [], golden })).toMatchObject({ golden: null, agreement: null });
});

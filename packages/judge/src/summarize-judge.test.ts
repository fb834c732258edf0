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

test("votes on outputs without a score count, and a judge that failed throughout is named", async () => {
  const { modelResolver } = judgesSaying({
    "a/one": [verdicts("met"), verdicts("unmet"), verdicts("met"), verdicts("met")],
    "b/two": [verdicts("met"), verdicts("unmet"), verdicts("met"), verdicts("unmet")],
    "c/three": [{ text: "no" }],
    "d/four": [{ text: "no" }],
  });
  const judge = createJudge({ panel: ["a/one", "b/two", "c/three", "d/four"], retries: 0 });
  const results = [];
  for (let run = 0; run < 4; run++) results.push(await judge.judge(task, { modelResolver, cell: `${run}` }));
  expect(results.map(({ ok }) => ok)).toEqual([false, false, false, false]);
  const tally = createVoteTally();
  for (const { findings = [], failed = [] } of results) tally.add(findings, failed);
  const facts = summarizeJudge(judge, { findings: tally });
  expect(facts.agreement?.kappas[0]).toEqual({ judges: ["a/one", "b/two"], kappa: expect.closeTo(0.5, 12) });
  expect(facts.failures).toEqual([
    { judge: "c/three", cells: 4, message: expect.stringContaining("c/three gave no usable judgement") },
    { judge: "d/four", cells: 4, message: expect.stringContaining("d/four gave no usable judgement") },
  ]);
  const listed = summarizeJudge(judge, {
    findings: results.map(({ findings = [] }) => findings),
    failed: results.map(({ failed = [] }) => failed),
  });
  expect(listed).toEqual(facts);
});

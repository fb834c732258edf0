// What a panel of judges does not agree on, and who of it was missing, is seen in the report.
import { expect, test } from "vitest";
import { reportSentences, runBenchmark } from "../src/index.ts";
import { type Answer, answering, subject, tasksOf } from "./support/plain-models.ts";

const says =
  (verdict: string): Answer =>
  () =>
    JSON.stringify({
      findings: ["c1", "c2"].map((criterion) => ({ criterion, evidence: "as seen", verdict })),
    });

function run(judges: Readonly<Record<string, Answer>>) {
  return runBenchmark({
    ...{ subjects: [subject("solo", "baseline")], tasks: tasksOf("a", "b", "c"), runs: 1 },
    model: "openai/gpt-5.4-mini",
    modelResolver: answering("something"),
    judgeResolver: (id, blockName) => answering(judges[id]!)(id, blockName),
    judge: { panel: Object.keys(judges) },
    limits: { maxAttempts: 1 },
  });
}

const boom: Answer = () => {
  throw Object.assign(new Error("http 422"), { statusCode: 422, isRetryable: false });
};

test("a judge that fails in cells the others decide is named, with counts and its reason", async () => {
  const report = await run({ "a/a": says("met"), "b/b": says("met"), "c/c": boom });
  expect(report.coverage.scored).toBe(3);
  expect(report.results[0]).toMatchObject({
    judgeFailures: [{ judge: "c/c", message: expect.stringContaining("http 422") }],
  });
  expect(report.judge!.failures).toEqual([
    { judge: "c/c", cells: 3, message: expect.stringContaining("http 422") },
  ]);
  expect(report.warnings.join("\n")).toMatch(/The judge c\/c gave no judgement in 3 of 3 cells.*http 422/);
  expect(reportSentences(report).map(({ text }) => text)).toContain(
    "c/c gave no judgement in 3 cells; where enough other judges did, they decided.",
  );
});

test("judges that never agree are seen to disagree, although no cell has a score", async () => {
  const report = await run({ "a/a": says("met"), "b/b": says("unmet"), "c/c": boom, "d/d": boom });
  expect(report.coverage).toMatchObject({ scored: 0, missing: { unscored: 3 } });
  expect(report.results[0]!.findings).toHaveLength(2);
  expect(report.judge!.agreement!.krippendorffAlpha).toBeLessThan(0.5);
  expect(
    reportSentences(report)
      .map(({ text }) => text)
      .join("\n"),
  ).toContain("agree poorly");
});

import fc from "fast-check";
import { FlowError, type GeneratorModel } from "../../packages/core/src/index.ts";
import { createJudge, type JudgeResult } from "../../packages/judge/src/index.ts";
import { type FuzzTarget, holds } from "../fuzz-target.ts";
import { hostileJson, hostileObject } from "../inputs/hostile-json.ts";
import { graftedJson, mutatedText } from "../inputs/mutated-text.ts";

const good = {
  findings: [
    { criterion: "c1", evidence: "seen", verdict: "met" },
    { criterion: "c2", evidence: "not seen", verdict: "unmet" },
    { criterion: "c3", evidence: "who knows", verdict: "cannot-judge" },
  ],
};
const text = JSON.stringify(good);
const names = ["findings", "criterion", "evidence", "verdict", "score", "c1"];
const words = ["c1", "c2", "c3", " C1 ", "met", "unmet", "cannot-judge", "MET", "5", "4", "seen"];
const value = hostileJson(names, words);
const data = fc.oneof(graftedJson([good, good.findings], value), hostileObject(names, words), value);
const answers = fc.oneof(
  data.map((json) => ({ structured: true, text: json })),
  data.map((json) => ({ structured: false, text: json })),
  mutatedText([text, `\`\`\`json\n${text}\n\`\`\``, `Here: ${text} Bye.`]).map((each) => ({
    structured: false,
    text: each,
  })),
  fc.string({ unit: "binary" }).map((each) => ({ structured: false, text: each })),
);
type Answers = { structured: boolean; text: string }[];

const rubric = ["One.", { text: "Two.", weight: 3 }, "Three."];

/** What judges answer, whole and in text. */
export const judgeAnswers: FuzzTarget = {
  name: "judge-answers",
  holds: "a score from 0 to 1 with a finding on each criterion, or a FlowError and no score",
  share: 4,
  open: () => ({
    inputs: fc.tuple(fc.array(answers, { minLength: 1, maxLength: 3 }), fc.constantFrom("binary", "graded")),
    async check([given, scale]: [Answers, "binary" | "graded"]) {
      let turn = 0;
      const model: GeneratorModel = {
        modelId: "a/one",
        price: { input: 1, output: 5 },
        async generate() {
          const each = given[Math.min(turn++, given.length - 1)]!;
          const usage = { promptTokens: 10, completionTokens: 5 };
          return each.structured
            ? { structuredOutput: JSON.parse(each.text), usage }
            : { text: each.text, usage };
        },
      };
      const judge = createJudge({ model: "a/one", scale });
      const task = { prompt: "p", rubric, output: "o" };
      checkResult(await judge.judge(task, { modelResolver: () => model, pause: async () => {} }));
      holds(turn <= 8, `the judge was asked ${turn} times`);
    },
  }),
};

function checkResult(result: JudgeResult): void {
  if (!result.ok) {
    if (!(result.error instanceof FlowError)) throw result.error;
    holds(result.error.message.length < 5_000, `a message of ${result.error.message.length} characters`);
    return;
  }
  holds(result.score >= 0 && result.score <= 1, `the score is ${result.score}`);
  holds(result.findings.length === rubric.length, `${result.findings.length} findings`);
  for (const { score, evidence, verdict } of result.findings) {
    holds(score === null || (score >= 0 && score <= 1), `a finding scores ${score}`);
    holds((score === null) === (verdict === "cannot-judge"), `${verdict} scores ${score}`);
    holds(evidence !== "" && evidence.length <= 1_100, `evidence of ${evidence.length} characters`);
  }
}

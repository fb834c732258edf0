import { judgeSettingProblems } from "@flow-state-dev/judge";
import type { RunBenchmarkConfig } from "../run-benchmark-config.ts";
import { describeValue } from "./describe-value.ts";
import { booleanProblem, objectProblem } from "./value-problems.ts";

/** What is wrong with the judge of a benchmark, in sentences, but for names of fields and the golden set. */
export function judgeProblems({
  judgeModel,
  judge,
}: Pick<RunBenchmarkConfig, "judgeModel" | "judge">): string[] {
  const noObject = objectProblem("judge", judge, "settings, such as { repeats: 3 }");
  return [
    ...noObject,
    ...modelProblem(judgeModel),
    ...panelProblem(judge?.panel),
    ...booleanProblem("judge.canaries", judge?.canaries),
    ...(noObject.length > 0 || judge === undefined
      ? []
      : judgeSettingProblems(judge).map((problem) => `judge.${problem}.`)),
  ];
}

function modelProblem(judgeModel: unknown): string[] {
  if (judgeModel === undefined || (typeof judgeModel === "string" && judgeModel.trim() !== "")) return [];
  return typeof judgeModel === "string"
    ? ["judgeModel is empty: give the id of a model, or leave it out."]
    : [`judgeModel is ${describeValue(judgeModel)}; it has to be the id of a model, or be left out.`];
}

function panelProblem(panel: unknown): string[] {
  if (panel === undefined) return [];
  if (!Array.isArray(panel) || panel.some((id) => typeof id !== "string" || id.trim() === ""))
    return [`judge.panel is ${describeValue(panel)}; it has to be a list of ids of models, or be left out.`];
  if (panel.length === 0) return ["The panel of judges is empty: give the ids of models, or leave it out."];
  const twice = panel.find((id, at) => panel.indexOf(id) < at);
  return twice === undefined
    ? []
    : [`judge.panel names ${twice} twice: to ask one several times, set judge.repeats.`];
}

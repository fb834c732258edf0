import type { Judge } from "@flow-state-dev/judge";
import { defaultRuns } from "../benchmark-plan.ts";
import { givesTools, usesOf } from "../identity/subject-uses.ts";
import type { RunBenchmarkConfig } from "../run-benchmark-config.ts";
import { askedCalls, askingScorers } from "./asking-scorers.ts";
import type { BenchmarkForecast } from "./benchmark-forecast.ts";
import type { EarlierCells } from "./earlier-cells.ts";

interface Sources {
  judge: Judge;
  earlier: EarlierCells | undefined;
  /** Outputs judged before the first cell. */
  checkedOutputs: number;
}

/** How many model calls a benchmark takes: by what earlier cells took, else by what the subjects state. */
export function guessCalls(
  config: Pick<
    RunBenchmarkConfig,
    "subjects" | "tasks" | "runs" | "regrade" | "scorers" | "judge" | "judgeModel" | "model"
  >,
  { judge, earlier, checkedOutputs }: Sources,
): Pick<BenchmarkForecast, "calls" | "unstated" | "withTools"> {
  const { subjects, tasks, runs = defaultRuns, regrade } = config;
  const cells = tasks.length * runs;
  const asked = askedCalls(askingScorers(config)) * cells;
  const judged = tasks.filter(({ rubric }) => rubric.length > 0).length * runs;
  const calls = { min: checkedOutputs * judge.calls, max: checkedOutputs * judge.calls };
  const unseen = regrade !== undefined ? [] : subjects.filter(({ name }) => !earlier?.bySubject.has(name));
  for (const { name, calls: stated = { min: 1, max: 1 } } of subjects) {
    const seen = earlier?.bySubject.get(name);
    // Outputs that are there already are only judged.
    const { min, max } = regrade === undefined ? stated : { min: 0, max: 0 };
    const seenCalls = seen && seen.judgeCalls + (regrade === undefined ? seen.subjectCalls : 0);
    const each = seenCalls === undefined ? judged * judge.calls + asked : (seenCalls / seen!.cells) * cells;
    calls.min += Math.round(each) + (seen ? 0 : min * cells);
    calls.max += Math.round(each) + (seen ? 0 : max * cells);
  }
  return {
    calls,
    unstated: unseen.filter(({ calls: stated }) => !stated).map(({ name }) => name),
    withTools: unseen.filter((subject) => givesTools(usesOf(subject))).map(({ name }) => name),
  };
}

import { shortRunId } from "@flow-state-dev/records";
import { countFamilies, familiesOf } from "@flow-state-dev/stats";
import type { RunBenchmarkConfig } from "@flow-state-dev/testing";
import { counted, countedInFamilies } from "../text/show-numbers.ts";
import { visibleLine } from "../text/visible-text.ts";
import { judgeIds } from "./judge-ids.ts";

/** What is about to run, in two lines, whatever its names hold. */
export function headline(config: RunBenchmarkConfig): string {
  const { name, subjects, tasks, runs = 3, model, judge, regrade } = config;
  const cells = subjects.length * tasks.length * runs;
  const families = familiesOf(tasks.map(({ family }) => family));
  const count = countedInFamilies(tasks.length, families && countFamilies(families));
  const size = `${counted(subjects.length, "subject")} × ${count} × ${counted(runs, "run")}`;
  const judges = judgeIds(config);
  const judged = `judged by ${judge?.panel ? "a panel of " : ""}${judges.join(", ")}`;
  const by = judges.length === 0 ? "scored by code" : judged;
  const of = regrade === undefined ? model : `outputs of run ${shortRunId(regrade)} on ${model}`;
  return `${visibleLine(name ?? "benchmark")} · ${size} = ${counted(cells, "cell")}\n${visibleLine(`${of}, ${by}`)}`;
}

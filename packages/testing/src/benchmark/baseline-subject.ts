import {
  type BenchmarkSubject,
  directAnswerPrompt,
  generator,
  sequencer,
  type UsesSlot,
} from "@flow-state-dev/core";
import { BenchmarkConfigError } from "./check/benchmark-config-error.ts";
import { nameProblem } from "./check/name-problem.ts";
import { usesProblem } from "./check/uses-problem.ts";
import { defaultBaselineName } from "./default-baseline-name.ts";
import { equipped } from "./identity/subject-uses.ts";

/** How a baseline is built. */
export interface BaselineOptions {
  model: string;
  /** Default: `single-generator`. */
  name?: string;
  /** The capabilities that the workers of the patterns have. */
  uses?: UsesSlot;
}

/**
 * The single-generator control: one generator that answers the task prompt directly, with no coordination. Deltas in
 * the scorecard are measured against this subject. Throws a `BenchmarkConfigError` without the id of a model, and for a
 * name or capabilities that are none.
 */
export function baselineSubject(options: BaselineOptions): BenchmarkSubject {
  const { model, name = defaultBaselineName, uses } = Object(options) as BaselineOptions;
  if (typeof model !== "string" || model.trim() === "")
    throw new BenchmarkConfigError([`A baseline needs a model: baselineSubject({ model: "…" }).`]);
  const problems = [...nameProblem(name), ...usesProblem(uses)];
  if (problems.length > 0) throw new BenchmarkConfigError(problems);
  const answer = generator({
    name: `${name}-generator`,
    model,
    prompt: directAnswerPrompt,
    user: (input: { prompt: string }) => input.prompt,
    ...(uses && { uses }),
  });
  const subject: BenchmarkSubject = {
    name,
    kind: "baseline",
    sequencer: sequencer({ name }).step(answer),
    mapTask: ({ prompt }) => ({ prompt }),
    model,
    calls: { min: 1, max: 1 },
  };
  return equipped(subject, uses);
}

import {
  type BenchmarkAdapter,
  type BenchmarkAdapterOptions,
  type RunBlockOptions,
  runBlock,
} from "@flow-state-dev/core";
import { type RecordingOptions, recordingModels } from "./recording-model.ts";

/** A task text with the characters that break careless prompts. */
export const goal = 'How many crates of "plums" <fit> & leave 3 of 17 {free}?\nSay it in one line.';

/** What a run of a pattern is made of. */
export interface RunOptions extends RecordingOptions, RunBlockOptions {
  prompt?: string;
  uses?: BenchmarkAdapterOptions["uses"];
}

/** Runs a pattern as a benchmark would and gives its end and every call it made. */
export async function runPattern(adapter: BenchmarkAdapter, options: RunOptions) {
  const { say, before, costUsd, prompt = goal, uses, ...rest } = options;
  const { resolve, calls } = recordingModels({
    say,
    ...(before && { before }),
    ...(costUsd !== undefined && { costUsd }),
  });
  const subject = adapter.build({ model: "recording/model", ...(uses && { uses }) });
  const task = { id: "t", category: "reasoning", prompt, rubric: ["Is right"] };
  const result = await runBlock(subject.sequencer, subject.mapTask(task), {
    modelResolver: resolve,
    pause: () => Promise.resolve(),
    cell: "cell",
    ...rest,
  });
  return { result, calls, subject };
}

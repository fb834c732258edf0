/** What a task tries: one of the four, or any word of your own. */
export type BenchmarkCategory =
  | "reasoning"
  | "multi-step-research"
  | "critique-revision"
  | "tool-use"
  | (string & {});

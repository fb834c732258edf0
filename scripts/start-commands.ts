/** What `npm start` runs, in this order, with what it says first: the words after `x`, from the root of the project. */
export const startCommands = [
  {
    title: "Does my agent do the job?",
    words: ["bench", "bench/example-suite.json", "--model", "scripted:bench/example-suite.script.json"],
  },
  {
    title: "Was this coordination pattern the right call?",
    words: ["compare", "examples/choose-a-pattern.ts"],
  },
  {
    title: "The same as one file that can be opened and mailed:",
    words: ["report", "last", "--html", "dist/report.html"],
  },
] as const;

/** What it tells to try next on real models: the words after `x`. */
export const onRealModels: readonly string[] = [
  ...["compare", "examples/choose-a-pattern.ts", "--model", "openai/gpt-5.4-mini"],
  ...["--judge-model", "anthropic/claude-haiku-4-5", "--max-cost", "2"],
];

import { buildCommand } from "@stricli/core";
import { described } from "../help/described.ts";

/** What `x init` takes and says. */
export const init = described(
  buildCommand({
    loader: async () => (await import("../commands/init.ts")).init,
    parameters: {},
    docs: {
      brief: "Write an example suite and a benchmark that run as they are",
      fullDescription:
        "Writes bench/example-suite.json with what it needs, and benchmark.ts (benchmark.mts in a project of CommonJS modules), into the current folder. Files that are there stay as they are.",
    },
  }),
  {
    examples: [["x init", "write both, and say what to type next"]],
    exits: { 0: "done", 2: "a file cannot be written" },
  },
);

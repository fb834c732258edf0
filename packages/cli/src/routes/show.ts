import { buildCommand } from "@stricli/core";
import { proposeShown } from "../completion/proposals.ts";
import { described } from "../help/described.ts";

/** What `x show` takes and says. */
export const show = described(
  buildCommand({
    loader: async () => (await import("../commands/show.ts")).show,
    parameters: {
      positional: {
        kind: "array",
        parameter: {
          brief:
            "A run (id, its start, last, last~1), then a task; or run/subject/task/number; last when absent",
          placeholder: "run",
          parse: String,
          proposeCompletions: proposeShown,
        },
      },
      flags: {
        json: { kind: "boolean", optional: true, withNegated: false, brief: "As JSON" },
        full: { kind: "boolean", optional: true, withNegated: false, brief: "Cut nothing short" },
      },
    },
    docs: {
      brief: "Show a run again, or one task of it with all its evidence",
      fullDescription:
        "Of a run: its results again. Of a task: prompt, outcome, expectations or findings with evidence, attempts, cost, output, transcript. Control characters in what models wrote are shown, not obeyed.",
    },
  }),
  {
    examples: [
      ["x show", "the results of the latest run"],
      ["x show last add-tests", "all evidence of one task"],
      ["x show 7f3a/claude-code/add-tests/2 --full", "one cell, nothing cut short"],
    ],
    exits: { 0: "done", 2: "no such run or task" },
  },
);

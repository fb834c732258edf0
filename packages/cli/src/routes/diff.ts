import { buildCommand } from "@stricli/core";
import { proposeRuns } from "../completion/proposals.ts";
import { described } from "../help/described.ts";
import { parseShare, parseText } from "../typed/parse-flags.ts";

/** What `x diff` takes and says. */
export const diff = described(
  buildCommand({
    loader: async () => (await import("../commands/diff.ts")).diff,
    parameters: {
      positional: {
        kind: "tuple",
        parameters: [
          {
            brief:
              "Run to start from: an id, its start, last, last~1; the one of the same name before the latest when absent",
            placeholder: "a",
            parse: String,
            proposeCompletions: proposeRuns,
            optional: true,
          },
          {
            brief: "Run to put beside it; last when absent",
            placeholder: "b",
            parse: String,
            proposeCompletions: proposeRuns,
            optional: true,
          },
        ],
      },
      flags: {
        subject: {
          kind: "parsed",
          placeholder: "name",
          parse: parseText,
          variadic: true,
          optional: true,
          brief: "Only this subject or agent; given twice, one of a beside one of b",
        },
        margin: {
          kind: "parsed",
          parse: parseShare,
          optional: true,
          brief: "Differences within this do not matter; 0.05 when absent",
        },
        json: { kind: "boolean", optional: true, withNegated: false, brief: "All of it, as JSON" },
      },
    },
    docs: {
      brief: "Put two runs beside each other, task by task",
      fullDescription:
        "Pairs the tasks that both runs have with the same content, and says what changed: score with interval and verdict, cost, time, what flipped, and in what the runs themselves differ.",
    },
  }),
  {
    examples: [
      ["x diff", "the latest run beside the one of the same name before it"],
      ["x diff last last --subject debate --subject supervisor", "two subjects of one run"],
      ["x diff 7f3a 91c0 --margin 0.1", "differences within 0.1 do not matter"],
    ],
    exits: { 0: "done", 2: "no such run or subject, or the same run twice" },
  },
);

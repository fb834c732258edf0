import { buildCommand } from "@stricli/core";
import { proposeRuns } from "../completion/proposals.ts";
import { described } from "../help/described.ts";
import { parseText } from "../typed/parse-flags.ts";

/** What `x report` takes and says. */
export const report = described(
  buildCommand({
    loader: async () => (await import("../commands/report.ts")).report,
    parameters: {
      positional: {
        kind: "tuple",
        parameters: [
          {
            brief: "A run: its id, the start of it, last, last~1; last when absent",
            placeholder: "run",
            parse: String,
            proposeCompletions: proposeRuns,
            optional: true,
          },
        ],
      },
      flags: {
        html: {
          kind: "parsed",
          placeholder: "file",
          parse: parseText,
          optional: true,
          brief: "The file to write; run-<id>.html when absent",
        },
        redact: {
          kind: "boolean",
          optional: true,
          withNegated: false,
          brief: "Leave prompts, outputs, patches and transcripts out",
        },
      },
    },
    docs: {
      brief: "Write a run as one HTML file that needs nothing else",
      fullDescription:
        "Writes what x view shows of a run into one file that can be mailed and opened without a server or a network.",
    },
  }),
  {
    examples: [
      ["x report", "the latest run, as run-<id>.html"],
      ["x report 7f3a --html run.html --redact", "without prompts, outputs, patches and transcripts"],
    ],
    exits: { 0: "done", 2: "no such run, or the file cannot be written" },
  },
);

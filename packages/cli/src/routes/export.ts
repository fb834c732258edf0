import { buildCommand } from "@stricli/core";
import { proposeRuns } from "../completion/proposals.ts";
import { described } from "../help/described.ts";
import { parseText } from "../typed/parse-flags.ts";

/** What `x export` takes and says. */
export const exportRun = described(
  buildCommand({
    loader: async () => (await import("../commands/export.ts")).exportCommand,
    parameters: {
      positional: {
        kind: "array",
        parameter: {
          brief:
            "A run: its id, the start of it, last, last~1; with atif also run/subject/task/number; last when absent",
          placeholder: "run",
          parse: String,
          proposeCompletions: proposeRuns,
        },
      },
      flags: {
        format: {
          kind: "enum",
          placeholder: "form",
          values: ["json", "jsonl", "csv", "junit", "markdown", "atif"],
          brief: "json, jsonl: all of it; csv: a row a cell; junit: for CI; atif: trajectories of agents",
        },
        output: {
          kind: "parsed",
          placeholder: "file",
          parse: parseText,
          optional: true,
          brief: "Into this file; stdout when absent",
        },
      },
    },
    docs: {
      brief: "Take a run out in a form that other programs read",
      fullDescription:
        "Writes a run as JSON, JSON Lines, CSV, JUnit XML, Markdown or in the Agent Trajectory Interchange Format, one trajectory a line. As a page to open and mail: x report.",
    },
  }),
  {
    examples: [
      ["x export last --format csv", "a row a cell, on stdout"],
      ["x export 7f3a --format jsonl --output run.jsonl", "all of it, for x import elsewhere"],
    ],
    exits: { 0: "done", 2: "no such run, or the file cannot be written" },
  },
);

import { buildCommand } from "@stricli/core";
import { described } from "../help/described.ts";
import { parseCount, parseText } from "../typed/parse-flags.ts";

/** What `x runs` takes and says. */
export const runs = described(
  buildCommand({
    loader: async () => (await import("../commands/runs.ts")).runs,
    parameters: {
      flags: {
        json: { kind: "boolean", optional: true, withNegated: false, brief: "As JSON, with whole ids" },
        limit: { kind: "parsed", parse: parseCount, optional: true, brief: "So many runs; 20 when absent" },
        kind: {
          kind: "enum",
          values: ["bench", "compare", "run"],
          placeholder: "kind",
          optional: true,
          brief: "Only runs of this kind",
        },
        name: {
          kind: "parsed",
          placeholder: "name",
          parse: parseText,
          optional: true,
          brief: "Only runs of this suite or benchmark",
        },
      },
    },
    docs: {
      brief: "List the runs kept in this folder, newest first",
      fullDescription:
        "Reads .x/x.db of the current folder, or the database that X_STORE names: who ran what, how it scored, what it cost. Of several subjects the one that scores most is shown.",
    },
  }),
  {
    examples: [
      ["x runs", "the latest 20"],
      ["x runs --name core-refactors --limit 5", "the latest five of one suite"],
      ["x runs --json", "with whole ids, for programs"],
    ],
    exits: { 0: "done", 2: "there are no records here" },
  },
);

import { buildCommand } from "@stricli/core";
import { described } from "../help/described.ts";
import { parseText } from "../typed/parse-flags.ts";

/** What `x import` takes and says. */
export const importRun = described(
  buildCommand({
    loader: async () => (await import("../commands/import.ts")).importCommand,
    parameters: {
      positional: {
        kind: "tuple",
        parameters: [
          { brief: "What x export --format jsonl wrote", placeholder: "run.jsonl", parse: parseText },
        ],
      },
    },
    docs: {
      brief: "Take in a run that was exported as jsonl",
      fullDescription:
        "Puts an exported run into the records of the current folder, all or nothing, under its own id: to look at it, to hold another against it, to repeat it with --agent replay:<run>. One that is here already gets what is new in the file, such as after --resume elsewhere; what is here never changes, and a file that tells otherwise of it is refused.",
    },
  }),
  {
    examples: [
      ["x import run.jsonl", "take it in"],
      ["x show last", "and look at it"],
    ],
    exits: { 0: "it is here", 2: "the file cannot be used" },
  },
);

import { buildCommand } from "@stricli/core";
import { proposeRuns } from "../completion/proposals.ts";
import { described } from "../help/described.ts";
import { parseCount } from "../typed/parse-flags.ts";

/** What `x view` takes and says. */
export const view = described(
  buildCommand({
    loader: async () => (await import("../commands/view.ts")).view,
    parameters: {
      positional: {
        kind: "tuple",
        parameters: [
          {
            brief: "A run: its id, the start of it, last, last~1; the list of runs when absent",
            placeholder: "run",
            parse: String,
            proposeCompletions: proposeRuns,
            optional: true,
          },
        ],
      },
      flags: {
        port: {
          kind: "parsed",
          parse: parseCount,
          optional: true,
          brief: "Port; any that is free when absent",
        },
        open: {
          kind: "boolean",
          optional: true,
          withNegated: false,
          brief: "Open the page in the browser",
        },
      },
    },
    docs: {
      brief: "Look at runs in a page on this machine",
      fullDescription:
        "Serves a page over the runs of this folder, on loopback, and prints its link, which carries the token that opens it. Live while a run goes on. Ends with Ctrl-C, or when .x/x.db is deleted or moved.",
    },
  }),
  {
    examples: [
      ["x view", "the list of runs"],
      ["x view last --open", "the latest run, in the browser"],
    ],
    exits: { 0: "ended", 2: "no such run, or nothing to serve" },
  },
);

import { buildCommand } from "@stricli/core";
import { proposeRuns } from "../completion/proposals.ts";
import { described } from "../help/described.ts";
import { databaseFlag } from "./machine-flags.ts";

/** What `x top` takes and says. */
export const top = described(
  buildCommand({
    loader: async () => (await import("../commands/top.ts")).top,
    parameters: {
      flags: {
        on: databaseFlag,
        json: { kind: "boolean", optional: true, withNegated: false, brief: "Once, as JSON" },
        once: {
          kind: "boolean",
          optional: true,
          withNegated: false,
          brief: "Once, rather than again and again",
        },
        stop: {
          kind: "parsed",
          placeholder: "run",
          proposeCompletions: proposeRuns,
          parse: String,
          optional: true,
          brief: "Take this run from the workers: they end what they have and leave it",
        },
      },
    },
    docs: {
      brief: "What the workers at a database do: cells, rate, spend, failures, time left",
      fullDescription:
        "Shows the runs that are given out and the workers that take their cells, anew every second, until it is interrupted.",
    },
  }),
  {
    examples: [
      ["x top --on postgres://x@db/x", "watch"],
      ["x top --once --json", "one look, for programs"],
      ["x top --stop 7f3a", "take a run from the workers"],
    ],
    exits: { 0: "done", 2: "bad arguments, no database, no such run, or one that is not given out" },
  },
);

import { buildCommand } from "@stricli/core";
import { described } from "../help/described.ts";
import { parseCount, parseListed, parseText } from "../typed/parse-flags.ts";
import { databaseFlag } from "./machine-flags.ts";

/** What `x worker` takes and says. */
export const worker = described(
  buildCommand({
    loader: async () => (await import("../commands/worker.ts")).worker,
    parameters: {
      flags: {
        on: databaseFlag,
        queue: {
          kind: "parsed",
          placeholder: "url",
          parse: parseText,
          optional: true,
          brief: "Where queues on Redis lie, redis://…",
        },
        concurrency: {
          kind: "parsed",
          parse: parseCount,
          optional: true,
          brief: "Cells at once; 4 when absent",
        },
        tags: {
          kind: "parsed",
          placeholder: "tag",
          parse: parseListed("tag"),
          variadic: ",",
          optional: true,
          brief:
            "What it offers beside docker, podman and agents that are installed, with commas between: gpu",
        },
        health: {
          kind: "parsed",
          parse: parseCount,
          optional: true,
          brief: "Answer on this port of the loopback: GET /health",
        },
        once: {
          kind: "boolean",
          optional: true,
          withNegated: false,
          brief: "End when nothing is left to do",
        },
      },
    },
    docs: {
      brief: "Take cells of runs that were given out with --on, on any machine",
      fullDescription:
        "Takes cells of the runs at a database, one run at a time, the oldest first. Keys of providers are those of its own environment. On SIGTERM or Ctrl-C it takes no more and ends when its cells have; a second one cuts them off, and others take them over.",
    },
  }),
  {
    examples: [
      ["x worker --on postgres://x@db/x", "work until told to stop"],
      [
        "x worker --concurrency 16 --tags gpu --once",
        "database from X_STORE; offer a tag; end when nothing is left",
      ],
    ],
    exits: {
      0: "ended in order",
      1: "with --once: cells are left in a run that it could not work on",
      2: "bad arguments, or no database or queue",
      130: "cut off by a second signal",
    },
  },
);

import { buildCommand } from "@stricli/core";
import { proposeAgents } from "../completion/proposals.ts";
import { described } from "../help/described.ts";
import { parseCount, parsePrompt, parseText, parseUsd } from "../typed/parse-flags.ts";
import { modelFlag } from "./model-flag.ts";
import { sandboxFlag } from "./sandbox-flag.ts";

/** What `x run` takes and says. */
export const run = described(
  buildCommand({
    loader: async () => (await import("../commands/run.ts")).run,
    parameters: {
      positional: {
        kind: "tuple",
        parameters: [
          { brief: "What the agent is to do, in quotes", placeholder: "prompt", parse: parsePrompt },
        ],
      },
      flags: {
        model: modelFlag("Model of the agent; claude-opus-4-6 when absent"),
        agent: {
          kind: "parsed",
          placeholder: "agent",
          proposeCompletions: proposeAgents,
          parse: parseText,
          optional: true,
          brief:
            "x, claude-code, codex, … (see x agents), <agent>@<model>, acp:<line>, command:<line>; x when absent",
        },
        budget: {
          kind: "parsed",
          parse: parseUsd,
          optional: true,
          brief: "The most it may spend, in US dollars; 5 when absent",
        },
        timeout: {
          kind: "parsed",
          parse: parseCount,
          optional: true,
          brief: "The most it may take, in seconds; 600 when absent",
        },
        apply: {
          kind: "boolean",
          optional: true,
          withNegated: false,
          brief: "Apply the patch to the folder when the agent is done",
        },
        sandbox: sandboxFlag("Where the agent works"),
      },
      aliases: { m: "model" },
    },
    docs: {
      brief: "Let an agent work on a copy of this project, and show its patch",
      fullDescription:
        "Runs an agent on a copy of the project around the current folder. The folder itself stays as it is, unless --apply is given and it did not change meanwhile.",
    },
  }),
  {
    examples: [
      ['x run "Add unit tests for src/budget.ts"', "show the patch, change nothing"],
      ['x run "Fix the failing test" --apply --budget 0.50', "apply the patch when the agent is done"],
      ['x run "Explain src/auth.ts in docs/auth.md" --agent codex', "another agent"],
    ],
    exits: {
      0: "done",
      1: "the agent failed, or its patch does not apply",
      2: "bad arguments",
      10: "something broke, such as a full disk under the records",
      130: "interrupted",
    },
  },
);

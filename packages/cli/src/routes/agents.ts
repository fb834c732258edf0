import { buildCommand } from "@stricli/core";
import { described } from "../help/described.ts";

/** What `x agents` takes and says. */
export const agents = described(
  buildCommand({
    loader: async () => (await import("../commands/agents.ts")).agents,
    parameters: {
      flags: {
        json: { kind: "boolean", optional: true, withNegated: false, brief: "As JSON" },
      },
    },
    docs: {
      brief: "Which coding agents can be benchmarked here, and how to get the others",
      fullDescription:
        "Says for each agent that x bench can drive whether its program is here, its version, the one that it was tried with, and the npm line that installs it into a folder of its own. Nothing is installed by this.",
    },
  }),
  {
    examples: [
      ["x agents", "what is here"],
      ["x agents --json", "the same for programs"],
    ],
    exits: { 0: "done", 2: "bad arguments" },
  },
);

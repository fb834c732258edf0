import { buildCommand } from "@stricli/core";
import { shells } from "../completion/shell-script.ts";
import { described } from "../help/described.ts";
import { parseChoice } from "../typed/parse-flags.ts";

/** What `x completion` takes and says. */
export const completion = described(
  buildCommand({
    loader: async () => (await import("../commands/completion.ts")).completion,
    parameters: {
      positional: {
        kind: "tuple",
        parameters: [
          {
            brief: "bash, zsh or fish",
            placeholder: "shell",
            parse: parseChoice(shells),
            proposeCompletions: () => [...shells],
          },
        ],
      },
    },
    docs: {
      brief: "Print the script that completes commands, flags, runs and agents in a shell",
      fullDescription:
        "Commands and flags are completed, and what fits them: runs kept here, agents, models, patterns, cases of the suite on the line.",
    },
  }),
  {
    examples: [
      ['eval "$(x completion bash)"', "in ~/.bashrc"],
      ['eval "$(x completion zsh)"', "in ~/.zshrc, after compinit"],
      ["x completion fish > ~/.config/fish/completions/x.fish", "once"],
    ],
    exits: { 0: "done", 2: "no such shell" },
  },
);

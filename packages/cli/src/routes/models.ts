import { buildCommand } from "@stricli/core";
import { proposeModels } from "../completion/proposals.ts";
import { described } from "../help/described.ts";
import { parseText } from "../typed/parse-flags.ts";

/** What `x models` takes and says. */
export const models = described(
  buildCommand({
    loader: async () => (await import("../commands/models.ts")).models,
    parameters: {
      positional: {
        kind: "array",
        parameter: {
          brief: "Model ids to look up, e.g. claude-opus-4-6",
          placeholder: "id",
          parse: parseText,
          proposeCompletions: proposeModels,
        },
      },
    },
    docs: {
      brief: "Which models can be used here, by what key, at what price",
      fullDescription:
        "Lists the providers and whether their key is set. With model ids: what each stands for, what is missing to use it, and what it costs. A server of your own is asked whether it has the model; no provider is called and nothing is spent.",
    },
  }),
  {
    examples: [
      ["x models", "which providers have their key"],
      ["x models claude-haiku-4-5 ollama/llama3.2", "what two models cost, and whether they can be used"],
    ],
    exits: { 0: "done", 1: "a model that was asked for cannot be used as things are", 2: "bad arguments" },
  },
);

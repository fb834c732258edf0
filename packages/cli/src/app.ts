import { type Application, buildApplication, buildCommand, buildRouteMap } from "@stricli/core";
import { appText } from "./app-text.ts";
import { readVersion } from "./version.ts";
import type { XContext } from "./x-context.ts";

const models = buildCommand({
  loader: async () => (await import("./commands/models.ts")).models,
  parameters: {
    positional: {
      kind: "array",
      parameter: { brief: "Model ids to look up, e.g. claude-opus-4-6", placeholder: "id", parse: String },
    },
  },
  docs: {
    brief: "Which models can be used here, by what key, at what price",
    fullDescription:
      "Lists the providers and whether their key is set. With model ids: what each stands for, what is missing " +
      "to use it, and what it costs. Nothing is called and nothing is spent.",
  },
});

/** Everything `x` can do. Commands load when they are run, so that help and version start fast. */
export function buildApp(): Application<XContext> {
  return buildApplication(
    buildRouteMap({
      routes: { models },
      docs: { brief: "Benchmarks for coordination patterns and coding agents" },
    }),
    {
      name: "x",
      versionInfo: { currentVersion: readVersion() },
      scanner: { caseStyle: "allow-kebab-for-camel" },
      documentation: { disableAnsiColor: true },
      localization: { text: appText },
    },
  );
}

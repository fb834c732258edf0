import { knownGateways, knownProviders, type ProviderDefinition, simProfiles } from "@flow-state-dev/core";
import { wrapText } from "../help/wrap-text.ts";
import { alignRows } from "../text/align-rows.ts";
import { asStarted } from "../typed/as-started.ts";

/** A table of all providers: how their ids look, and whether their key is set. Keys themselves are not shown. */
export function describeProviders(env: NodeJS.ProcessEnv): string {
  const rows = [
    ["provider", "model ids", "key"],
    ...knownProviders.map((provider) => [provider.name, idsOf(provider.name), keyOf(provider, env)]),
    ...knownGateways.map((gateway) => [gateway.name, `${gateway.name}/provider/model`, keyOf(gateway, env)]),
    ["sim", "sim/<profile>", "none needed; simulated"],
    ["scripted", "scripted:<file>", "none needed; answers from a file"],
  ];
  const profiles = wrapText(`Profiles of sim: ${Object.keys(simProfiles).join(", ")}`, 80).join("\n");
  return `${alignRows(rows)}\n${profiles}\n${asStarted("Look one up: x models claude-haiku-4-5", env)}\n`;
}

const bare: Record<string, string> = {
  anthropic: "claude-…, ",
  openai: "gpt-…, o3…, ",
  google: "gemini-…, ",
};

function idsOf(name: string): string {
  return `${bare[name] ?? ""}${name}/…`;
}

function keyOf(
  { keyVariables, baseUrlVariable, defaultBaseUrl }: ProviderDefinition,
  env: NodeJS.ProcessEnv,
): string {
  const at = baseUrlVariable && env[baseUrlVariable] ? `, at ${baseUrlVariable}` : "";
  const set = keyVariables.find((variable) => env[variable]?.trim());
  if (set) return `${set} is set${at}`;
  if (!defaultBaseUrl && baseUrlVariable && !at) return `${baseUrlVariable} is not set`;
  const [variable] = keyVariables;
  return variable && defaultBaseUrl ? `${variable} is not set${at}` : `none needed${at}`;
}

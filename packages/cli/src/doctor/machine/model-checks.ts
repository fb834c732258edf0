import { firstNamed, knownGateways, knownProviders, type ProviderDefinition } from "@flow-state-dev/core";
import { visibleLine } from "../../text/visible-text.ts";
import type { MachineCheck } from "./machine-check.ts";
import { serverModels } from "./server-models.ts";

const mostNamed = 3;

/** Which keys are set, by their names, and which servers of one's own answer. No provider is called. */
export async function modelChecks(env: NodeJS.ProcessEnv): Promise<MachineCheck[]> {
  // Two faces of one provider have one key.
  const keyed = [...knownProviders, ...knownGateways].filter(
    ({ keyRequired, settingsName }) => keyRequired && settingsName === undefined,
  );
  const servers = knownProviders.filter(({ keyRequired }) => !keyRequired);
  const checks = [
    ...keyed.map((each) => keyCheck(each, env)),
    ...(await Promise.all(servers.map((each) => serverCheck(each, env)))),
  ];
  if (checks.some(({ state }) => state === "fine")) return checks;
  const advice =
    "set the key of one provider, or start Ollama; until then sim/… and scripted:… models work without any";
  return [
    ...checks,
    { group: "models", name: "in all", state: "absent", found: "no model can be used for real", advice },
  ];
}

function keyCheck({ name, keyVariables }: ProviderDefinition, env: NodeJS.ProcessEnv): MachineCheck {
  const set = keyVariables.find((variable) => env[variable]?.trim());
  const found = set ? `${set} is set` : `${keyVariables[0]} is not set`;
  return { group: "models", name, state: set ? "fine" : "absent", found, advice: null };
}

/** A server that somebody named has to answer; one that may be at its usual place need not. */
async function serverCheck(provider: ProviderDefinition, env: NodeJS.ProcessEnv): Promise<MachineCheck> {
  const { name, keyVariables, baseUrlVariable = "", defaultBaseUrl, toBaseUrl } = provider;
  const written = env[baseUrlVariable]?.trim() || undefined;
  const check = (state: MachineCheck["state"], found: string, advice: string | null = null): MachineCheck => {
    return { group: "models", name, state, found, advice };
  };
  const address = written ?? defaultBaseUrl;
  if (address === undefined) return check("absent", `${baseUrlVariable} is not set`);
  const base = toBaseUrl?.(address) ?? address;
  const key = keyVariables.map((variable) => env[variable]?.trim()).find(Boolean);
  const models = await serverModels(base, key);
  const place = written === undefined ? visibleLine(address, 60) : baseUrlVariable;
  if (models === null) {
    return written === undefined
      ? check("absent", `nothing answers at ${place}`)
      : check("problem", `nothing answers at ${place}`, `start the server, or set ${baseUrlVariable} right`);
  }
  const named = firstNamed(models, mostNamed, (id) => `${name}/${visibleLine(id, 40)}`);
  return check("fine", `answers at ${place}: ${named || "no model yet"}`);
}

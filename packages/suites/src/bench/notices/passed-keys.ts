import { knownGateways, knownProviders } from "@flow-state-dev/core";
import type { SuiteCase } from "../../suite/suite.ts";

/** Further names under which programs of providers take a key or a login. */
const otherNames = ["ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"];

const keyNames: ReadonlySet<string> = new Set([
  ...[...knownProviders, ...knownGateways].flatMap(({ keyVariables }) => keyVariables),
  ...otherNames,
]);

/**
 * What to tell before agents are given keys of providers of models, which they get only when the suite names them: they
 * can read them, and the gateway does not see what they call with them. Null when none is named and set.
 */
export function passedKeysNotice(
  cases: readonly Pick<SuiteCase, "env">[],
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const named = new Set(cases.flatMap((it) => it.env));
  const passed = [...named].filter((name) => keyNames.has(name) && (env[name] ?? "") !== "").sort();
  if (passed.length === 0) return null;
  return `The suite hands agents ${passed.join(", ")} by env: they can read it, and what they call with it is neither counted nor held to the budget. Models that they reach through the gateway need no key.`;
}

import { firstWords } from "@flow-state-dev/core";
import { parseJson } from "./wires/json.ts";

/** Characters kept of what a provider says. */
const keptCharacters = 500;

/** What the body of a refusal says, in any of the shapes that providers and proxies give it; else its beginning. */
export function saidIn(body: string): string {
  const value = parseJson(body) as { error?: { message?: unknown } | string; message?: unknown } | undefined;
  const error = value?.error;
  const said = typeof error === "object" ? error?.message : (error ?? value?.message);
  return firstWords(typeof said === "string" ? said : body, keptCharacters) || "It did not say why.";
}

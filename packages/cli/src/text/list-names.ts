import { firstNamed } from "@flow-state-dev/core";
import { shortNames } from "./short-names.ts";

/** So many names are shown of a long list. */
const namesShown = 8;

/** Names of tasks or subjects, for a sentence; different ones stay different. */
export function listNames(names: readonly string[]): string {
  return firstNamed(names, namesShown, shortNames(names));
}

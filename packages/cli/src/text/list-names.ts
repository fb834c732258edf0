import { shortNames } from "./short-names.ts";

/** So many names are shown of a long list. */
const namesShown = 8;

/** Names of tasks or subjects, for a sentence; different ones stay different. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, namesShown).map(shortNames(names));
  return names.length > namesShown
    ? `${shown.join(", ")} and ${names.length - namesShown} more`
    : shown.join(", ");
}

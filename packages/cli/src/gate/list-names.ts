import { visibleLine } from "../visible-text.ts";

/** So many names are shown of a long list. */
const namesShown = 8;

/** Names of tasks or subjects, for a sentence. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, namesShown).map((name) => visibleLine(name, 60));
  return names.length > namesShown
    ? `${shown.join(", ")} and ${names.length - namesShown} more`
    : shown.join(", ");
}

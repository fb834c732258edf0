import { escapeHidden } from "@flow-state-dev/records/hidden-characters";

/** Text in double quotes for a message: one line, hidden characters escaped, cut at `most` characters. */
export function shown(text: string, most = 160): string {
  const cut = text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text.toWellFormed();
  return escapeHidden(JSON.stringify(cut));
}

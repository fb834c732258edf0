import { buildCommand } from "@flow-state-dev/records/hidden-characters";

/**
 * A value as JSON for stdout, a line break behind it. What build servers would take out of a log as commands, such as
 * `##[add-mask]`, is written in another way that reads as the same; their other commands begin a line, where JSON has
 * none of its texts.
 */
export function jsonText(value: unknown): string {
  return inertJson(`${JSON.stringify(value, null, 2)}\n`);
}

/** The same for JSON that is a text already. */
export function inertJson(json: string): string {
  return json.replace(buildCommand, "\\u0023#");
}

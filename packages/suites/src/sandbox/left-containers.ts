import { hasEnded, type ProcessName, thisProcess } from "../process/process-name.ts";

/** The label of a container that says which process made it. */
const label = "x.owner";

/** What a container is labelled with, as this process's own. */
export function ownLabel(): string {
  return `${label}=${JSON.stringify(thisProcess())}`;
}

/** Asks a client of containers; gives what it printed, empty when it failed. */
export type AskClient = (args: readonly string[]) => Promise<string>;

/**
 * Removes containers whose makers were killed on this machine before they could. Others may share the daemon from other
 * machines: only what is surely left behind goes.
 */
export async function removeLeftContainers(ask: AskClient): Promise<void> {
  const ids = lines(await ask(["ps", "--all", "--quiet", "--filter", `label=${label}`]));
  if (ids.length === 0) return;
  const format = `{{.Id}} {{index .Config.Labels "${label}"}}`;
  const left = lines(await ask(["inspect", "--format", format, ...ids])).filter(isLeft);
  if (left.length > 0) await ask(["rm", "--force", "--volumes", ...left.map((line) => line.split(" ")[0]!)]);
}

function isLeft(line: string): boolean {
  const here = thisProcess();
  try {
    const owner = JSON.parse(line.slice(line.indexOf(" "))) as ProcessName;
    const countsHere = owner.boot !== null && owner.boot === here.boot && owner.namespace === here.namespace;
    return countsHere && hasEnded(owner);
  } catch {
    return false;
  }
}

function lines(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

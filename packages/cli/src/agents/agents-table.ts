import type { ListedAgent } from "@flow-state-dev/suites";
import { alignRows } from "../text/align-rows.ts";
import { shellWord } from "../text/shell-word.ts";
import { asStarted } from "../typed/as-started.ts";

/**
 * What is there of the agents, and how to get the rest.
 *
 * @param suite a suite to try one on, by its path; undefined when there is none yet
 */
export function agentsTable(agents: readonly ListedAgent[], suite: string | undefined): string {
  const rows = agents.map(({ name, title, installed, version, triedVersion, wires }) => [
    name,
    title,
    installed ? (version ?? "version unknown") : "not here",
    triedVersion ?? "–",
    wires.join(", "),
  ]);
  const missing = agents.filter(({ installed, install }) => !installed && install !== null);
  const lines = missing.map(({ name, install }) => [`  ${name}`, install!]);
  const [example] = agents.filter(({ installed }) => installed);
  const first =
    suite === undefined ? "x init, then x bench bench/example-suite.json" : `x bench ${shellWord(suite)}`;
  return [
    alignRows([["agent", "", "version here", "tried with", "speaks"], ...rows]),
    ...(missing.length > 0 ? ["\nGet one:\n", alignRows(lines)] : []),
    "\nBuilt in: x. Any other program: command:<shell line>, or acp:<shell line> when it speaks ACP.\n",
    ...(example ? [asStarted(`Try one: ${first} --agent ${example.name}\n`)] : []),
  ].join("");
}

import type { ListedAgent } from "@flow-state-dev/suites";
import { alignRows } from "../text/align-rows.ts";
import { asStarted } from "../typed/as-started.ts";

/** What is there of the agents, and how to get the rest. */
export function agentsTable(agents: readonly ListedAgent[]): string {
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
  return [
    alignRows([["agent", "", "version here", "tried with", "speaks"], ...rows]),
    ...(missing.length > 0 ? ["\nGet one:\n", alignRows(lines)] : []),
    "\nBuilt in: x. Any other program: command:<shell line>, or acp:<shell line> when it speaks ACP.\n",
    ...(example ? [asStarted(`Try one: x bench bench/example-suite.json --agent ${example.name}\n`)] : []),
  ].join("");
}

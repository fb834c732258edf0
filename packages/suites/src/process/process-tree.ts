import { setTimeout as wait } from "node:timers/promises";
import { hasInEnvironment, pidNamespaceOf, processEntry, processIds, processTable } from "./process-table.ts";

/** All processes that belong to one run, whatever they did to hide. */
export interface ProcessTree {
  /** Those alive now, without zombies. */
  alive(): number[];
}

/** One process alone, which is alive now; another that gets its number later is not taken for it. */
export function singleTree(pid: number): ProcessTree {
  const started = processEntry(pid)?.started;
  return { alive: () => (started !== undefined && processEntry(pid)?.started === started ? [pid] : []) };
}

/** Processes in one pid namespace: none can leave it, and those it makes further down die with it. */
export function namespaceTree(namespace: string): ProcessTree {
  return {
    alive: () =>
      processIds().filter((pid) => pidNamespaceOf(pid) === namespace && processEntry(pid) !== null),
  };
}

/** Processes that carry `NAME=value` in the environment they were started with. */
export function markedTree(assignment: string): ProcessTree {
  return {
    alive: () =>
      processIds().filter(
        (pid) => pid !== process.pid && hasInEnvironment(pid, assignment) && processEntry(pid) !== null,
      ),
  };
}

/**
 * Processes that were ever seen below `root`, in its group or its session. Each look remembers what it saw, so a
 * process that went its own way later is still known; one that left between two looks is not.
 */
export function descendantTree(root: number): ProcessTree {
  const known = new Map<number, number>();
  return {
    alive() {
      const table = processTable();
      const members = new Set<number>();
      for (const entry of table) {
        if (entry.pid === root || entry.group === root || entry.session === root) members.add(entry.pid);
        if (known.get(entry.pid) === entry.started) members.add(entry.pid);
      }
      for (let grown = true; grown; ) {
        grown = false;
        for (const entry of table) {
          if (members.has(entry.pid) || !members.has(entry.parent)) continue;
          members.add(entry.pid);
          grown = true;
        }
      }
      for (const entry of table) if (members.has(entry.pid)) known.set(entry.pid, entry.started);
      return [...members];
    },
  };
}

/** What belongs to any of the trees. */
export function joinedTree(trees: readonly ProcessTree[]): ProcessTree {
  return { alive: () => [...new Set(trees.flatMap((tree) => tree.alive()))] };
}

/**
 * Ends all processes of a tree for certain and gives back those that outlived it, which should be none. Processes
 * that are born meanwhile are found by the next look.
 */
export async function killTree(tree: ProcessTree, withinMs = 5000): Promise<number[]> {
  const end = performance.now() + withinMs;
  for (let round = 0; ; round++) {
    const alive = tree.alive();
    if (alive.length === 0) return [];
    if (performance.now() > end) return alive;
    // Stopped before they are killed: a process that is stopped makes no new ones while the others die.
    for (const pid of alive) send(pid, "SIGSTOP");
    for (const pid of tree.alive()) send(pid, "SIGKILL");
    await wait(Math.min(50, 1 + round * 2));
  }
}

/** Sends a signal; that the process is gone already, or not ours, is no error. */
export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {}
}

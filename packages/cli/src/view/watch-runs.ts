import type { RunStore } from "@flow-state-dev/records/store";
import type { LiveEvent } from "@flow-state-dev/viewer/contract";

/** Of so many of the latest runs changes are told. */
const watched = 50;

/** Tells listeners of changes in a store, whoever makes them. Looks only while somebody listens. */
export interface RunWatch extends Disposable {
  add(listener: (event: LiveEvent) => void): () => void;
}

/** Looks at the latest runs every so often; `settle` sees before whether some have died, and which are `waiting`. */
export function watchRuns(
  store: RunStore,
  {
    everyMs = 1000,
    settle = async () => {},
    waiting = new Set(),
  }: { everyMs?: number; settle?: () => Promise<void>; waiting?: ReadonlySet<string> } = {},
): RunWatch {
  const listeners = new Set<(event: LiveEvent) => void>();
  let known: Map<string, string> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  const look = async () => {
    if (looking) return;
    looking = true;
    try {
      await settle();
      const now = await stateOf(store, waiting);
      const changed = known
        ? [...now].filter(([id, state]) => known!.get(id) !== state).map(([id]) => id)
        : [];
      known = now;
      if (changed.length > 0) for (const listener of listeners) listener({ runs: changed });
    } catch {
      // A store that is busy or gone has nothing to tell; what reads from it says why.
    } finally {
      looking = false;
    }
  };
  /** What changed between the page's first look and now nobody has told it. */
  const begin = async (listener: (event: LiveEvent) => void) => {
    const runs = await runsGoingOn(store);
    await look();
    if (runs.length > 0 && listeners.has(listener)) listener({ runs });
  };
  return {
    add(listener) {
      listeners.add(listener);
      timer ??= setInterval(look, everyMs);
      void begin(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
        known = null;
      };
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      listeners.clear();
    },
  };
}

async function runsGoingOn(store: RunStore): Promise<string[]> {
  const going: string[] = [];
  try {
    for await (const { id, state } of store.runs({ limit: watched })) if (state === "running") going.push(id);
  } catch {
    // The same as above.
  }
  return going;
}

async function stateOf(store: RunStore, waiting: ReadonlySet<string>): Promise<Map<string, string>> {
  const states = new Map<string, string>();
  for await (const { id, state, updatedAt } of store.runs({ limit: watched })) {
    const counts = state === "running" ? await store.totals(id) : null;
    const seen = [state, waiting.has(id), updatedAt];
    states.set(id, JSON.stringify([...seen, counts?.attempts, counts?.running, counts?.outcomes]));
  }
  return states;
}

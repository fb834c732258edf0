import { useEffect, useState } from "preact/hooks";
import type { LiveEvent } from "../../src/contract/index.ts";
import { report } from "./load.ts";

/** Told of the runs with something new; null when it may be any of them. */
type Listener = (runs: readonly string[] | null) => void;

const listeners = new Set<Listener>();
const watchers = new Set<(lostAt: string | null) => void>();
let source: EventSource | null = null;
let lostAt: string | null = null;
/** Has nobody told what changed since the page was read? So it is with one that was opened out of sight. */
let missed = document.visibilityState !== "visible";

/** Listens for changes as long as anybody does. */
function listen(listener: Listener): () => void {
  listeners.add(listener);
  connect();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) disconnect();
  };
}

// A browser has six connections for all tabs of a server: a seventh would wait for one that never ends.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") return connect();
  missed = true;
  disconnect();
});

function connect(): void {
  if (source || report || listeners.size === 0 || document.visibilityState !== "visible") return;
  source = new EventSource("/api/events");
  source.onmessage = ({ data }) => {
    const { runs } = JSON.parse(data as string) as LiveEvent;
    for (const each of listeners) each(runs);
  };
  source.onerror = () => {
    missed = true;
    setLost(lostAt ?? new Date().toISOString());
  };
  source.onopen = () => {
    setLost(null);
    if (!missed) return;
    missed = false;
    for (const each of listeners) each(null);
  };
}

function disconnect(): void {
  source?.close();
  source = null;
}

function setLost(value: string | null): void {
  lostAt = value;
  for (const each of watchers) each(value);
}

/** Since when the server does not answer any more, as an ISO time; null while it does. */
export function useLost(): string | null {
  const [lost, setState] = useState(lostAt);
  useEffect(() => {
    watchers.add(setState);
    setState(lostAt);
    return () => {
      watchers.delete(setState);
    };
  }, []);
  return lost;
}

/** A number that grows with every change of a run, or of any; at most once in a while, so that the page can keep up. */
export function useRevision(run: string | null, everyMs = 1500): number {
  const [revision, setRevision] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = 0;
    const stop = listen((runs) => {
      if (run !== null && runs?.some((id) => id.startsWith(run) || run.startsWith("last")) === false) return;
      if (timer) return;
      timer = setTimeout(
        () => {
          timer = undefined;
          last = Date.now();
          setRevision((value) => value + 1);
        },
        Math.max(0, last + everyMs - Date.now()),
      );
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [run, everyMs]);
  return revision;
}

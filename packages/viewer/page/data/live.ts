import { useEffect, useState } from "preact/hooks";
import type { LiveEvent } from "../../src/contract/index.ts";
import { report } from "./load.ts";

const listeners = new Set<(runs: string[]) => void>();
let source: EventSource | null = null;

/** Listens for changes as long as anybody does. */
function listen(listener: (runs: string[]) => void): () => void {
  listeners.add(listener);
  if (!source && !report) {
    source = new EventSource("/api/events");
    source.onmessage = ({ data }) => {
      const { runs } = JSON.parse(data as string) as LiveEvent;
      for (const each of listeners) each(runs);
    };
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    source?.close();
    source = null;
  };
}

/** A number that grows with every change of a run, or of any; at most once in a while, so that the page can keep up. */
export function useRevision(run: string | null, everyMs = 1500): number {
  const [revision, setRevision] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = 0;
    const stop = listen((runs) => {
      if (run !== null && !runs.some((id) => id.startsWith(run) || run.startsWith("last"))) return;
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

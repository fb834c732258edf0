import { useEffect, useState } from "preact/hooks";
import type { RunListItem, RunScore } from "../../src/contract/index.ts";
import { load } from "../data/load.ts";

const known = new Map<string, RunScore>();
/** Of which state of its run each is. */
const read = new Map<string, string>();

/** The scores of runs, read one after the other once the list is there; a finished run's only once. */
export function useScores(runs: readonly RunListItem[]): ReadonlyMap<string, RunScore> {
  const [scores, setScores] = useState<ReadonlyMap<string, RunScore>>(new Map(known));
  const wanted = runs.map(({ id, state, scored }) => `${id} ${state} ${scored}`).join("\n");
  useEffect(() => {
    const abort = new AbortController();
    const readAll = async () => {
      for (const line of wanted === "" ? [] : wanted.split("\n")) {
        const [id] = line.split(" ") as [string];
        if (abort.signal.aborted) return;
        if (read.get(id) === line && line.includes(" finished ")) continue;
        const score = await load<RunScore | null>(`runs/${id}/score`, abort.signal).catch(() => null);
        if (!score || abort.signal.aborted) continue;
        known.set(id, score);
        read.set(id, line);
        setScores(new Map(known));
      }
    };
    void readAll();
    return () => abort.abort();
  }, [wanted]);
  return scores;
}

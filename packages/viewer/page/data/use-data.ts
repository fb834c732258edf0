import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type LoadError, load } from "./load.ts";

/** What is there of an address: nothing yet, data (of an earlier state while a newer one comes), or an error. */
export interface Loaded<T> {
  data: T | null;
  error: LoadError | null;
}

const seen = new Map<string, unknown>();
const most = 200;

/** The data of an address, read again with every revision. Null asks for nothing. */
export function useData<T>(address: string | null, revision = 0): Loaded<T> {
  const [, setTurn] = useState(0);
  const [error, setError] = useState<{ address: string; error: LoadError } | null>(null);
  const ask = useRef(() => {});
  // Asked for at once: an effect that is put off comes after the next frame, if there is one.
  useLayoutEffect(() => {
    if (address === null) return;
    const abort = new AbortController();
    let [asking, again] = [false, false];
    const take = (data: T) => {
      seen.delete(address);
      seen.set(address, data);
      for (const old of [...seen.keys()].slice(0, -most)) seen.delete(old);
      setError(null);
      setTurn((turn) => turn + 1);
    };
    const tell = (problem: LoadError) => {
      if (abort.signal.aborted) return;
      // What was there stays in sight when the server is gone, which the page says once for all of it.
      if (seen.has(address) && ["gone", "refused"].includes(problem.code)) return;
      // What is not there any more is not shown beside the sentence that says so.
      if (problem.code?.endsWith("not-found")) seen.delete(address);
      setError({ address, error: problem });
    };
    ask.current = async () => {
      again = asking;
      // What is on its way is waited for: a run changes more often than a large one can be read.
      if (asking) return;
      asking = true;
      do {
        again = false;
        await load<T>(address, abort.signal).then(take, tell);
      } while (again && !abort.signal.aborted);
      asking = false;
    };
    return () => {
      abort.abort();
      ask.current = () => {};
    };
  }, [address]);
  useLayoutEffect(() => {
    ask.current();
  }, [address, revision]);
  if (address === null) return { data: null, error: null };
  return {
    data: (seen.get(address) as T | undefined) ?? null,
    error: error?.address === address ? error.error : null,
  };
}

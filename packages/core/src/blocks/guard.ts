import { abortError } from "./abort.ts";

/** Whether there is anything to wait for. */
export function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}

/**
 * Waits for work that may ignore the signal: once the signal fires the wait is over, whatever the work does.
 * Work that fails after that is nobody's concern any more.
 */
export function guard<T>(work: T | PromiseLike<T>, signal: AbortSignal): T | Promise<T> {
  if (!isThenable(work)) return work;
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(abortError(signal));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    work.then(
      (value) => {
        signal.removeEventListener("abort", onAbort);
        resolve(value);
      },
      (error) => {
        signal.removeEventListener("abort", onAbort);
        reject(error);
      },
    );
  });
}

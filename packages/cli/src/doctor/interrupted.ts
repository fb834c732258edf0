import type { SignalSource } from "@flow-state-dev/sweep";

/** Ctrl-C as a signal. Dispose of it afterwards: the process then ends on Ctrl-C as usual. */
export interface Interrupted extends Disposable {
  signal: AbortSignal;
}

/**
 * The first Ctrl-C (or SIGTERM, or SIGHUP of a terminal that is closed) fires the signal; a second Ctrl-C or SIGTERM
 * meets the process unprotected. A closed terminal counts once: the system and the shell may both tell of it. When
 * `say` throws, nothing else changes.
 */
export function interrupted(source: SignalSource, say: () => void): Interrupted {
  const controller = new AbortController();
  const onHangup = () => {
    if (!controller.signal.aborted) onSignal();
  };
  function onSignal() {
    source.off("SIGINT", onSignal);
    source.off("SIGTERM", onSignal);
    try {
      say();
    } catch {}
    controller.abort();
  }
  source.on("SIGINT", onSignal);
  source.on("SIGTERM", onSignal);
  source.on("SIGHUP", onHangup);
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      source.off("SIGINT", onSignal);
      source.off("SIGTERM", onSignal);
      source.off("SIGHUP", onHangup);
    },
  };
}

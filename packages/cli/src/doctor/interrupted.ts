import type { SignalSource } from "@flow-state-dev/sweep";

/** Ctrl-C as a signal. Dispose of it afterwards: the process then ends on Ctrl-C as usual. */
export interface Interrupted extends Disposable {
  signal: AbortSignal;
}

const signals = ["SIGINT", "SIGTERM"] as const;

/** The first Ctrl-C (or SIGTERM) fires the signal; a second meets the process unprotected. */
export function interrupted(source: SignalSource, say: () => void): Interrupted {
  const controller = new AbortController();
  const stopListening = () => {
    for (const signal of signals) source.off(signal, onSignal);
  };
  function onSignal() {
    stopListening();
    say();
    controller.abort();
  }
  for (const signal of signals) source.on(signal, onSignal);
  return { signal: controller.signal, [Symbol.dispose]: stopListening };
}

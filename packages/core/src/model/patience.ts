/** Longer than any model takes to answer. Who calls has a deadline of his own, which ends the call before. */
const longestMs = 3_600_000;

/** What sends the requests of `fetch`, as far as it is needed here. */
interface Sender {
  dispatch(options: object, handler: unknown): boolean;
}

/** Where Node keeps it, by the version of the library that its `fetch` is from. */
const place = Symbol.for(
  `undici.globalDispatcher.${Number.parseInt(process.versions.undici ?? "", 10) < 8 ? 1 : 2}`,
);

/**
 * Settings with which `fetch` waits for an answer as long as its caller does. By itself it gives one up after five
 * minutes in which it has not begun, or nothing more of it has come. A model that thinks takes longer, says nothing
 * meanwhile when it is not streamed, and is billed all the same, try after try. What else is set for the process, such
 * as a proxy, stays. Nothing where Node keeps its sender elsewhere.
 */
export function patience(): object {
  // Node makes the sender when one of these is first looked at.
  void globalThis.Response;
  return senderNow() ? { dispatcher } : {};
}

const dispatcher: Sender = {
  dispatch: (options, handler) =>
    senderNow()!.dispatch({ ...options, headersTimeout: longestMs, bodyTimeout: longestMs }, handler),
};

function senderNow(): Sender | undefined {
  return Reflect.get(globalThis, place);
}

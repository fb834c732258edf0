/** What is used of the connections of one queue on Redis: BullMQ keeps them to itself. */
interface Backend {
  connection?: Connection;
  /** The one on which a worker waits. */
  blockingConnection?: Connection;
}

interface Connection {
  _client?: { disconnect(): void };
}

/**
 * Makes backends on Redis, and `cut`, which ends the connections of all of them at once: what waits for an answer fails.
 * BullMQ itself waits for a server that is away for ever, also to take leave of it.
 */
export function cuttableBackend<Made extends object, Given extends unknown[]>(
  make: (...given: Given) => Made,
): { make: (...given: Given) => Made; cut(): void } {
  const all: Backend[] = [];
  return {
    make: (...given) => {
      const made = make(...given);
      all.push(made as Backend);
      return made;
    },
    cut() {
      for (const { connection, blockingConnection } of all.splice(0))
        for (const each of [connection, blockingConnection]) each?._client?.disconnect();
    },
  };
}

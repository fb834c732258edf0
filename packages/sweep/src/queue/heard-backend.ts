import type { EventEmitter } from "node:events";

/** What is used of the connections of one queue on PostgreSQL: BullMQ keeps them to itself, and may not have them. */
interface Connections {
  pool?: EventEmitter;
  /** The connection that listens, made with its first use. */
  getListenClient?: () => Promise<EventEmitter>;
}

/**
 * Makes backends whose connections always have somebody who hears that they break. BullMQ hears nothing while it opens
 * and closes them, and what nobody hears ends the process: a worker that left a run as the server was restarted.
 */
export function heardBackend<Backend extends object, Given extends unknown[]>(
  make: (...given: Given) => Backend,
): (...given: Given) => Backend {
  return (...given) => {
    const backend = make(...given);
    const { connection } = backend as { connection?: Connections };
    connection?.pool?.on("connect", keepHeard);
    const listening = connection?.getListenClient?.bind(connection);
    if (connection && listening)
      connection.getListenClient = async () => {
        const client = await listening();
        keepHeard(client);
        return client;
      };
    return backend;
  };
}

const heard = new WeakSet<EventEmitter>();

/** Also once all are sent away who listen to it, as before it is closed. */
function keepHeard(client: EventEmitter): void {
  if (heard.has(client)) return;
  heard.add(client);
  client.on("error", ignore);
  const { removeAllListeners } = client;
  client.removeAllListeners = (...events) => {
    removeAllListeners.apply(client, events);
    return client.on("error", ignore);
  };
}

function ignore(): void {}

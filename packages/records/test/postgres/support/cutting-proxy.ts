import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** Stands between a store and its server, and breaks connections where it hurts most. */
export interface CuttingProxy {
  port: number;
  /** So many of the next writes, every second one, reach the server, which does them; no answer comes back. */
  cutAnswers(writes: number): void;
  /** How many answers it has kept back. */
  cut(): number;
  close(): void;
}

/** The function by which everything is written. */
const writes = "write_1(";

/** Starts one on the loopback, in front of this port. */
export async function startProxy(serverPort: number): Promise<CuttingProxy> {
  let [left, done] = [0, 0];
  let cutLast = false;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(serverPort, "127.0.0.1");
    let armed = false;
    const end = () => [client, upstream].forEach((socket) => void socket.destroy());
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", end).on("close", end);
    }
    client.on("data", (data) => {
      if (left > 0 && data.includes(writes)) {
        armed = !cutLast;
        cutLast = armed;
        left -= armed ? 1 : 0;
      }
      upstream.write(data);
    });
    upstream.on("data", (data) => {
      if (!armed) return void client.write(data);
      done += 1;
      end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as { port: number }).port,
    cutAnswers: (count) => {
      left = count;
      cutLast = false;
    },
    cut: () => done,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A server with a path in front of everything, as a gateway has one. Dispose of it and all its connections end. */
export interface PathDoor extends AsyncDisposable {
  /** Where agents go: origin and path. */
  url: string;
  /** `METHOD path` of all that came, oldest first, also what was let in by nobody. */
  seen: string[];
  /** The values of all headers that carry keys. */
  keys: Set<string>;
}

const keyHeaders = ["authorization", "x-api-key", "x-goog-api-key"];

/** Hands on what comes under its path to a server behind, without the path and without a query. */
export async function openPathDoor(behind: string): Promise<PathDoor> {
  const prefix = "/t-4f2a";
  const seen: string[] = [];
  const keys = new Set<string>();
  const server = createServer((incoming, outgoing) => {
    const [path = "/"] = (incoming.url ?? "/").split("?");
    seen.push(`${incoming.method} ${path}`);
    for (const name of keyHeaders) if (incoming.headers[name]) keys.add(String(incoming.headers[name]));
    if (!path.startsWith(`${prefix}/`)) {
      outgoing.writeHead(404).end();
      return;
    }
    const { host: _, ...headers } = incoming.headers;
    const onward = request(`${behind}${path.slice(prefix.length)}`, { method: incoming.method, headers });
    onward.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    seen,
    keys,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import { once } from "node:events";
import { createServer } from "node:http";
import { FlowError } from "@flow-state-dev/core";

/** The port for questions about the worker cannot be used. */
class HealthPortError extends FlowError {
  override readonly name = "HealthPortError";

  constructor(port: number, cause: unknown) {
    super(`Port ${port} cannot be used for --health: it is taken, or may not be used. Choose another.`, {
      ...{ code: "health-port", details: { port }, cause },
    });
  }
}

/** Answers `GET /health` on the loopback: 200 with what the worker does, 503 once it is to stop. */
export async function startHealthServer(
  port: number,
  state: () => { stopping: boolean },
): Promise<AsyncDisposable> {
  const server = createServer((request, response) => {
    if (request.url !== "/health") return response.writeHead(404).end();
    const now = state();
    response.writeHead(now.stopping ? 503 : 200, { "content-type": "application/json" });
    response.end(`${JSON.stringify(now)}\n`);
  });
  server.listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    throw new HealthPortError(port, error);
  }
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

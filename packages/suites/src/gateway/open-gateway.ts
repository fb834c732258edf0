import { chmod, rm } from "node:fs/promises";
import { type AddressInfo, createServer as createSocketServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { privateFolder, workspacesRoot } from "../workspace/private-folder.ts";
import type { Gateway } from "./gateway.ts";
import type { GatewayOptions } from "./gateway-options.ts";
import { GatewayState } from "./gateway-state.ts";
import { handleRequest } from "./handle-request.ts";
import { nodeHttp } from "./node-http.ts";
import { newToken } from "./token.ts";
import { GatewayClosedError } from "./upstream-errors.ts";

/** Connections of the agent are kept while it works; between two calls it may run a tool for minutes. */
const keepAliveMs = 600_000;

/** Opens a gateway for one agent at one piece of work. Listens on 127.0.0.1 and on a Unix socket, nowhere else. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const state = new GatewayState(options);
  const token = newToken();
  const server = nodeHttp().createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
    const work = handleRequest(state, token, request, response).catch(() => void response.destroy());
    state.pending.add(work);
    void work.finally(() => state.pending.delete(work));
  });
  const local = createSocketServer((socket) => server.emit("connection", socket));
  // Only this user can look into the folder; a sandbox that shows the socket may run as another. Among the workspaces,
  // where what a killed process left is found and removed.
  const folder = await privateFolder(await workspacesRoot(shortFolder()));
  const socket = join(folder, "s");
  let closing: Promise<void> | undefined;

  async function shut(): Promise<void> {
    const stopped = [stop(server), stop(local)];
    for (const call of [...state.underWay]) call.cut(new GatewayClosedError());
    // What was just told to the agents is on its way; who does not take it is cut off.
    server.closeIdleConnections();
    await Promise.race([Promise.all([...state.pending]), soon()]);
    server.closeAllConnections();
    await Promise.all([...state.pending]);
    state.agents.destroy();
    await Promise.all(stopped);
    await rm(folder, { recursive: true, force: true });
  }
  const close = () => {
    closing ??= shut();
    return closing;
  };

  try {
    await listen(server, { host: "127.0.0.1", port: 0 });
    await listen(local, { path: socket });
    await chmod(socket, 0o666);
  } catch (error) {
    await close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/${token}`;
  return {
    socket,
    port,
    url,
    baseUrls: {
      "anthropic-messages": url,
      "openai-responses": `${url}/v1`,
      "openai-chat": `${url}/v1`,
      gemini: url,
    },
    key: token,
    get overBudget() {
      return state.overBudget;
    },
    budgetSignal: state.budget.signal,
    get refusal() {
      return state.refusal;
    },
    get underWay() {
      return state.underWay.size;
    },
    get totals() {
      return { ...state.totals };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The path of a socket has room for about a hundred bytes. */
function shortFolder(): string {
  const usual = tmpdir();
  return Buffer.byteLength(usual) > 64 ? "/tmp" : usual;
}

function listen(server: Server, where: { host: string; port: number } | { path: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(where, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Resolves when nothing is connected any more; also for one that never listened. */
function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

function soon(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 1_000).unref();
  });
}

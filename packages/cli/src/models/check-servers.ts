import { connect } from "node:net";
import { UnreachableServerError } from "@flow-state-dev/core";
import { ownServerOf } from "./own-server.ts";

const patienceMs = 1000;

/**
 * Throws `UnreachableServerError` when one of these models is served on this very machine and nothing listens there: a
 * server that was not started would else be waited for, cell by cell. Other machines are left to the run.
 */
export async function checkServers(
  ids: Iterable<string | null | undefined>,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  for (const modelId of new Set(ids)) {
    const server = modelId ? ownServerOf(modelId, env) : null;
    if (!modelId || !server) continue;
    const { baseURL, provider } = server;
    const url = new URL(baseURL);
    if (!isLoopback(url.hostname)) continue;
    const cause = await refusal(url);
    if (cause === null) continue;
    throw new UnreachableServerError({ modelId, baseURL, variable: provider.baseUrlVariable, cause });
  }
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Why a connection is refused; null when it is not, or when that does not show in time. */
function refusal({ hostname, port, protocol }: URL): Promise<Error | null> {
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, "");
    const socket = connect({ host, port: Number(port) || (protocol === "https:" ? 443 : 80) });
    const end = (result: Error | null) => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(patienceMs, () => end(null));
    socket.once("connect", () => end(null));
    socket.once("error", (error: NodeJS.ErrnoException) => end(error.code === "ECONNREFUSED" ? error : null));
  });
}

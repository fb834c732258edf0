import { connect } from "node:net";
import { BlockedPortError, isBlockedPort, UnreachableServerError } from "@flow-state-dev/core";
import { askServer, type ServerAnswer } from "../doctor/machine/server-models.ts";
import { isListed } from "./is-listed.ts";
import { ownServerOf } from "./own-server.ts";
import { UnlistedModelError, unlistedSentence } from "./unlisted-model-error.ts";

const patienceMs = 1000;

/**
 * Throws `UnreachableServerError` when one of these models is served on this very machine and nothing listens there: a
 * server that was not started would else be waited for, cell by cell; `BlockedPortError` when nobody could ask it at
 * its port. Each server that listens is asked once which models it has; `UnlistedModelError` when it is one that
 * refuses others, and where it may take them what to know about that is given back, in sentences. A server that does
 * not tell, and other machines, are left to the run.
 */
export async function checkServers(
  ids: Iterable<string | null | undefined>,
  env: NodeJS.ProcessEnv,
): Promise<string[]> {
  const answers = new Map<string, ServerAnswer>();
  const sentences: string[] = [];
  for (const modelId of new Set(ids)) {
    const server = modelId ? ownServerOf(modelId, env) : null;
    if (!modelId || !server) continue;
    const { baseURL, provider, key } = server;
    const url = new URL(baseURL);
    if (!isLoopback(url.hostname)) continue;
    const answer = answers.get(baseURL) ?? (await askServer(baseURL, key));
    answers.set(baseURL, answer);
    if (answer.kind === "silent") {
      const about = { modelId, baseURL, variable: provider.baseUrlVariable };
      if (isBlockedPort(answer.cause)) throw new BlockedPortError({ ...about, cause: answer.cause });
      const cause = await refusal(url);
      if (cause !== null) throw new UnreachableServerError({ ...about, cause });
    }
    if (answer.kind !== "models" || isListed(modelId, provider.name, answer.ids)) continue;
    const facts = { modelId, provider: provider.name, baseURL, ids: answer.ids };
    if (provider.name === "ollama") throw new UnlistedModelError(facts);
    sentences.push(`${unlistedSentence(facts)} It may refuse it.`);
  }
  return sentences;
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

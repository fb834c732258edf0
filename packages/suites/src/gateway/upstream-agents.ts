import type { Agent, AgentOptions } from "node:http";
import type { Agent as HttpsAgent } from "node:https";
import { nodeHttp, nodeHttps } from "./node-http.ts";

/** Connections to providers, kept for the next call. */
export interface UpstreamAgents {
  readonly http: Agent;
  readonly https: HttpsAgent;
  destroy(): void;
}

/**
 * A connection that nobody used for so long is closed. Servers keep theirs for five seconds at least, so that none is
 * used that the server is about to close: a call that broke on the way is not sent again, for it may have been billed.
 */
const idleMs = 4_000;

/** Connections of one gateway, through the proxy of the environment where Node was told to take it, as `fetch` does. */
export function openAgents(): UpstreamAgents {
  const { options } = nodeHttp().globalAgent as Agent & { options?: Pick<AgentOptions, "proxyEnv"> };
  const proxyEnv = options?.proxyEnv;
  const settings = { keepAlive: true, timeout: idleMs, scheduling: "lifo", proxyEnv } as const;
  const opened: { http?: Agent; https?: HttpsAgent } = {};
  return {
    get http() {
      opened.http ??= new (nodeHttp().Agent)(settings);
      return opened.http;
    },
    get https() {
      opened.https ??= new (nodeHttps().Agent)(settings);
      return opened.https;
    },
    destroy() {
      opened.http?.destroy();
      opened.https?.destroy();
    },
  };
}

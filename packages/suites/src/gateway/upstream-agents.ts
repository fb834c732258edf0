import type { Agent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { Agent as HttpAgent } from "./node-http.ts";

/** Connections to providers, kept for the next call. */
export interface UpstreamAgents {
  http: Agent;
  https: HttpsAgent;
  destroy(): void;
}

/**
 * A connection that nobody used for so long is closed. Servers keep theirs for five seconds at least, so that none is
 * used that the server is about to close: a call that broke on the way is not sent again, for it may have been billed.
 */
const idleMs = 4_000;

/** Connections of one gateway. */
export function openAgents(): UpstreamAgents {
  const settings = { keepAlive: true, timeout: idleMs, scheduling: "lifo" } as const;
  const http = new HttpAgent(settings);
  const https = new HttpsAgent(settings);
  return {
    http,
    https,
    destroy() {
      http.destroy();
      https.destroy();
    },
  };
}

import { causesOf } from "../errors/causes.ts";
import { FlowError } from "../errors/flow-error.ts";

/** How the library behind `fetch` says that a proxy does not lead on. */
const refusal = /^Proxy response \((\d+)\) !== 200/;
/** The code of `node:https` for the same. */
const noTunnel = "ERR_PROXY_TUNNEL";

/** The HTTP status by which a proxy on the way did not lead on; undefined when that was not it. */
export function proxyStatusIn(error: unknown): number | undefined {
  for (const at of causesOf(error)) {
    const { code, statusCode } = at as { code?: unknown; statusCode?: unknown };
    const status = code === noTunnel ? statusCode : refusal.exec(at.message)?.[1];
    if (status !== undefined) return Number(status);
  }
  return undefined;
}

/** A call that a proxy did not pass on. */
export interface ProxyRefusedFacts {
  modelId: string;
  provider: string;
  /** Name and port of the server that was to be asked. */
  host: string;
  cause: unknown;
}

/** The proxy that the environment names does not lead to the server: it wants a login, forbids it, or cannot reach it. */
export class ProxyRefusedError extends FlowError {
  override readonly name = "ProxyRefusedError";

  constructor({ modelId, provider, host, cause }: ProxyRefusedFacts, status: number) {
    const passing = status >= 500;
    const next = passing
      ? "Trying again may help; else check HTTPS_PROXY and HTTP_PROXY."
      : `Check HTTPS_PROXY and HTTP_PROXY${status === 407 ? ", which may hold a name and a password" : ""}, or name ${host} in NO_PROXY; trying again will not help.`;
    super(`The proxy on the way to ${host} does not lead there for ${modelId} (HTTP ${status}). ${next}`, {
      code: passing ? "unreachable-server" : "proxy-refused",
      retryable: passing,
      cause,
      details: { modelId, provider, host, status },
    });
  }
}

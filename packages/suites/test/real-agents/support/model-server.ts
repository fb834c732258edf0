import { randomBytes } from "node:crypto";
import { startWireServer, type WireServer } from "../../../../core/test/wire/start-wire-server.ts";
import type { WireReply, WireRequest, WireUsage } from "../../../../core/test/wire/wire.ts";

/** What a model does with a request. `call` counts requests, from 1. */
export type Behaviour = (request: WireRequest, call: number) => WireReply;

/** A provider of models on loopback that does as a behaviour says and keeps the books. */
export interface ModelServer extends AsyncDisposable {
  /** Variables that lead every provider to it; the keys are made up for this server alone. */
  env: Record<string, string>;
  keys: readonly string[];
  readonly requests: readonly WireRequest[];
  readonly billed: WireServer["billed"];
  /** Requests that did not carry the key of their provider. */
  strangers(): WireRequest[];
}

/** How its keys look, as a regular expression. */
export const keyForm = "sk-(ant|oai|goo)-[0-9a-f]{40}";

/** Starts it. */
export async function startModelServer(behave: Behaviour): Promise<ModelServer> {
  let call = 0;
  const server = await startWireServer({
    reply(request) {
      call += 1;
      return behave(request, call);
    },
  });
  const key = (provider: string) => `sk-${provider}-${randomBytes(20).toString("hex")}`;
  const [anthropic, openai, google] = [key("ant"), key("oai"), key("goo")];
  return {
    env: {
      ...{ ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: anthropic },
      ...{ OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: openai },
      ...{ GOOGLE_GEMINI_BASE_URL: server.url, GOOGLE_GENERATIVE_AI_API_KEY: google },
    },
    keys: [anthropic, openai, google],
    requests: server.requests,
    get billed() {
      return server.billed;
    },
    strangers: () =>
      server.requests.filter(({ headers, wire }) => {
        if (wire === "anthropic-messages") return headers["x-api-key"] !== anthropic;
        if (wire === "gemini") return headers["x-goog-api-key"] !== google;
        return headers.authorization !== `Bearer ${openai}`;
      }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** A bill that no other call of the same run has, so that one that is lost or booked twice shows. */
export function usageOf(call: number, { wire }: WireRequest): WireUsage {
  return {
    ...{ input: 1200 + 17 * call, output: 34 + 3 * call, cacheRead: 800 + 5 * call },
    // Claude's answers have thoughts only where they are shown, and only Anthropic bills what a cache writes.
    ...(wire === "anthropic-messages" ? { cacheWrite: 100 + call } : { reasoning: 7 + call }),
  };
}

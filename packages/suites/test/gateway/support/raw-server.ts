import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that does as a test says. */
export interface RawServer extends AsyncDisposable {
  url: string;
  /** Variables that lead every provider here. */
  env: Record<string, string>;
  requests: { method: string; path: string; headers: IncomingMessage["headers"]; body: string }[];
}

/** The keys that the variables hold; none may ever be seen by an agent. */
export const rawKeys = ["sk-ant-0123456789abcdef", "sk-oai-0123456789abcdef", "goog-0123456789abcdef"];

/** Starts it on loopback. */
export async function startRawServer(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<RawServer> {
  const requests: RawServer["requests"] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    requests.push({ method: request.method!, path: request.url!, headers: request.headers, body });
    answer(request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    env: {
      ANTHROPIC_API_KEY: rawKeys[0]!,
      ANTHROPIC_BASE_URL: url,
      OPENAI_API_KEY: rawKeys[1]!,
      OPENAI_BASE_URL: `${url}/v1`,
      GOOGLE_GENERATIVE_AI_API_KEY: rawKeys[2]!,
      GOOGLE_GEMINI_BASE_URL: url,
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

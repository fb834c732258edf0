// What a provider, or whoever answers in its place, says instead of an answer: told with its server and the way out.
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { createModelResolver } from "../../src/model/create-model-resolver.ts";
import { isRetryable } from "../../src/model/retryable.ts";
import { startWireServer } from "./start-wire-server.ts";
import type { WireReply } from "./wire.ts";
import { call, failure, wireCases } from "./wire-cases.ts";

const modes = ["generate", "stream"] as const;
const variables: Record<string, [key: string, address: string]> = {
  "anthropic-messages": ["ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"],
  "openai-responses": ["OPENAI_API_KEY", "OPENAI_BASE_URL"],
  "openai-chat": ["OPENAI_API_KEY", "OPENAI_BASE_URL"],
  gemini: ["GOOGLE_GENERATIVE_AI_API_KEY", "GOOGLE_GEMINI_BASE_URL"],
};
const page = "<!doctype html>\n<html><body>Please \u001b[31mlog in</body></html>";

describe.each(wireCases.flatMap(({ wire, modelId }) => modes.map((mode) => ({ wire, modelId, mode }))))(
  "$wire, $mode",
  ({ wire, modelId, mode }) => {
    const [key, address] = variables[wire]!;

    async function answeredWith(reply: WireReply) {
      await using server = await startWireServer({ reply });
      const error = await failure(call(createModelResolver({ env: server.env })(modelId), mode));
      const { host } = new URL(server.url);
      expect(error.message).toContain(host);
      expect(`${error.message} ${JSON.stringify(error)}`).not.toContain("key-of-");
      return { error, message: String(error.message).replaceAll(host, "HOST") };
    }

    test("a key that it does not know", async () => {
      const sent = `key-of-${modelId.includes("claude") ? "anthropic" : modelId.split(/[/-]/)[0]}`;
      const said = `Incorrect key: ${sent}, seen as ${sent.slice(0, 4)}****.`;
      const { error, message } = await answeredWith({ type: "refusal", status: 401, message: said });
      expect(error).toMatchObject({ name: "RefusedKeyError", code: "refused-key", statusCode: 401 });
      expect(isRetryable(error)).toBe(false);
      expect(message).toMatch(
        `HOST does not accept the key in ${key} for ${modelId} (HTTP 401: Incorrect key: [redacted], seen as [redacted]). `,
      );
      expect(message).toContain(
        `Check ${key}, and whether ${address} is the right address; trying again will not help.`,
      );
      expect(message).not.toContain("****");
    });

    test("a key that may not", async () => {
      const { error, message } = await answeredWith({ type: "refusal", status: 403, message: "Not yours" });
      expect(error).toMatchObject({ code: "refused-key", retryable: false });
      expect(message).toContain(`HOST does not let the key in ${key} use ${modelId} (HTTP 403: Not yours). `);
      expect(message).toContain(`Check what ${key} may do, and`);
    });

    test("no such model", async () => {
      const { error, message } = await answeredWith({ type: "refusal", status: 404, message: "Who?" });
      expect(error).toMatchObject({ name: "UnknownModelError", code: "unknown-model", retryable: false });
      const model = modelId.split("/").at(-1);
      expect(message).toContain(
        `HOST has no model ${model}, or not for this key (HTTP 404: Who?). Check the name`,
      );
      // Few servers but OpenAI's own have Responses.
      const chat =
        wire === "openai-responses"
          ? `; a server that speaks Chat Completions alone has it as openai-chat/${model}`
          : "";
      expect(message).toContain(`and the address in ${address}${chat}; trying again will not help.`);
    });

    test("no money on the account", async () => {
      const { error, message } = await answeredWith({ type: "refusal", status: 402, message: "Pay" });
      expect(error).toMatchObject({ name: "SpentQuotaError", code: "spent-quota", retryable: false });
      expect(message).toContain(`The account of the key in ${key} at HOST has no money`);
    });

    test("a server that asks to be left alone for long", async () => {
      const headers = { "retry-after": "5400" };
      const { message } = await answeredWith({ type: "refusal", status: 429, message: "Later.", headers });
      expect(message).toMatch(/ \(HTTP 429: Later\)\. It asks not to be tried again for 1 h 30 m\.$/);
    });

    test.each([500, 503])("a server that fails with %d", async (status) => {
      const { error, message } = await answeredWith({ type: "refusal", status, message: "Oops." });
      expect(error).toMatchObject({ code: "server-failed", statusCode: status });
      expect(isRetryable(error)).toBe(true);
      expect(message).toBe(
        `HOST failed for ${modelId} (HTTP ${status}: Oops). Trying again a little later may help.`,
      );
    });

    test("a request that it does not take", async () => {
      const { error, message } = await answeredWith({ type: "refusal", status: 400, message: "Too long" });
      expect(error).toMatchObject({ code: "refused-request", statusCode: 400, retryable: false });
      expect(message).toBe(
        `HOST does not take what was asked of ${modelId} (HTTP 400: Too long). Trying the same again will not help.`,
      );
    });

    test("tools that the model cannot call", async () => {
      const { error, message } = await answeredWith({
        ...{ type: "refusal", status: 400, message: "gemma:2b does not support tools" },
      });
      expect(error).toMatchObject({ code: "not-supported", statusCode: 400, retryable: false });
      expect(message).toMatch(/will not help: choose a model that can call tools\.$/);
    });

    test("a page of a proxy", async () => {
      const { error, message } = await answeredWith({
        type: "garbage",
        body: page,
        contentType: "text/html",
      });
      expect(error).toMatchObject({ name: "ForeignAnswerError", code: "foreign-answer", statusCode: 200 });
      expect(isRetryable(error)).toBe(true);
      expect(message).toBe(
        `HOST answered ${modelId} with HTTP 200 and what is no answer of a model: "<!doctype html> <html><body>Please ` +
          `log in</body></html>". A proxy may have answered in its place. Trying again may help; else check ${address}.`,
      );
    });

    test.each([
      ["nothing", "", "and nothing at all. "],
      ["half an answer", '{"choices": [{"mess', 'no answer of a model: "{\\"choices\\": [{\\"mess". '],
    ])("%s where JSON should be", async (_, body, words) => {
      const reply = { type: "garbage", body, contentType: "application/json" } as const;
      const { error, message } = await answeredWith(reply);
      expect(error).toMatchObject({ code: "foreign-answer", retryable: true });
      expect(message).toContain(words);
    });
  },
);

test("Google says that it does not know a key with a bad request", async () => {
  const refusal: WireReply = {
    type: "refusal",
    status: 400,
    message: "API key not valid. Pass a valid one.",
  };
  await using server = await startWireServer({ reply: refusal });
  const error = await failure(call(createModelResolver({ env: server.env })("gemini-2.5-pro"), "generate"));
  expect(error).toMatchObject({ code: "refused-key", statusCode: 400 });
});

test("a server that wants a key where none is set", async () => {
  await using server = await startWireServer({ reply: { type: "refusal", status: 401, message: "Who?" } });
  const { host } = new URL(server.url);
  const error = await failure(
    call(createModelResolver({ env: server.env })("openai-compatible/a"), "generate"),
  );
  expect(error.message).toBe(
    `${host} wants a key for openai-compatible/a, and none is set (HTTP 401: Who?). Set OPENAI_COMPATIBLE_API_KEY; trying again will not help.`,
  );
  const providers = { mine: { baseURL: `${server.url}/v1`, apiKey: "key-of-mine" } };
  const own = await failure(call(createModelResolver({ env: {}, providers })("mine/a"), "generate"));
  expect(own.message).toBe(
    `${host} does not accept the key in the apiKey of mine for mine/a (HTTP 401: Who?). Check the apiKey of mine, and whether the baseURL of mine is the right address; trying again will not help.`,
  );
});

test("a model that a server without keys does not have", async () => {
  await using server = await startWireServer({ reply: { type: "refusal", status: 404, message: "pull it" } });
  const { host } = new URL(server.url);
  const error = await failure(call(createModelResolver({ env: server.env })("ollama/qwen3"), "generate"));
  expect(error.message).toBe(
    `${host} has no model qwen3 (HTTP 404: pull it). Check the name in ollama/qwen3 against the models of ollama, and the address in OLLAMA_HOST; trying again will not help.`,
  );
});

test("nothing at the root of a server: its address usually ends with /v1", async () => {
  await using server = await startWireServer({
    reply: { type: "refusal", status: 404, message: "Not Found" },
  });
  const env = { OPENAI_COMPATIBLE_BASE_URL: server.url };
  const error = await failure(call(createModelResolver({ env })("openai-compatible/a"), "generate"));
  expect(error.message).toContain(
    ", and the address in OPENAI_COMPATIBLE_BASE_URL, which usually ends with /v1; trying again",
  );
});

test("a provider that somebody made himself", async () => {
  await using server = await startWireServer({ reply: { type: "refusal", status: 401, message: "Who?" } });
  const { createOpenAI } = await import("@ai-sdk/openai");
  const openai = createOpenAI({ apiKey: "key-of-somebody", baseURL: `${server.url}/v1` });
  const model = createModelResolver({ env: {}, providers: { openai } })("openai/gpt-5-mini");
  expect((await failure(call(model, "generate"))).message).toBe(
    `${new URL(server.url).host} does not accept the key of openai for openai/gpt-5-mini (HTTP 401: Who?). Check the key that openai was made with; trying again will not help.`,
  );
});

test("a stream of events that is called JSON is read all the same, and one that ends early may be tried again", async () => {
  const chunk = (delta: object, finish: string | null) =>
    `data: ${JSON.stringify({ id: "1", created: 1, model: "a", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const body = `${chunk({ content: "Yes." }, null)}${chunk({}, "stop")}data: [DONE]\n\n`;
  const replies: WireReply[] = [
    { type: "garbage", body, contentType: "application/json" },
    { type: "garbage", body: chunk({ content: "Ye" }, null) },
  ];
  await using server = await startWireServer({ reply: replies });
  const model = createModelResolver({ env: server.env })("openai-compatible/a");
  expect(await call(model, "stream")).toMatchObject({ text: "Yes.", finishReason: "stop", errors: [] });
  const { errors } = await call(model, "stream");
  expect(errors).toMatchObject([{ code: "stream-cut", retryable: true }]);
});

/** What a model of one's own says when its server does this to every request. */
async function failureOf(answer: RequestListener, address = (port: number) => `http://127.0.0.1:${port}/v1`) {
  await using server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const env = { OPENAI_COMPATIBLE_BASE_URL: address(port) };
  const error = await failure(call(createModelResolver({ env })("openai-compatible/a"), "generate"));
  return { ...error, message: String(error.message).replaceAll(`:${port}`, ":PORT") };
}

test("an answer without any choices is none of a model", async () => {
  const error = await failureOf((_, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ id: "1", created: 1, model: "a", choices: [] }));
  });
  expect(error).toMatchObject({ code: "foreign-answer", retryable: true });
  expect(error.message).toContain("127.0.0.1:PORT answered openai-compatible/a with HTTP 200 and what is no");
});

test("a connection that breaks off in the middle of an answer", async () => {
  const error = await failureOf((_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "5000" });
    response.write('{"id":"1","choices":[{"message"', () => setTimeout(() => response.destroy(), 20));
  });
  expect(error).toMatchObject({ code: "connection-cut", retryable: true });
  expect(error.message).toBe(
    "The connection to 127.0.0.1:PORT broke off in the middle of an answer of openai-compatible/a. Trying again may help.",
  );
});

test.each([
  ["HTTP/1.1 200 OK\r\nBad Header Name: x", "Invalid header token"],
  [`HTTP/1.1 200 OK\r\nx: ${"y".repeat(20_000)}`, "Headers Overflow Error"],
  ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3", "does not match content-length"],
  ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ", "Invalid character in chunk size"],
  ["SSH-2.0-OpenSSH_9.2p1", "Expected HTTP/"],
])("an answer that is no good HTTP says who gave it", async (head, words) => {
  const error = await failureOf((request) => void request.socket.end(`${head}\r\n\r\n{}`));
  expect(error).toMatchObject({ code: "not-http", retryable: true });
  expect(error.message).toMatch(/^127\.0\.0\.1:PORT answered openai-compatible\/a with what cannot be read/);
  expect(error.message).toContain(words);
});

test("a status that only proxies give is told as it is", async () => {
  const error = await failureOf((_, response) => {
    response.writeHead(999, { "content-type": "application/json" }).end('{"error":{"message":"denied"}}');
  });
  expect(error).toMatchObject({ statusCode: 999 });
  expect(error.message).toMatch(/^127\.0\.0\.1:PORT .*\(HTTP 999: denied\)/);
});

test.each([
  ["with half an answer on its way", '{"id":"1","choices":[{"message"'],
  ["without a word", null],
])("a connection that is closed at once, %s", async (_, half) => {
  const error = await failureOf((request, response) => {
    request.resume().on("end", () => {
      if (half !== null) {
        response.writeHead(200, { "content-type": "application/json", "content-length": "5000" });
        response.write(half);
      }
      request.socket.destroy();
    });
  });
  expect(error).toMatchObject({ code: "connection-cut", retryable: true });
  // Of what is on its way some may arrive.
  expect(error.message).toMatch(
    /127\.0\.0\.1:PORT (closed the connection before its answer to|broke off in the middle of an answer of) openai-compatible\/a/,
  );
});

test("a server that does not speak https", async () => {
  const error = await failureOf(
    (_, response) => response.end(),
    (port) => `https://127.0.0.1:${port}/v1`,
  );
  expect(error).toMatchObject({ code: "insecure-server", retryable: false });
  expect(error.message).toMatch(/^https:\/\/127.0.0.1:PORT does not speak https \(ERR_SSL_/);
  expect(error.message).toContain("Set OPENAI_COMPATIBLE_BASE_URL to http://127.0.0.1:PORT");
});

test("a redirect within the same server is not about keys", async () => {
  const error = await failureOf((_, response) => response.writeHead(302, { location: "/login" }).end());
  expect(error).toMatchObject({ code: "redirected" });
  expect(error.message).toBe(
    "http://127.0.0.1:PORT redirects calls to http://127.0.0.1:PORT/login (HTTP 302), and that is no place that answers them. Set the base URL to the right address.",
  );
});

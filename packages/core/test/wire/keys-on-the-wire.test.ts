import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { createOpenAI } from "@ai-sdk/openai";
import { describe, expect, test } from "vitest";
import { createModelResolver } from "../../src/model/create-model-resolver.ts";
import type { LanguageModel } from "../../src/model/language-model.ts";
import { ask, call, failure, wireCases } from "./wire-cases.ts";

const secret = "sk-SECRET-0123456789";

/** A server that answers every request in one way, and what it was asked. */
async function start(answer: (asked: { key: string; path: string }) => Answer) {
  const asked: { key: string; path: string; body: string }[] = [];
  const server = createServer(async (incoming, outgoing) => {
    let body = "";
    for await (const chunk of incoming) body += chunk;
    const { headers } = incoming;
    const key = String(headers.authorization ?? headers["x-api-key"] ?? headers["x-goog-api-key"] ?? "");
    const path = incoming.url ?? "";
    asked.push({ key, path, body });
    const { status, headers: extra, text } = answer({ key, path });
    outgoing.writeHead(status, { "content-type": "application/json", ...extra });
    outgoing.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ url, asked },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  text?: string;
}

const env = (url: string) => ({
  ANTHROPIC_API_KEY: secret,
  ANTHROPIC_BASE_URL: url,
  OPENAI_API_KEY: secret,
  OPENAI_BASE_URL: `${url}/v1`,
  GEMINI_API_KEY: secret,
  GOOGLE_GEMINI_BASE_URL: url,
});

/** One model by each way a key can come in. */
const ways: [name: string, (url: string) => LanguageModel][] = [
  ...wireCases.map(({ wire, modelId }): [string, (url: string) => LanguageModel] => [
    wire,
    (url) => createModelResolver({ env: env(url) })(modelId),
  ]),
  [
    "a server of one's own",
    (url) =>
      createModelResolver({ env: {}, providers: { lab: { baseURL: `${url}/v1`, apiKey: secret } } })("lab/m"),
  ],
  ...["openrouter", "vercel"].map((name): [string, (url: string) => LanguageModel] => [
    name,
    (url) =>
      createModelResolver({ env: {}, gateways: { [name]: { baseURL: `${url}/v1`, apiKey: secret } } })(
        `${name}/acme/m`,
      ),
  ]),
  [
    "an instance with the key of the environment",
    (url) =>
      createModelResolver({
        env: env(url),
        providers: { openai: createOpenAI({ apiKey: secret, baseURL: `${url}/v1` }) },
      })("openai/gpt-5"),
  ],
];
const everyWay = ways.flatMap(([name, model]) =>
  (["generate", "stream"] as const).map((mode) => ({ name: `${name}, ${mode}`, model, mode })),
);

function expectNoKey(error: unknown) {
  expect(inspect(error, { depth: 20, showHidden: true })).not.toContain("SECRET");
  for (let at = error; at instanceof Error; at = at.cause) {
    expect(`${at.message} ${at.stack}`).not.toContain("SECRET");
  }
}

describe.each(everyWay)("$name", ({ model, mode }) => {
  test.each([401, 500])("a server that gives the key back with a %d", async (status) => {
    await using server = await start(({ key }) => ({
      status,
      headers: { "x-echo": key },
      text: JSON.stringify({ type: "error", error: { type: "e", code: status, message: `bad key ${key}` } }),
    }));
    const error = await failure(call(model(server.url), mode));
    expect(server.asked[0]?.key).toContain(secret);
    expect(error).toBeInstanceOf(Error);
    expectNoKey(error);
  });

  if (model !== ways.at(-1)?.[1]) {
    test.each([301, 302, 303, 307, 308])("a %d to another origin is not followed", async (status) => {
      await using other = await start(() => ({ status: 200, text: "{}" }));
      await using server = await start(({ path }) => ({
        status,
        headers: { location: `${other.url}${path}?key=${secret}` },
      }));
      const error = await failure(call(model(server.url), mode));
      expect(error).toMatchObject({ name: "RedirectError", code: "redirected" });
      expect(error.message).toContain(`${server.url} redirects calls to ${other.url}/`);
      expectNoKey(error);
      expect(other.asked).toEqual([]);
      expect(server.asked).toHaveLength(1);
    });
  }
});

test("an error within a stream is told without the key", async () => {
  await using server = await start(({ key }) => ({
    status: 200,
    headers: { "content-type": "text/event-stream" },
    text: [
      { id: "1", choices: [{ index: 0, delta: { content: "Hel" } }] },
      { error: { message: `bad key ${key}`, type: "x" } },
    ]
      .map((event) => `data: ${JSON.stringify(event)}\n\n`)
      .join(""),
  }));
  const model = createModelResolver({ env: env(server.url) })("openai-chat/gpt-4o");
  const { errors } = await call(model, "stream");
  expect(errors).toHaveLength(1);
  expect(JSON.stringify(errors[0])).toContain("[redacted]");
  expectNoKey(errors[0]);
});

test("a 307 within the same origin is followed, body and key and all", async () => {
  const text = JSON.stringify({
    id: "1",
    choices: [{ index: 0, message: { role: "assistant", content: "Hello." }, finish_reason: "stop" }],
  });
  await using server = await start(({ path }) =>
    path.startsWith("/moved") ? { status: 200, text } : { status: 307, headers: { location: "/moved" } },
  );
  const model = createModelResolver({ env: env(server.url) })("openai-chat/gpt-4o");
  expect((await call(model, "generate", ask("Say so."))).text).toBe("Hello.");
  expect(server.asked.map(({ path }) => path)).toEqual(["/v1/chat/completions", "/moved"]);
  expect(server.asked[1]?.body).toContain("Say so.");
  expect(server.asked[1]?.key).toContain(secret);
});

test("a server that redirects to itself for ever ends in an error", async () => {
  await using server = await start(({ path }) => ({ status: 308, headers: { location: path } }));
  const model = createModelResolver({ env: env(server.url) })("openai-chat/gpt-4o");
  expect(await failure(call(model, "generate"))).toMatchObject({ code: "redirected" });
  expect(server.asked).toHaveLength(6);
});

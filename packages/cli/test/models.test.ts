import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runX } from "./run-x.ts";

describe("x models", () => {
  test("lists every provider with the name of its key and whether it is set, never the key", async () => {
    const { code, stdout } = await runX(["models"], { env: { OPENAI_API_KEY: "sk-hidden-value-123" } });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^anthropic +claude-…, anthropic\/… +ANTHROPIC_API_KEY is not set$/m);
    expect(stdout).toMatch(/^openai +gpt-…, o3…, openai\/… +OPENAI_API_KEY is set$/m);
    expect(stdout).toMatch(/^openai-compatible .*OPENAI_COMPATIBLE_BASE_URL is not set$/m);
    expect(stdout).toMatch(/^ollama .*none needed$/m);
    expect(stdout).toMatch(/^openrouter +openrouter\/provider\/model +OPENROUTER_API_KEY is not set$/m);
    expect(stdout).not.toContain("hidden");
  });

  test("tells what an id stands for, what it costs, and that it can be used", async () => {
    const env = { ANTHROPIC_API_KEY: "key-for-a-test" };
    const { code, stdout } = await runX(["models", "claude-haiku-4-5"], { env });
    expect(code).toBe(0);
    expect(stdout).toContain("id     anthropic/claude-haiku-4-5\n");
    expect(stdout).toContain("price  $1 in, $5 out, $0.1 cache read, $1.25 cache write per million tokens\n");
    expect(stdout).toContain("Ready to use.");
  });

  test("a server of one's own is asked, and what it does not offer cannot be used", async () => {
    await using server = await modelServer(200, { data: [{ id: "llama3.2:latest" }, { id: "qwen3:8b" }] });
    const env = { OLLAMA_HOST: server.host };
    const there = await runX(["models", "ollama/llama3.2", "ollama/qwen3:8b"], { env });
    expect(there.stdout.match(/^ {2}Ready to use\.$/gm)).toHaveLength(2);
    expect(there.code).toBe(0);
    const nope = await runX(["models", "ollama/nope", "ollama/lama3.2"], { env });
    expect(nope.code).toBe(1);
    const without = `  The server at http://${server.host} does not list ollama/`;
    const has = "It has ollama/llama3.2:latest, ollama/qwen3:8b.";
    expect(nope.stdout.split("\n").filter((line) => line.startsWith(without))).toEqual([
      `${without}nope. ${has}`,
      `${without}lama3.2. Did you mean ollama/llama3.2? ${has}`,
    ]);
    expect(nope.stdout).not.toContain("Ready");
    expect(server.paths).toEqual(Array(4).fill("/v1/models"));
  });

  test("a server without models, one that refuses the key and one that lists nothing are told apart", async () => {
    const ask = async (status: number, body: unknown, path = "/v1", key = "sk-hidden-value-123") => {
      await using server = await modelServer(status, body);
      const env = {
        OPENAI_COMPATIBLE_BASE_URL: `http://${server.host}${path}`,
        OPENAI_COMPATIBLE_API_KEY: key,
      };
      const { code, stdout } = await runX(["models", "openai-compatible/m"], { env });
      expect(stdout).not.toContain("hidden");
      return { code, said: stdout.trim().split("\n").at(-1)!.replaceAll(server.host, "…") };
    };
    expect(await ask(200, { data: [] })).toEqual({
      code: 0,
      said: "  Ready to use without a budget; with one, it needs a price in the file that X_PRICES names. The server at http://… does not list openai-compatible/m. It has no model yet. It may refuse it.",
    });
    expect(await ask(401, {})).toEqual({
      code: 1,
      said: "  The server at http://… answers with 401. Check the key in OPENAI_COMPATIBLE_API_KEY.",
    });
    expect((await ask(401, {}, "/v1", "")).said).toContain("Set OPENAI_COMPATIBLE_API_KEY to its key.");
    expect(await ask(404, {})).toEqual({
      code: 0,
      said: "  Ready to use without a budget; with one, it needs a price in the file that X_PRICES names. The server at http://… does not say which models it has.",
    });
    expect((await ask(404, {}, "")).said).toContain(
      "does not say which models it has. Its address in OPENAI_COMPATIBLE_BASE_URL usually ends with /v1.",
    );
  });

  test("a server that does not answer is told, with where to set its address", async () => {
    const server = await modelServer(200, {});
    await server[Symbol.asyncDispose]();
    const { code, stdout } = await runX(["models", "ollama/llama3.2"], { env: { OLLAMA_HOST: server.host } });
    expect(code).toBe(1);
    expect(stdout).toContain(
      `Nothing answers at http://${server.host} for ollama/llama3.2. Check the network, start the server there, or set OLLAMA_HOST to where it is.\n`,
    );
    expect(stdout).not.toContain("Ready");
  });

  test("without a price it is ready without a budget alone; a prices file mends that", async () => {
    await using server = await modelServer(200, { data: [{ id: "m" }] });
    const env = { OPENAI_COMPATIBLE_BASE_URL: `http://${server.host}/v1` };
    const unpriced = await runX(["models", "openai-compatible/m"], { env });
    expect(unpriced.code).toBe(0);
    expect(unpriced.stdout).toBe(
      "openai-compatible/m\n  id     openai-compatible/m\n  price  unknown\n" +
        "  Ready to use without a budget; with one, it needs a price in the file that X_PRICES names.\n",
    );
    await using folder = await mkdtempDisposable(join(tmpdir(), "models-"));
    const prices = join(folder.path, "prices.json");
    await writeFile(prices, '{ "models": { "openai-compatible/m": { "input": 1, "output": 2 } } }');
    const priced = await runX(["models", "openai-compatible/m"], { env: { ...env, X_PRICES: prices } });
    expect(priced.stdout).toContain("  price  $1 in, $2 out per million tokens\n  Ready to use.\n");
  });

  test.each([
    ["claude-haiku-4-5", "needs ANTHROPIC_API_KEY, which is not set"],
    ["anthropci/claude-haiku-4-5", 'There is no provider "anthropci"'],
    ["nonsense", '"nonsense" is not a model id'],
    ["sim/strnog", "strong"],
    ["scripted:missing.json", "missing.json"],
  ])("%s cannot be used, and the way out is told, with exit code 1", async (id, sentence) => {
    const { code, stdout, stderr } = await runX(["models", id]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toContain(sentence);
  });
});

/** A server that answers everything alike. */
async function modelServer(status: number, body: unknown) {
  const paths: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    paths.push(url);
    response.writeHead(status, { "content-type": "application/json", connection: "close" });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

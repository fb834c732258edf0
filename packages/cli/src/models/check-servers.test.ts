import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { checkServers } from "./check-servers.ts";

/** A server on this machine that answers what it is asked for with this; `asked` are the paths. */
async function serving(body: string, status = 200) {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ asked, host, env: { OLLAMA_HOST: host, OPENAI_COMPATIBLE_BASE_URL: `http://${host}/v1` } },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const listOf = (...ids: string[]) => JSON.stringify({ object: "list", data: ids.map((id) => ({ id })) });

test("a server of this machine that listens is fine, one that does not is told before anything runs", async () => {
  const server = createServer((_, response) => void response.writeHead(404).end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const env = { OLLAMA_HOST: `127.0.0.1:${port}` };
  await checkServers(["ollama/tiny"], env);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await expect(checkServers(["ollama/tiny"], env)).rejects.toThrow(
    `Nothing answers at http://127.0.0.1:${port} for ollama/tiny. Check the network, start the server there, or set OLLAMA_HOST`,
  );
  const compatible = { OPENAI_COMPATIBLE_BASE_URL: `http://localhost:${port}/v1` };
  await expect(checkServers([null, "openai-compatible/m"], compatible)).rejects.toMatchObject({
    code: "unreachable-server",
  });
});

test("a port that Node does not talk to is told before anything runs, whether or not a server is there", async () => {
  await expect(checkServers(["ollama/tiny"], { OLLAMA_HOST: "127.0.0.1:6000" })).rejects.toMatchObject({
    code: "blocked-port",
  });
});

test("models of others, addresses elsewhere and addresses that make no sense are left to the run", async () => {
  await checkServers(
    [undefined, "sim/weak", "scripted:a.json", "anthropic/claude-haiku-4-5", "nonsense"],
    {},
  );
  await checkServers(["openai-compatible/m"], { OPENAI_COMPATIBLE_BASE_URL: "http://203.0.113.1:9/v1" });
  await checkServers(["openai-compatible/m"], { OPENAI_COMPATIBLE_BASE_URL: "not an address" });
});

test("Ollama is asked once for its models, and one that it lacks is told with the nearest", async () => {
  await using server = await serving(listOf("qwen3:8b", "llama3.2:latest"));
  const { env, host } = server;
  expect(await checkServers(["ollama/qwen3:8b", "ollama/llama3.2", "ollama/Qwen3:8B"], env)).toEqual([]);
  expect(server.asked).toEqual(["/v1/models"]);
  await expect(checkServers(["ollama/lama3.2"], env)).rejects.toMatchObject({
    code: "unlisted-model",
    message: `The server at http://${host} does not list ollama/lama3.2. Did you mean ollama/llama3.2? It has ollama/qwen3:8b, ollama/llama3.2:latest. Choose one of them, or get it for that server first.`,
  });
  await expect(checkServers(["ollama/qwen3"], env)).rejects.toThrow("Did you mean ollama/qwen3:8b?");
  await expect(checkServers(["ollama/zzz"], env)).rejects.toThrow(
    "not list ollama/zzz. It has ollama/qwen3:8b",
  );
  expect(await checkServers(["ollama/gpt-oss:120b-cloud"], env)).toEqual([]);
});

test("servers that may take any name are no reason to stop, and one without a list says nothing", async () => {
  await using server = await serving(listOf("tiny"));
  expect(await checkServers(["openai-compatible/tiny"], server.env)).toEqual([]);
  expect(await checkServers(["openai-compatible/Tiny"], server.env)).toHaveLength(1);
  expect(await checkServers(["openai-compatible/tny"], server.env)).toEqual([
    `The server at http://${server.host} does not list openai-compatible/tny. Did you mean openai-compatible/tiny? It has openai-compatible/tiny. It may refuse it.`,
  ]);
  await using tagged = await serving(listOf("llama3.2:latest"));
  for (const name of ["llama3.2", "lama3.2"])
    expect(await checkServers([`openai-compatible/${name}`], tagged.env)).toEqual([
      expect.stringContaining("Did you mean openai-compatible/llama3.2:latest? It has"),
    ]);
  for (const [body, status] of [
    ["not found", 404],
    ["<html>", 200],
    ["{}", 500],
    ["{}", 200],
  ] as const) {
    await using silent = await serving(body, status);
    expect(await checkServers(["ollama/tiny", "openai-compatible/tiny"], silent.env)).toEqual([]);
  }
  await using empty = await serving('{"object":"list","data":null}');
  await expect(checkServers(["ollama/tiny"], empty.env)).rejects.toThrow("It has no model yet.");
});

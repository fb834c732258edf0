import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { checkServers } from "./check-servers.ts";

test("a server of this machine that listens is fine, one that does not is told before anything runs", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const env = { OLLAMA_HOST: `127.0.0.1:${port}` };
  await checkServers(["ollama/tiny"], env);
  await new Promise((resolve) => server.close(resolve));
  await expect(checkServers(["ollama/tiny"], env)).rejects.toThrow(
    `Nothing answers at http://127.0.0.1:${port} for ollama/tiny. Check the network, start the server there, or set OLLAMA_HOST`,
  );
  const compatible = { OPENAI_COMPATIBLE_BASE_URL: `http://localhost:${port}/v1` };
  await expect(checkServers([null, "openai-compatible/m"], compatible)).rejects.toMatchObject({
    code: "unreachable-server",
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

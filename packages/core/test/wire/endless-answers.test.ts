import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { asLanguageModel } from "../../src/model/as-language-model.ts";
import { createModelResolver } from "../../src/model/create-model-resolver.ts";

test("an answer that was packed to fill the memory breaks off, as a failure of its server", async () => {
  const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024, " "));
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bomb);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const env = { ANTHROPIC_API_KEY: "k-123456", ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}` };
  const model = asLanguageModel(createModelResolver({ env })("anthropic/claude-sonnet-4-5", "test"), "m");
  const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "x" }] }];
  await expect(model.doGenerate({ prompt })).rejects.toMatchObject({
    ...{ code: "endless-answer", retryable: true, statusCode: 200 },
    message: expect.stringContaining("with more than a model can write"),
  });
  server.closeAllConnections();
  server.close();
});

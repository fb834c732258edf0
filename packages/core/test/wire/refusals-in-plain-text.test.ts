import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createModelResolver } from "../../src/model/create-model-resolver.ts";
import { call, failure } from "./wire-cases.ts";

test.each([
  ["text/plain", "no healthy upstream\n", "no healthy upstream"],
  ["text/plain", "", "Service Unavailable"],
  ["text/html", "<html>Down</html>", "Service Unavailable"],
  ["application/json", '{"half', "Service Unavailable"],
])("of a refusal in %s that is %j the message has: %s", async (type, body, words) => {
  const server = createServer((_, response) => response.writeHead(503, { "content-type": type }).end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const resolver = createModelResolver({ env: { OPENAI_COMPATIBLE_BASE_URL: baseUrl } });
  const error = await failure(call(resolver("openai-compatible/m"), "generate"));
  server.close();
  expect(error.message).toContain(` (HTTP 503: ${words}). `);
});

import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const core = new URL("../../src/index.ts", import.meta.url).href;
/** Node looks for proxies in the environment when it starts. */
const program = `
  const { createModelResolver, isRetryable } = await import(${JSON.stringify(core)});
  const env = { OPENAI_COMPATIBLE_BASE_URL: "http://models.test/v1" };
  const model = createModelResolver({ env })("openai-compatible/m");
  const prompt = [{ role: "user", content: [{ type: "text", text: "Hello?" }] }];
  const error = await model.doGenerate({ prompt }).then(() => ({}), (error) => error);
  console.log(JSON.stringify({ code: error.code, message: error.message, retryable: isRetryable(error) }));
`;

test.each([
  [
    407,
    "proxy-refused",
    false,
    /HTTPS_PROXY and HTTP_PROXY, which may hold a name and a password, or name models\.test in NO_PROXY/,
  ],
  [403, "proxy-refused", false, /HTTPS_PROXY and HTTP_PROXY, or name/],
  [502, "unreachable-server", true, /Trying again may help/],
])("a proxy that answers %i does not lead to the model", async (status, code, retryable, words) => {
  const proxy = createServer((_, response) => response.writeHead(status).end());
  proxy.on("connect", (_, socket) => socket.end(`HTTP/1.1 ${status} No\r\n\r\n`));
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const at = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const environment = { PATH: process.env.PATH, NODE_USE_ENV_PROXY: "1", HTTP_PROXY: at, HTTPS_PROXY: at };
  const args = ["--conditions=@flow-state-dev/source", "--input-type=module", "-e", program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: environment });
  proxy.close();
  const { message, ...told } = JSON.parse(stdout);
  expect(told).toEqual({ code, retryable });
  expect(message).toContain(`does not lead there for openai-compatible/m (HTTP ${status}).`);
  expect(message).toMatch(words);
});

import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { openBefore } from "./support/open-wire.ts";
import { askText, wireCalls } from "./support/wire-calls.ts";

const call = wireCalls.find(({ wire }) => wire === "openai-chat")!;

test("calls go through the proxy of the environment where Node was told to take it", async () => {
  const asked: string[] = [];
  const proxy = http.createServer(({ url }, response) => {
    asked.push(url!);
    response.writeHead(500).end();
  });
  proxy.on("connect", ({ url }, socket) => {
    asked.push(url!);
    socket.end("HTTP/1.1 407 No\r\n\r\n");
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const at = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  // What Node sets when it starts with NODE_USE_ENV_PROXY=1.
  const { options } = http.globalAgent as typeof http.globalAgent & { options: http.AgentOptions };
  options.proxyEnv = { HTTP_PROXY: at, HTTPS_PROXY: at };
  try {
    for (const origin of ["http://models.test", "https://models.test"]) {
      const open = await openBefore({ OPENAI_API_KEY: "k", OPENAI_BASE_URL: `${origin}/v1` });
      const { text } = await askText(open.gateway, call, false);
      await open.gateway.close();
      if (origin.startsWith("https:"))
        expect(text).toContain("The proxy on the way to models.test does not lead there for openai/gpt-4o");
    }
    expect(asked).toEqual(["http://models.test/v1/chat/completions", "models.test:443"]);
  } finally {
    delete options.proxyEnv;
    proxy.close();
  }
});

import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import type { WireAnswer } from "../../../core/test/wire/wire.ts";
import { openBefore, openWire } from "./support/open-wire.ts";
import { startRawServer } from "./support/raw-server.ts";
import { wireCalls } from "./support/wire-calls.ts";

const text = ["Grüße, ", "Welt 🌍"];
const answer = (wire: (typeof wireCalls)[number]): WireAnswer => ({
  type: "answer",
  text,
  usage: wire.usage,
});
const byName = (name: string) => wireCalls.find(({ wire }) => wire === name)!;

describe("who may in", () => {
  const anthropic = byName("anthropic-messages");
  const post = (url: string, headers: Record<string, string> = {}) =>
    fetch(url, { method: "POST", headers, body: JSON.stringify(anthropic.body(false)) });

  test("nobody without the token; as a path or as a key", async () => {
    await using open = await openWire(answer(anthropic));
    const { port, key, url } = open.gateway;
    const bare = `http://127.0.0.1:${port}`;
    expect(key).toMatch(/^gw-[0-9a-f]{48}$/);
    const wrong = `gw-${"0".repeat(48)}`;
    for (const [address, headers] of [
      [`${bare}/v1/messages`, {}],
      [`${bare}/${wrong}/v1/messages`, {}],
      [`${bare}/v1/messages`, { "x-api-key": wrong, authorization: `Bearer ${wrong}` }],
      [`${bare}/v1/messages?key=${wrong}`, {}],
      [`${bare}//v1/messages`, {}],
    ] as const) {
      expect((await post(address, headers)).status).toBe(404);
    }
    expect((await fetch(`${bare}/v1/models`)).status).toBe(404);
    expect(open.server.requests).toHaveLength(0);
    expect(open.exchanges).toHaveLength(0);
    expect((await post(`${url}/v1/messages`)).status).toBe(200);
    expect((await post(`${bare}/v1/messages`, { "x-api-key": key })).status).toBe(200);
    expect((await post(`${bare}/v1/messages`, { authorization: `Bearer ${key}` })).status).toBe(200);
    for (const request of open.server.requests) expect(JSON.stringify(request)).not.toContain(key);
  });

  test("it listens on loopback only", async () => {
    await using open = await openWire(answer(anthropic));
    const { networkInterfaces } = await import("node:os");
    const others = Object.values(networkInterfaces())
      .flat()
      .filter((address) => address && !address.internal && address.family === "IPv4");
    for (const address of [...others.map((each) => each!.address), "127.0.0.2", "::1"]) {
      const reached = await new Promise<boolean>((resolve) => {
        const socket = connect({ host: address, port: open.gateway.port });
        socket.on("connect", () => resolve(true) ?? socket.destroy());
        socket.on("error", () => resolve(false));
      });
      expect(reached).toBe(false);
    }
  });

  test("no path leads anywhere else", async () => {
    await using server = await startRawServer((_, response) => response.end("{}"));
    await using open = await openBefore(server.env);
    const { key, port } = open.gateway;
    const raw = (target: string) =>
      new Promise<string>((resolve) => {
        const socket = connect({ host: "127.0.0.1", port });
        let given = "";
        socket.on("data", (chunk) => {
          given += chunk;
        });
        socket.on("close", () => resolve(given));
        socket.on("error", () => resolve(given));
        const body = JSON.stringify(anthropic.body(false));
        socket.end(
          `POST ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        );
      });
    for (const path of [
      "/v1/../v1/files",
      "/v1/messages/../files",
      "/v1/messages/%2e%2e/files",
      "/v1/messages%2f..%2ffiles",
      "/v1/messages/batches",
      "/v1/files",
      "/v1/organizations/api_keys",
      "/v1beta/models/..%2f..:generateContent",
      "/v1beta/models/a/b:generateContent",
      "/v1beta/models/..:generateContent",
      "/v1beta/cachedContents",
      "/v1/embeddings",
      "//evil.example/v1/messages",
    ]) {
      expect(await raw(`/${key}${path}`), path).toMatch(/^HTTP\/1\.1 404 /);
    }
    expect(await raw(`http://evil.example/${key}/v1/messages`)).toMatch(/^HTTP\/1\.1 404 /);
    expect(server.requests).toHaveLength(0);
  });
});

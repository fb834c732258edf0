import { describe, expect, test } from "vitest";
import type { WireAnswer } from "../../../core/test/wire/wire.ts";
import { openBefore, openWire } from "./support/open-wire.ts";
import { rawKeys, startRawServer } from "./support/raw-server.ts";
import { ask, askText, everyCall, type WireCall } from "./support/wire-calls.ts";

const text = ["Grüße, ", "Welt 🌍"];
const answer = (wire: WireCall): WireAnswer => ({
  type: "answer",
  text,
  usage: wire.usage,
});
describe.each(everyCall)("the key: $name", (each) => {
  const whole = async () => {
    await using open = await openWire(answer(each));
    return (await askText(open.gateway, each, each.streamed)).text;
  };

  test("never reaches the agent, the exchange or the charge, even when the provider repeats it", async () => {
    const said = await whole();
    for (const status of [200, 401]) {
      await using server = await startRawServer((request, response) => {
        const key = `${request.headers.authorization ?? ""} ${request.headers["x-api-key"] ?? ""} ${request.headers["x-goog-api-key"] ?? ""}`;
        const type = status === 200 && each.streamed ? "text/event-stream" : "application/json";
        response.writeHead(status, { "content-type": type, "x-request-id": key.trim(), "x-echo": key });
        const body =
          status === 200
            ? said.replaceAll("Welt", key)
            : JSON.stringify({ error: { message: `Bad key ${key}` } });
        response.end(body);
      });
      await using open = await openBefore(server.env);
      const response = await ask(open.gateway, each, each.streamed);
      const seen = [
        JSON.stringify([...response.headers]),
        await response.text(),
        JSON.stringify(open.exchanges),
        JSON.stringify(open.charges),
        JSON.stringify(open.gateway),
      ].join("\n");
      expect(seen).toContain("[redacted]");
      for (const key of rawKeys) expect(seen).not.toContain(key);
      expect(server.requests).toHaveLength(1);
    }
  });
});

/** What a provider streams that says these pieces, an event for each. */
async function streamOf(each: WireCall, pieces: string[]): Promise<Buffer> {
  await using open = await openWire({ type: "answer", text: pieces, usage: each.usage });
  return Buffer.from((await askText(open.gateway, each, true)).text);
}

describe.each(everyCall.filter(({ streamed }) => streamed))("the key in a stream: $name", (each) => {
  /** Of the three keys only one is that of this wire; the others are words like any. */
  const others = (seen: string) => rawKeys.filter((key) => seen.includes(key));

  test("is taken out of an event, in whatever pieces its bytes come", async () => {
    const said = await streamOf(each, ["Hello ", rawKeys.join(" "), " bye"]);
    for (const size of [1, 7, 64]) {
      await using server = await startRawServer((_request, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        for (let at = 0; at < said.length; at += size) response.write(said.subarray(at, at + size));
        response.end();
      });
      await using open = await openBefore(server.env);
      const seen = await (await ask(open.gateway, each, true)).text();
      expect(seen).toContain("[redacted]");
      expect(others(seen)).toHaveLength(rawKeys.length - 1);
    }
  });

  test("is in no exchange, even when it came over several events", async () => {
    const pieces = rawKeys.flatMap((key) => [key.slice(0, 5), key.slice(5, 9), `${key.slice(9)} `]);
    const said = await streamOf(each, pieces);
    await using server = await startRawServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(said);
    });
    await using open = await openBefore(server.env);
    await (await ask(open.gateway, each, true)).text();
    const told = JSON.stringify([open.exchanges, open.charges]);
    expect(told).toContain("[redacted]");
    expect(others(told)).toHaveLength(rawKeys.length - 1);
  });
});

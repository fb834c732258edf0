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

import { describe, expect, test } from "vitest";
import type { WireAnswer } from "../../../core/test/wire/wire.ts";
import { openBefore, openWire } from "./support/open-wire.ts";
import { startRawServer } from "./support/raw-server.ts";
import { askText, everyCall, wireCalls } from "./support/wire-calls.ts";

const text = ["Grüße, ", "x".repeat(400)];

/** The answer of a server that counts nothing. */
function uncounted(whole: string, streamed: boolean): string {
  const strip = (json: string) =>
    JSON.stringify(JSON.parse(json, (name, value) => (/^usage/.test(name) ? undefined : value)));
  if (!streamed) return strip(whole);
  return whole.replace(/(?<=^data: )\{.*$/gm, strip);
}

describe.each(everyCall)("$name", (each) => {
  test("an answer without a count is passed on, estimated and counted as unmetered, never as nothing", async () => {
    const { streamed } = each;
    const answer: WireAnswer = { type: "answer", text, usage: each.usage };
    await using counting = await openWire(answer);
    const whole = uncounted((await askText(counting.gateway, each, streamed)).text, streamed);
    await using server = await startRawServer((_, response) => {
      const type = streamed ? "text/event-stream" : "application/json";
      response.writeHead(200, { "content-type": type }).end(whole);
    });
    await using open = await openBefore(server.env);
    expect(await askText(open.gateway, each, streamed)).toEqual({ status: 200, text: whole });
    const [charge] = open.charges;
    expect(charge).toMatchObject({ status: "complete", usageKnown: "estimated", costBasis: "prices" });
    // 409 bytes of words at four bytes a token.
    expect(charge!.usage.outputTokens).toBe(103);
    expect(charge!.usage.inputTokens).toBeGreaterThan(5);
    expect(charge!.costUsd).toBeGreaterThan(0);
    expect(open.gateway.totals).toMatchObject({ complete: 1, unmetered: 1, costUsd: charge!.costUsd });
    expect(open.exchanges[0]).toMatchObject({ usageKnown: "estimated", usage: charge!.usage });
  });
});

test("Gemini may have nothing to say, and that is an answer", async () => {
  const gemini = wireCalls.find(({ wire }) => wire === "gemini")!;
  const whole = JSON.stringify({ usageMetadata: { promptTokenCount: 50, totalTokenCount: 50 } });
  await using server = await startRawServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(whole);
  });
  await using open = await openBefore(server.env);
  expect(await askText(open.gateway, gemini, false)).toEqual({ status: 200, text: whole });
  expect(open.charges[0]).toMatchObject({
    status: "complete",
    usageKnown: "reported",
    usage: { inputTokens: 50, outputTokens: 0 },
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { WireAnswer } from "../../../core/test/wire/wire.ts";
import { openBefore, openWire } from "./support/open-wire.ts";
import { startRawServer } from "./support/raw-server.ts";
import { askText, wireCalls } from "./support/wire-calls.ts";

const text = ["Grüße, ", "Welt 🌍", "! Wie", " geht’s?"];
const toolCalls = [{ id: "call_a", name: "shell", args: { command: "echo 'ü\n\n'" } }];

describe.concurrent.each(wireCalls)("$wire", (each) => {
  test("any chunking of a stream gives the same bytes, the same words and the same bill", async () => {
    const answer: WireAnswer = { type: "answer", text, toolCalls, usage: each.usage };
    await using open = await openWire(answer);
    const whole = Buffer.from((await askText(open.gateway, each, true)).text);

    let chunks: Buffer[] = [];
    await using server = await startRawServer(async (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const chunk of chunks) {
        await new Promise((resolve) => response.write(chunk, resolve));
        await new Promise((resolve) => setImmediate(resolve));
      }
      response.end();
    });
    await using through = await openBefore(server.env);
    const hides = each.wire === "openai-chat";
    const hidden = (stream: string) =>
      stream
        .split("\n\n")
        .filter((frame) => !frame.includes('"prompt_tokens"'))
        .join("\n\n");
    const cuts = fc.oneof(
      fc.array(fc.nat(whole.length), { maxLength: 40 }),
      fc
        .integer({ min: 1, max: 9 })
        .map((size) => Array.from(whole, (_, at) => at).filter((at) => at % size === 0)),
    );
    await fc.assert(
      fc.asyncProperty(cuts, fc.boolean(), async (places, asksForUsage) => {
        const sorted = [...new Set(places)].sort((a, b) => a - b);
        chunks = [0, ...sorted].map((from, index) => whole.subarray(from, sorted[index] ?? whole.length));
        through.charges.length = 0;
        through.exchanges.length = 0;
        const body = hides && !asksForUsage ? { stream_options: undefined } : {};
        const given = await askText(through.gateway, each, true, { body });
        const expected = whole.toString();
        expect(given.text).toBe(hides && !asksForUsage ? hidden(expected) : expected);
        expect(through.charges).toHaveLength(1);
        expect(through.charges[0]).toMatchObject({ status: "complete", usage: open.charges[0]!.usage });
        expect(Math.abs(through.charges[0]!.costUsd! - each.costUsd)).toBeLessThan(1e-9);
        expect(through.exchanges[0]!.answer).toEqual(open.exchanges[0]!.answer);
      }),
      { numRuns: 40 },
    );
  });
});

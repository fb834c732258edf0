import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWireServer } from "./start-wire-server.ts";
import type { WireAnswer } from "./wire.ts";
import { call, failure, meteredWire } from "./wire-cases.ts";

const hello: WireAnswer = { type: "answer", text: ["Hello."], usage: { input: 10, output: 3 } };
const place = Symbol.for(
  `undici.globalDispatcher.${Number.parseInt(process.versions.undici ?? "", 10) < 8 ? 1 : 2}`,
);
const globals = globalThis as unknown as Record<symbol, object>;
let usual: object;

/** What `fetch` does after five minutes it does after half a second here. */
beforeAll(() => {
  void Response;
  usual = globals[place]!;
  const Sender = usual.constructor as new (options: object) => object;
  globals[place] = new Sender({ headersTimeout: 500, bodyTimeout: 500 });
});
afterAll(() => {
  globals[place] = usual;
});

test("fetch by itself does not wait for an answer that takes its time", async () => {
  await using server = await startWireServer({ reply: { type: "silence" } });
  const error = await failure(fetch(`${server.url}/v1/messages`, { method: "POST", body: "{}" }));
  expect(error.cause.code).toBe("UND_ERR_HEADERS_TIMEOUT");
});

test("a model may take as long for its answer as the call may", async () => {
  const slow = () => sleep(3000, hello);
  await using wire = await meteredWire("claude-sonnet-4-5", slow, { timeoutMs: 30_000 });
  expect((await call(wire.model, "generate")).text).toBe("Hello.");
  expect(wire.charges).toMatchObject([{ status: "complete" }]);
});

test("a stream may pause as long as the call may", async () => {
  const reply = { ...hello, eventGapMs: 2000 };
  await using wire = await meteredWire("openai-chat/gpt-4o", reply, { timeoutMs: 30_000 });
  expect((await call(wire.model, "stream")).text).toBe("Hello.");
});

test("the deadline of a call ends it all the same", async () => {
  await using wire = await meteredWire("claude-sonnet-4-5", { type: "silence" }, { timeoutMs: 1500 });
  expect(await failure(call(wire.model, "generate"))).toMatchObject({ code: "call-timeout" });
  await expect.poll(() => wire.server.requests[0]?.clientGone).toBe(true);
});

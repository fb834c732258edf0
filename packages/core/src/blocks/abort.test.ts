import { describe, expect, test } from "vitest";
import { z } from "zod";
import { isFinal } from "./abort.ts";
import type { FlowEvent } from "./events.ts";
import { generator } from "./generator/generator.ts";
import { handler } from "./handler.ts";
import { router } from "./router.ts";
import { runBlock } from "./run-block.ts";
import { sequencer } from "./sequencer/sequencer.ts";

const deaf = handler({ name: "deaf", execute: () => new Promise<string>(() => {}) });
const calm = handler({ name: "calm", execute: () => "rescued" });
const silent = {
  modelId: "silent",
  price: { input: 1, output: 1 },
  generate: () => new Promise<never>(() => {}),
};
const answering = { ...silent, generate: async () => ({ text: `"said"` }) };
/** Asks a server, say, which does not answer. */
const endless = z.any().refine(() => new Promise<boolean>(() => {}));
const picky = z.any().refine((value) => (value === "mended" ? new Promise<boolean>(() => {}) : false));

/** Runs until the named block has started, then aborts. */
async function abortDuring(block: Parameters<typeof runBlock>[0], name: string) {
  const controller = new AbortController();
  const events: FlowEvent[] = [];
  const result = await runBlock(block, "x", {
    signal: controller.signal,
    onEvent: (event) => {
      events.push(event);
      if (event.type === "block.started" && event.name === name)
        setImmediate(() => controller.abort(new Error("stop")));
    },
  });
  return { result, ends: events.flatMap((event) => (event.type === "block.failed" ? [event.name] : [])) };
}

describe("an abort", () => {
  test.each([
    ["a handler", deaf, ["deaf"]],
    ["a chain", sequencer({ name: "s" }).step(deaf).step(calm), ["deaf", "s"]],
    [
      "a rescue",
      sequencer({ name: "s" })
        .step(deaf.rescue([{ block: calm }]))
        .rescue([{ block: calm }]),
      ["deaf", "s"],
    ],
    ["a retry", sequencer({ name: "s", retry: { maxAttempts: 9 } }).step(deaf), ["deaf", "s"]],
    ["a fan-out", sequencer({ name: "s" }).stepAll([deaf, deaf]), ["deaf", "deaf", "s"]],
    ["a race", sequencer({ name: "s" }).race([deaf, deaf]), ["deaf", "deaf", "s"]],
    ["a failover", sequencer({ name: "s" }).stepAny([deaf, calm]), ["deaf", "s"]],
    ["a router", router({ name: "r", routes: [deaf], execute: () => deaf }), ["deaf", "r"]],
  ])("ends %s at once, from the inside out, though nobody listens", async (_, block, order) => {
    const { result, ends } = await abortDuring(block, "deaf");
    expect(result).toMatchObject({ ok: false, aborted: true, error: { message: "stop" } });
    expect(ends).toEqual(order);
  });

  test.each<[string, Parameters<typeof runBlock>[0]]>([
    ["the input of a handler", handler({ name: "h", inputSchema: endless, execute: (text) => text })],
    ["the output of a handler", handler({ name: "h", outputSchema: endless, execute: () => "out" })],
    ["the input of a generator", generator({ name: "h", model: answering, inputSchema: endless })],
    ["the output of a generator", generator({ name: "h", model: answering, outputSchema: endless })],
    [
      "what repairOutput returns",
      generator({ name: "h", model: answering, outputSchema: picky, repairOutput: () => "mended" }),
    ],
    ["the output of a chain", sequencer({ name: "h", outputSchema: endless })],
    ["the first state of a chain", sequencer({ name: "h", stateSchema: endless })],
  ])("ends a run at once while a schema still looks at %s", async (_, block) => {
    const { result, ends } = await abortDuring(block, "h");
    expect(result).toMatchObject({ ok: false, aborted: true, error: { message: "stop" } });
    expect(ends).toEqual(["h"]);
  });

  test("cuts off a model call, which is in the books", async () => {
    const { result } = await abortDuring(generator({ name: "g", model: silent }), "g");
    expect(result).toMatchObject({ ok: false, aborted: true, calls: 1, charges: [{ status: "aborted" }] });
  });

  test("cuts off a call that was made with a signal of its own", async () => {
    const given: (AbortSignal | undefined)[] = [];
    const listening = {
      ...silent,
      generate: ({ signal }: { signal?: AbortSignal }) => {
        given.push(signal);
        return silent.generate();
      },
    };
    const asks = handler({
      name: "asks",
      execute: async (_: unknown, ctx) =>
        await ctx.resolveModel("m").doGenerate({ prompt: [], abortSignal: new AbortController().signal }),
    });
    const wins = handler({ name: "wins", execute: () => new Promise((resolve) => setTimeout(resolve, 20)) });
    const result = await runBlock(sequencer({ name: "s" }).race([asks, wins]), 1, {
      modelResolver: () => listening,
    });
    expect(result).toMatchObject({
      ok: true,
      charges: [{ status: "aborted", error: { code: "race-lost" } }],
    });
    expect(given[0]?.aborted).toBe(true);
  });

  test("ends a tool that does not listen", async () => {
    const calling = {
      ...silent,
      generate: async () => ({ toolCalls: [{ toolName: "deaf", args: {} }] }),
    };
    const { result, ends } = await abortDuring(
      generator({ name: "g", model: calling, tools: [deaf] }),
      "deaf",
    );
    expect(result).toMatchObject({ ok: false, aborted: true });
    expect(ends).toEqual(["deaf", "g"]);
  });

  test("in functions between blocks is heeded too", async () => {
    const controller = new AbortController();
    const chain = sequencer({ name: "s" }).map(() => {
      controller.abort();
      return new Promise(() => {});
    });
    expect(await runBlock(chain, 1, { signal: controller.signal })).toMatchObject({
      ok: false,
      aborted: true,
      error: { name: "AbortError" },
    });
  });

  test("during one function lets the next one not run", async () => {
    const controller = new AbortController();
    const ran: string[] = [];
    const chain = sequencer({ name: "s" })
      .map(() => controller.abort(new Error("stop")))
      .map(() => ran.push("second"));
    expect(await runBlock(chain, 1, { signal: controller.signal })).toMatchObject({
      ok: false,
      aborted: true,
    });
    expect(ran).toEqual([]);
  });

  test("before the start lets nothing run", async () => {
    const ran: string[] = [];
    const block = handler({ name: "b", execute: () => void ran.push("b") });
    expect(await runBlock(block, 1, { signal: AbortSignal.abort("why") })).toMatchObject({
      ok: false,
      aborted: true,
      error: { code: "aborted" },
    });
    expect(ran).toEqual([]);
  });

  test("between steps stops before the next one", async () => {
    const controller = new AbortController();
    const ran: string[] = [];
    const first = handler({ name: "first", execute: () => controller.abort(new Error("stop")) });
    const second = handler({ name: "second", execute: () => void ran.push("second") });
    const result = await runBlock(sequencer({ name: "s" }).step(first).step(second), 1, {
      signal: controller.signal,
    });
    expect(result).toMatchObject({ ok: false, aborted: true, error: { message: "stop" } });
    expect(ran).toEqual([]);
  });
});

test("what is final: an abort, a spent budget also deep down, anything once the signal has fired", () => {
  expect(isFinal(new DOMException("x", "AbortError"))).toBe(true);
  expect(isFinal(new Error("x", { cause: Object.assign(new Error("y"), { code: "budget-exceeded" }) }))).toBe(
    true,
  );
  expect(isFinal(new Error("x"), AbortSignal.abort())).toBe(true);
  expect(isFinal(new Error("x"), new AbortController().signal)).toBe(false);
  expect(isFinal(new DOMException("x", "TimeoutError"))).toBe(false);
});

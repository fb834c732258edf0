import { describe, expect, test } from "vitest";
import { createMemoryCache } from "../cache/memory-cache.ts";
import { createAccount } from "../money/create-account.ts";
import type { FlowEvent } from "./events.ts";
import { generator } from "./generator/generator.ts";
import { handler } from "./handler.ts";
import { runBlock } from "./run-block.ts";
import { sequencer } from "./sequencer/sequencer.ts";

const priced = { price: { input: 1, output: 2 } };
const usage = { promptTokens: 10, completionTokens: 5 };
const resolver =
  (text = "ok", more: object = priced) =>
  (modelId: string) => ({ modelId, ...more, generate: async () => ({ text, usage }) });
const say = generator({ name: "say", model: "test/say" });
const callByHand = handler({
  name: "by-hand",
  execute: async (text: string, ctx) => {
    const model = ctx.resolveModel("test/hand");
    const { content } = await model.doGenerate({
      prompt: [{ role: "user", content: [{ type: "text", text }] }],
    });
    return content[0]?.type === "text" ? content[0].text : "";
  },
});

describe("the result", () => {
  test("failure is data, with the same numbers", async () => {
    const chain = sequencer({ name: "s" })
      .step(say)
      .throwIf(() => true, new Error("late"));
    const result = await runBlock(chain, "x", { modelResolver: resolver() });
    expect(result).toMatchObject({
      ok: false,
      aborted: false,
      error: { message: "late" },
      calls: 1,
      costUsd: 0.00002,
      usage: { inputTokens: 10, outputTokens: 5 },
      charges: [{ modelId: "test/say", blockName: "say" }],
    });
    expect(result.durationMs).toBeGreaterThanOrEqual(0);
  });

  test("something thrown that is no error becomes one", async () => {
    const block = handler({
      name: "b",
      execute: () => {
        throw "just text";
      },
    });
    const result = await runBlock(block, 0);
    expect(!result.ok && result.error).toBeInstanceOf(Error);
    expect(!result.ok && result.error.message).toBe("just text");
  });

  test("only what is no block at all rejects", async () => {
    await expect(runBlock({} as never, 0)).rejects.toMatchObject({ code: "construction-error" });
  });

  test("the cost is not known as soon as one call has no price", async () => {
    const modelResolver = (id: string) => resolver("ok", id === "test/say" ? {} : priced)(id);
    const chain = sequencer({ name: "s" }).step(callByHand).step(say);
    const result = await runBlock(chain, "x", { modelResolver });
    expect(result).toMatchObject({ ok: true, calls: 2, costUsd: null });
  });
});

describe("models and money", () => {
  test("a model called by hand is charged to its block and to the account", async () => {
    const account = createAccount({ name: "cell" });
    const events: FlowEvent[] = [];
    const result = await runBlock(sequencer({ name: "s" }).step(callByHand).step(say), "x", {
      account,
      modelResolver: resolver(),
      onEvent: (event) => events.push(event),
    });
    expect(result).toMatchObject({ ok: true, calls: 2, costUsd: 0.00004 });
    expect(account).toMatchObject({ calls: 2, spentUsd: 0.00004 });
    const finished = events.filter((event) => event.type === "block.finished");
    expect(finished.map(({ name, calls, costUsd }) => [name, calls, costUsd])).toEqual([
      ["by-hand", 1, 0.00002],
      ["say", 1, 0.00002],
      ["s", 2, 0.00004],
    ]);
  });

  test("a spent account ends the run", async () => {
    const account = createAccount({ name: "cell", limitUsd: 0.00003 });
    const chain = sequencer({ name: "s" }).doUntil(() => false, say);
    const result = await runBlock(
      chain.rescue([{ block: handler({ name: "r", execute: () => "no" }) }]),
      "x",
      {
        account,
        modelResolver: resolver(),
      },
    );
    expect(result).toMatchObject({ ok: false, error: { code: "budget-exceeded" }, calls: 2 });
  });

  test("answers from the cache are not charged, and are told", async () => {
    const cache = createMemoryCache();
    const options = { modelResolver: resolver(), cache, cell: "c" };
    const first = await runBlock(say, "x", options);
    expect(first).toMatchObject({ ok: true, calls: 1 });
    const events: FlowEvent[] = [];
    const again = await runBlock(say, "x", { ...options, onEvent: (event) => events.push(event) });
    expect(again).toMatchObject({ ok: true, output: "ok", calls: 0, costUsd: 0, charges: [] });
    expect(events.map(({ type }) => type)).toEqual(["block.started", "call.cached", "block.finished"]);
    const { costUsd, usage } = first.charges[0]!;
    expect(costUsd).toBeGreaterThan(0);
    expect(events[1]).toMatchObject({ ordinal: 0, costUsd, usage });
    const other = await runBlock(say, "x", { ...options, cell: "d", cacheMode: "replay" });
    expect(other).toMatchObject({ ok: false, error: { name: "CacheMissError" } });
  });
});

describe("events", () => {
  test("a listener that throws breaks nothing", async () => {
    const onEvent = () => {
      throw new Error("listener");
    };
    expect(await runBlock(say, "x", { modelResolver: resolver(), onEvent })).toMatchObject({ ok: true });
  });

  test("ctx.emit says what a block wants to say", async () => {
    const events: FlowEvent[] = [];
    const block = handler({ name: "b", execute: (_: number, { emit }) => emit("progress", { done: 1 }) });
    await runBlock(block, 1, {
      onEvent: (event) => events.push(event),
      clock: { now: () => 7, elapsed: () => 0 },
    });
    expect(events[1]).toEqual({ type: "emitted", id: "b1", at: 7, name: "progress", data: { done: 1 } });
  });
});

describe("waiting", () => {
  const overloaded = () => Object.assign(new Error("busy"), { isRetryable: true, statusCode: 529 });

  test("of one branch is no waiting of the run while another works", async () => {
    let now = 0;
    const clock = { now: () => now, elapsed: () => now };
    let worked: () => void = () => {};
    const working = new Promise<void>((resolve) => {
      worked = resolve;
    });
    let calls = 0;
    const modelResolver = (modelId: string) => ({
      modelId,
      ...priced,
      generate: async () => {
        if (calls++ === 0) throw overloaded();
        return { text: "ok", usage };
      },
    });
    // The wait lasts from 0 to 10; the other branch works from 0 to 8.
    const pause = async () => {
      now = 8;
      worked();
      await new Promise((resolve) => setImmediate(resolve));
      now = 10;
    };
    const work = handler({ name: "work", execute: () => working });
    const events: FlowEvent[] = [];
    const chain = sequencer({ name: "s" }).parallel({ a: say, b: work });
    const result = await runBlock(chain, "x", {
      modelResolver,
      pause,
      clock,
      onEvent: (event) => events.push(event),
    });
    expect(result).toMatchObject({ ok: true, durationMs: 10, waitedMs: 2 });
    const ends = events.flatMap((event) =>
      event.type === "block.finished" ? [[event.name, event.waitedMs]] : [],
    );
    expect(ends).toEqual([
      ["work", 0],
      ["say", 10],
      ["s", 2],
    ]);
  });
});

test("a listener that rejects, and a handler that throws what cannot be shown, do not bring the run down", async () => {
  const warnings: string[] = [];
  const listen = (warning: Error) => warnings.push(warning.message);
  process.on("warning", listen);
  const odd = handler({
    name: "odd",
    execute: () => {
      throw Object.create(null);
    },
  });
  const result = await runBlock(odd, 1, { onEvent: async () => Promise.reject(new Error("listener")) });
  expect(result).toMatchObject({ ok: false, error: { message: "something that cannot be shown" } });
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", listen);
  expect(warnings.filter((message) => message.includes("onEvent threw: listener"))).toHaveLength(1);
});

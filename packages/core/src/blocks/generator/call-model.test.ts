import { describe, expect, test } from "vitest";
import { createMemoryCache } from "../../cache/memory-cache.ts";
import type { GeneratorModelOptions } from "../../model/generator-model.ts";
import { createAccount } from "../../money/create-account.ts";
import type { FlowEvent } from "../events.ts";
import { runBlock } from "../run-block.ts";
import { sequencer } from "../sequencer/sequencer.ts";
import { generator } from "./generator.ts";

class Overloaded extends Error {
  readonly isRetryable = true;
  readonly statusCode = 529;
  readonly responseHeaders: Record<string, string>;

  constructor(retryAfter?: string) {
    super("overloaded");
    this.responseHeaders = retryAfter === undefined ? {} : { "retry-after": retryAfter };
  }
}
class Refused extends Error {
  readonly isRetryable = false;
  readonly statusCode = 400;
}

/** A model that does one thing after the other; the last stays. */
function model(modelId: string, ...acts: (Error | string)[]) {
  let calls = 0;
  return {
    modelId,
    price: { input: 1, output: 1 },
    calls: () => calls,
    generate: async () => {
      const act = acts[Math.min(calls++, acts.length - 1)]!;
      if (typeof act !== "string") throw act;
      return { text: act, usage: { promptTokens: 1, completionTokens: 1 } };
    },
  };
}

/** A pause that only writes down how long, on a clock that it moves. */
function still() {
  let now = 0;
  const waits: number[] = [];
  const clock = { now: () => now, elapsed: () => now };
  const pause = async (ms: number) => {
    waits.push(ms);
    now += ms;
  };
  return { clock, pause, waits, random: () => 1 - Number.EPSILON };
}

describe("retries", () => {
  test("passing trouble is tried again with growing waits, which are not the block's working time", async () => {
    const seams = still();
    const flaky = model("m", new Overloaded(), new Overloaded(), "ok");
    const events: FlowEvent[] = [];
    const result = await runBlock(generator({ name: "g", model: flaky }), "x", {
      ...seams,
      onEvent: (e) => events.push(e),
    });
    expect(result).toMatchObject({ ok: true, output: "ok", calls: 3, waitedMs: 3000, durationMs: 3000 });
    expect(seams.waits).toEqual([1000, 2000]);
    const retries = events.filter((event) => event.type === "call.retrying");
    expect(retries).toMatchObject([
      { modelId: "m", attempt: 1, delayMs: 1000, error: { message: "overloaded", status: 529 } },
      { modelId: "m", attempt: 2, delayMs: 2000 },
    ]);
    expect(result.charges.map(({ status }) => status)).toEqual(["failed", "failed", "complete"]);
  });

  test("an answer that came at the second try is found at the first when it is played again", async () => {
    const cache = createMemoryCache();
    const flaky = model("m", new Overloaded(), "first", "second");
    const block = sequencer({ name: "s" })
      .step(generator({ name: "g", model: flaky }))
      .step(generator({ name: "h", model: flaky }));
    const run = { ...still(), cache, cell: "subject/task/0" };
    const recorded = await runBlock(block, "x", run);
    expect(recorded).toMatchObject({ ok: true, output: "second", calls: 3 });
    const replayed = await runBlock(block, "x", { ...run, cacheMode: "replay" });
    expect(replayed).toMatchObject({ ok: true, output: "second", calls: 0, costUsd: 0 });
    expect(flaky.calls()).toBe(3);
  });

  test("a try is the same call to the cache, and another draw to a simulated model", async () => {
    const places: unknown[] = [];
    const flaky = {
      modelId: "m",
      generate: async ({ providerOptions }: GeneratorModelOptions) => {
        places.push(providerOptions?.x);
        if (places.length < 3) throw new Overloaded();
        return { text: "ok" };
      },
    };
    await runBlock(generator({ name: "g", model: { ...flaky, simulated: true } }), "x", still());
    expect(places).toEqual([0, 1, 2].map((attempt) => ({ block: "g", ordinal: 0, attempt })));
  });

  test("the server's own figure is honoured", async () => {
    const seams = still();
    await runBlock(generator({ name: "g", model: model("m", new Overloaded("77"), "ok") }), "x", seams);
    expect(seams.waits).toEqual([77_000]);
  });

  test("a server that asks for too long a wait is given up", async () => {
    const seams = still();
    const busy = model("m", new Overloaded("121"), "ok");
    expect(await runBlock(generator({ name: "g", model: busy }), "x", seams)).toMatchObject({
      ok: false,
      calls: 1,
    });
    const patient = generator({
      name: "g",
      model: model("m", new Overloaded("121"), "ok"),
      retry: { maxRetryAfterMs: 200_000 },
    });
    expect(await runBlock(patient, "x", seams)).toMatchObject({ ok: true, waitedMs: 121_000 });
    expect(seams.waits).toEqual([121_000]);
  });

  test("gives up after as many tries as the policy says", async () => {
    const seams = still();
    const dead = model("m", new Overloaded());
    const block = generator({
      name: "g",
      model: dead,
      retry: { maxAttempts: 5, baseDelayMs: 10, maxDelayMs: 25 },
    });
    expect(await runBlock(block, "x", seams)).toMatchObject({
      ok: false,
      error: { message: "overloaded" },
      calls: 5,
    });
    expect(seams.waits).toEqual([10, 20, 25, 25]);
  });

  test("what will not pass is not tried again, unless it is listed", async () => {
    const refusing = model("m", new Refused("bad request"), "ok");
    expect(await runBlock(generator({ name: "g", model: refusing }), "x", still())).toMatchObject({
      ok: false,
      calls: 1,
    });
    const listed = model("m", new Refused("bad request"), "ok");
    const block = generator({ name: "g", model: listed, retry: { retryableErrors: [Refused] } });
    expect(await runBlock(block, "x", still())).toMatchObject({ ok: true });
  });

  test("an abort ends the wait", async () => {
    const controller = new AbortController();
    const dead = model("m", new Overloaded("60"));
    const running = runBlock(generator({ name: "g", model: dead }), "x", {
      signal: controller.signal,
      onEvent: (event) =>
        event.type === "call.retrying" && setImmediate(() => controller.abort(new Error("stop"))),
    });
    expect(await running).toMatchObject({ ok: false, aborted: true, error: { message: "stop" }, calls: 1 });
  });

  test("a call that takes too long is cut off and tried again", async () => {
    let calls = 0;
    const slow = {
      modelId: "slow",
      price: { input: 1, output: 1 },
      generate: () => (calls++ === 0 ? new Promise<never>(() => {}) : Promise.resolve({ text: "ok" })),
    };
    const { pause, random } = still();
    const result = await runBlock(generator({ name: "g", model: slow, timeoutMs: 20 }), "x", {
      pause,
      random,
    });
    expect(result).toMatchObject({ ok: true, output: "ok" });
    expect(result.charges[0]).toMatchObject({ status: "failed", error: { code: "call-timeout" } });
  });
});

describe("fallbacks", () => {
  test("the next model takes over after retries, and after what will not pass", async () => {
    const models = {
      "a/a": model("a/a", new Overloaded()),
      "b/b": model("b/b", new Refused("no")),
      "c/c": model("c/c", "ok"),
    };
    const events: FlowEvent[] = [];
    const result = await runBlock(
      generator({ name: "g", model: ["a/a", "b/b", "c/c"], retry: { maxAttempts: 2 } }),
      "x",
      {
        ...still(),
        modelResolver: (id) => models[id as keyof typeof models],
        onEvent: (event) => events.push(event),
      },
    );
    expect(result).toMatchObject({ ok: true, output: "ok", calls: 4 });
    expect([models["a/a"].calls(), models["b/b"].calls(), models["c/c"].calls()]).toEqual([2, 1, 1]);
    expect(events.filter((event) => event.type === "call.fallback")).toMatchObject([
      { modelId: "a/a", nextModelId: "b/b" },
      { modelId: "b/b", nextModelId: "c/c" },
    ]);
  });

  test("a model that cannot be resolved ends it: another in its place would hide the mistake", async () => {
    const second = model("b/b", "ok");
    const modelResolver = (id: string) => {
      if (id === "a/a") throw new Error("Set A_KEY.");
      return second;
    };
    expect(
      await runBlock(generator({ name: "g", model: ["a/a", "b/b"] }), "x", { modelResolver }),
    ).toMatchObject({ ok: false, error: { message: "Set A_KEY." }, calls: 0 });
    expect(second.calls()).toBe(0);
  });

  test("when all fail, the error names each with its reason", async () => {
    const block = generator({
      name: "g",
      model: [model("a", new Refused("one")), model("b", new Refused("two"))],
    });
    const result = await runBlock(block, "x", still());
    expect(result).toMatchObject({ ok: false, error: { code: "all-models-failed" } });
    expect(!result.ok && result.error.message).toMatch(/a: one \| b: two/);
  });

  test("a spent budget is no reason to try another model", async () => {
    const account = createAccount({ name: "cell", limitUsd: 0.000001 });
    const second = model("b", "ok");
    const block = generator({ name: "g", model: [model("a", "ok"), second] });
    await runBlock(block, "x", { account });
    const result = await runBlock(block, "x", { account, ...still() });
    expect(result).toMatchObject({ ok: false, error: { code: "budget-exceeded" }, calls: 0 });
    expect(second.calls()).toBe(0);
  });
});

describe("streams", () => {
  const streaming = (modelId: string, chunks: (string | Error)[]) => ({
    modelId,
    price: { input: 1, output: 1 },
    generate: async () => ({ text: "whole" }),
    async *stream() {
      let text = "";
      for (const chunk of chunks) {
        if (typeof chunk !== "string") throw chunk;
        text += chunk;
        yield { type: "text_delta" as const, textDelta: chunk };
      }
      const usage = { promptTokens: 2, completionTokens: 3 };
      yield { type: "finish" as const, fullResult: { text, usage } };
    },
  });

  test("tell their text as it comes, and end in the same output", async () => {
    const deltas: string[] = [];
    const result = await runBlock(
      generator({ name: "g", model: streaming("m", ["he", "llo"]), stream: true }),
      "x",
      {
        onEvent: (event) => event.type === "text.delta" && deltas.push(event.delta),
      },
    );
    expect(result).toMatchObject({ ok: true, output: "hello", usage: { inputTokens: 2, outputTokens: 3 } });
    expect(deltas.join("")).toBe("hello");
    expect(result.charges).toMatchObject([{ streamed: true, status: "complete" }]);
  });

  test("fall back before anything has come", async () => {
    const block = generator({
      name: "g",
      model: [streaming("a", [new Refused("no")]), streaming("b", ["ok"])],
      stream: true,
    });
    expect(await runBlock(block, "x", still())).toMatchObject({ ok: true, output: "ok" });
  });

  test("do not after: the answer has begun", async () => {
    const block = generator({
      name: "g",
      model: [streaming("a", ["he", new Overloaded()]), streaming("b", ["ok"])],
      stream: true,
    });
    expect(await runBlock(block, "x", still())).toMatchObject({
      ok: false,
      error: { message: "overloaded" },
      calls: 1,
    });
  });

  test("stop with the run", async () => {
    const controller = new AbortController();
    const hanging = {
      modelId: "m",
      price: { input: 1, output: 1 },
      generate: async () => ({ text: "" }),
      async *stream() {
        yield { type: "text_delta" as const, textDelta: "he" };
        await new Promise(() => {});
      },
    };
    const result = await runBlock(generator({ name: "g", model: hanging, stream: true }), "x", {
      signal: controller.signal,
      onEvent: (event) =>
        event.type === "text.delta" && setImmediate(() => controller.abort(new Error("stop"))),
    });
    expect(result).toMatchObject({ ok: false, aborted: true, error: { message: "stop" } });
    expect(result.charges).toMatchObject([{ status: "aborted" }]);
  });
});

import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import type { BlockDefinition } from "./block.ts";
import { handler } from "./handler.ts";
import { OutputValidationError } from "./output-validation-error.ts";
import { runBlock } from "./run-block.ts";
import { ValidationError } from "./validation-error.ts";

const double = handler({
  name: "double",
  inputSchema: z.object({ n: z.number().default(1) }),
  outputSchema: z.object({ n: z.number() }),
  execute: ({ n }) => ({ n: n * 2 }),
});

describe("schemas", () => {
  test("checks the input and gives the code what the schema made of it", async () => {
    expect(await runBlock(double, {})).toMatchObject({ ok: true, output: { n: 2 } });
  });

  test("an input that does not fit is an error naming the block and the issue", async () => {
    const result = await runBlock(double, { n: "x" } as never);
    expect(result).toMatchObject({ ok: false, aborted: false });
    if (result.ok) throw new Error("unreachable");
    expect(result.error).toBeInstanceOf(ValidationError);
    expect(result.error.message).toContain('"double"');
    expect((result.error as ValidationError).issues).toMatchObject([{ path: "n" }]);
  });

  test("an output that does not fit is an error with what came out", async () => {
    const broken = handler({
      name: "broken",
      outputSchema: z.object({ n: z.number() }),
      execute: () => ({ n: "x" }) as never,
    });
    const result = await runBlock(broken, undefined);
    if (result.ok) throw new Error("unreachable");
    expect(result.error).toBeInstanceOf(OutputValidationError);
    expect(result.error).toMatchObject({
      blockName: "broken",
      details: { phase: "validate", rawOutput: '{"n":"x"}', issues: [{ path: "n" }] },
    });
  });

  test("schemas that check later work too", async () => {
    const later = handler({
      name: "later",
      inputSchema: z.string().refine(async (text) => text !== "bad"),
      execute: (text) => text,
    });
    expect(await runBlock(later, "good")).toMatchObject({ ok: true, output: "good" });
    expect(await runBlock(later, "bad")).toMatchObject({ ok: false });
  });

  test("types follow schemas, or the code where there are none", () => {
    expectTypeOf(double).toExtend<BlockDefinition<{ n?: number | undefined }, { n: number }>>();
    const plain = handler({ name: "plain", execute: (n: number) => String(n) });
    expectTypeOf(plain).toEqualTypeOf<BlockDefinition<number, string>>();
    const explicit = handler<{ amount: number }, { ok: boolean }>({
      name: "explicit",
      execute: ({ amount }) => ({ ok: amount > 0 }),
    });
    expectTypeOf(explicit).toEqualTypeOf<BlockDefinition<{ amount: number }, { ok: boolean }>>();
    const inferred = handler({
      name: "inferred",
      inputSchema: z.string(),
      execute: async (text) => text.length,
    });
    expectTypeOf(inferred).toEqualTypeOf<BlockDefinition<string, number>>();
    // @ts-expect-error the code has to return what the schema says
    handler({ name: "x", inputSchema: z.string(), outputSchema: z.number(), execute: (text) => text });
  });
});

describe("connectors", () => {
  test("connectInput and connectOutput wrap the block in another shape", async () => {
    const sum = double
      .connectInput((text: string) => ({ n: Number(text) }))
      .connectOutput(({ n }) => `= ${n}`);
    expectTypeOf(sum).toEqualTypeOf<BlockDefinition<string, string>>();
    expect(await runBlock(sum, "21")).toMatchObject({ ok: true, output: "= 42" });
    expect(double.inputSchema).toBeDefined();
    expect(sum.inputSchema).toBeUndefined();
  });
});

describe("rescue", () => {
  class Known extends Error {}
  const failing = handler<string, string>({
    name: "failing",
    execute: (text) => {
      throw text === "known" ? new Known("known") : new TypeError("other");
    },
  });
  const named = handler({ name: "named", execute: (error: Error) => `named ${error.message}` });
  const any = handler({ name: "any", execute: (error: Error) => `any ${error.message}` });

  test("the first handler that takes the error answers in its place", async () => {
    const safe = failing.rescue([{ when: [Known], block: named }, { block: any }]);
    expect(await runBlock(safe, "known")).toMatchObject({ ok: true, output: "named known" });
    expect(await runBlock(safe, "x")).toMatchObject({ ok: true, output: "any other" });
  });

  test("an error nobody takes stays", async () => {
    const safe = failing.rescue([{ when: [Known], block: named }]);
    expect(await runBlock(safe, "x")).toMatchObject({ ok: false, error: { message: "other" } });
  });

  test("a spent budget is never rescued", async () => {
    const spent = handler({
      name: "spent",
      execute: () => {
        throw Object.assign(new Error("spent"), { code: "budget-exceeded" });
      },
    });
    expect(await runBlock(spent.rescue([{ block: any }]), 1)).toMatchObject({
      ok: false,
      error: { message: "spent" },
    });
  });
});

describe("retry", () => {
  const flaky = (failures: number, error: () => Error, retry: object) => {
    let calls = 0;
    const attempts: number[] = [];
    const block = handler({
      name: "flaky",
      retry,
      execute: (_: unknown, ctx) => {
        attempts.push(ctx.attempt);
        if (calls++ < failures) throw error();
        return "ok";
      },
    });
    return { block, attempts };
  };
  const waits: number[] = [];
  const pause = async (ms: number) => void waits.push(ms);

  test("tries again with growing waits, and says so", async () => {
    const { block, attempts } = flaky(2, () => new Error("no"), { maxAttempts: 3, baseDelayMs: 100 });
    const events: string[] = [];
    waits.length = 0;
    const result = await runBlock(block, 0, {
      pause,
      random: () => 0.999999,
      onEvent: (e) => events.push(e.type),
    });
    expect(result).toMatchObject({ ok: true, output: "ok" });
    expect(attempts).toEqual([1, 2, 3]);
    expect(waits).toEqual([100, 200]);
    expect(events).toEqual(["block.started", "block.retrying", "block.retrying", "block.finished"]);
  });

  test("gives up after the last attempt", async () => {
    const { block } = flaky(9, () => new Error("no"), { maxAttempts: 2 });
    expect(await runBlock(block, 0, { pause })).toMatchObject({ ok: false, error: { message: "no" } });
  });

  test("retries only the errors it is told to", async () => {
    const listed = flaky(1, () => new TypeError("t"), { retryableErrors: [TypeError] });
    expect(await runBlock(listed.block, 0, { pause })).toMatchObject({ ok: true });
    const other = flaky(1, () => new RangeError("r"), { retryableErrors: [TypeError] });
    expect(await runBlock(other.block, 0, { pause })).toMatchObject({ ok: false });
  });

  // `retryable` is ours, also where the error is of another copy of this package; `isRetryable` that of the AI SDK.
  test.each([{ retryable: false }, { isRetryable: false }])(
    "does not retry what is hopeless: %j",
    async (says) => {
      const { block, attempts } = flaky(1, () => Object.assign(new Error("no"), says), { maxAttempts: 5 });
      expect(await runBlock(block, 0, { pause })).toMatchObject({ ok: false });
      expect(attempts).toEqual([1]);
    },
  );
});

describe("hooks and defaults", () => {
  test("onCompleted sees the output, onErrored the error; what onErrored throws is dropped", async () => {
    const seen: unknown[] = [];
    const block = handler({
      name: "b",
      execute: (n: number) => {
        if (n < 0) throw new Error("negative");
        return n;
      },
      onCompleted: (output) => void seen.push(output),
      onErrored: (error) => {
        seen.push(error.message);
        throw new Error("in the hook");
      },
    });
    await runBlock(block, 1);
    expect(await runBlock(block, -1)).toMatchObject({ ok: false, error: { message: "negative" } });
    expect(seen).toEqual([1, "negative"]);
  });

  test("withDefaults shares settings over a family", async () => {
    const checked = handler.withDefaults({ description: "checked", inputSchema: z.number() });
    const block = checked({ name: "b", execute: (n: number) => n });
    expect(block.description).toBe("checked");
    expect(await runBlock(block, "x" as never)).toMatchObject({
      ok: false,
      error: { code: "validation-error" },
    });
  });

  test("asTool renames the block, and a step of it is told as a tool call", async () => {
    const tool = double.asTool({ name: "twice", description: "Doubles" });
    expect(tool).toMatchObject({ name: "twice", description: "Doubles" });
    const events: string[] = [];
    await runBlock(tool, { n: 1 }, { onEvent: (event) => events.push(event.type) });
    expect(events).toEqual(["block.started", "tool.called", "tool.finished", "block.finished"]);
  });
});

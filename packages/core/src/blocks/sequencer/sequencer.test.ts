import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { generator } from "../generator/generator.ts";
import { handler } from "../handler.ts";
import { runBlock } from "../run-block.ts";
import { sequencer } from "./sequencer.ts";
import type { SequencerDefinition } from "./sequencer-definition.ts";

const length = handler({ name: "length", inputSchema: z.string(), execute: (text) => text.length });
const half = handler({ name: "half", inputSchema: z.number(), execute: (n) => n / 2 });
const fail = handler<any, never>({
  name: "fail",
  execute: () => {
    throw new RangeError("broken");
  },
});

describe("the chain", () => {
  test("is immutable and typed from link to link", async () => {
    const empty = sequencer({ name: "s", inputSchema: z.string() });
    const one = empty.step(length);
    const two = one.step(half);
    expectTypeOf(empty).toEqualTypeOf<SequencerDefinition<string, string, any>>();
    expectTypeOf(one).toEqualTypeOf<SequencerDefinition<string, number, any>>();
    expect(await runBlock(empty, "abcd")).toMatchObject({ output: "abcd" });
    expect(await runBlock(one, "abcd")).toMatchObject({ output: 4 });
    expect(await runBlock(two, "abcd")).toMatchObject({ output: 2 });
    // @ts-expect-error half takes a number, the chain has text
    empty.step(half);
  });

  test("any sequencer is a SequencerDefinition<any, any>", () => {
    const typed = sequencer({
      name: "s",
      inputSchema: z.object({ goal: z.string() }),
      stateSchema: z.object({ n: z.number() }),
    })
      .map(({ goal }) => goal)
      .step(length);
    expectTypeOf(typed).toExtend<SequencerDefinition<any, any>>();
    const loose: SequencerDefinition<any, any> = typed;
    expect(loose.kind).toBe("sequencer");
  });

  test("takes the input schema of its first block for its own where it has none", () => {
    expect(sequencer({ name: "s" }).step(length).inputSchema).toBe(length.inputSchema);
    expect(sequencer({ name: "s" }).map(String).step(length).inputSchema).toBeUndefined();
  });

  test("is a block: it can be a step, and be connected", async () => {
    const inner = sequencer({ name: "inner", inputSchema: z.string() }).step(length);
    const outer = sequencer({ name: "outer" })
      .step(inner)
      .step(half)
      .connectInput((value: { text: string }) => value.text)
      .map((n) => n + 1);
    expectTypeOf(outer).toEqualTypeOf<SequencerDefinition<{ text: string }, number, any>>();
    expect(await runBlock(outer, { text: "abcd" })).toMatchObject({ output: 3 });
    expect(
      await runBlock(
        inner.connectOutput((n) => `${n}`),
        "ab",
      ),
    ).toMatchObject({ output: "2" });
    expect(inner.asTool({ name: "measure" }).name).toBe("measure");
  });

  test("says how to write a step that makes no sense", () => {
    expect(() => sequencer({ name: "s" }).step("x" as never)).toThrow(/step of "s" takes a block/);
    expect(() => sequencer({ name: "s" }).stepAll([1] as never)).toThrow(/stepAll of "s" takes blocks/);
    expect(() => sequencer({ name: "s" }).parallel({ a: length }, { maxConcurrency: 0 })).toThrow(
      /a whole number from 1/,
    );
  });
});

describe("inline steps", () => {
  test("a factory and settings make a block named by its place", async () => {
    const names: string[] = [];
    const chain = sequencer({ name: "s", inputSchema: z.string() })
      .step(handler, { execute: (text) => text.length })
      .step(handler, { outputSchema: z.string(), execute: (n) => "x".repeat(n) })
      .step(generator, { model: "a/b", user: (text) => text.toUpperCase() })
      .tap(handler, { name: "look", execute: () => undefined });
    expectTypeOf(chain).toEqualTypeOf<SequencerDefinition<string, string, any>>();
    const modelResolver = () => ({
      modelId: "m",
      generate: async ({ messages }: { messages: any[] }) => ({ text: `said ${messages[0].content}` }),
    });
    const result = await runBlock(chain, "abc", {
      modelResolver,
      onEvent: (event) => event.type === "block.started" && names.push(event.name),
    });
    expect(result).toMatchObject({ ok: true, output: "said XXX" });
    expect(names).toEqual(["s", "inline-1", "inline-2", "inline-3", "look"]);
  });
});

describe("rescue", () => {
  const answer = handler({ name: "answer", execute: (error: Error) => `rescued ${error.message}` });

  test("answers for the whole chain, wherever it is written", async () => {
    const chain = sequencer({ name: "s", inputSchema: z.string() })
      .rescue([{ block: answer }])
      .step(fail)
      .step(length);
    expect(await runBlock(chain, "x")).toMatchObject({ ok: true, output: "rescued broken" });
    const typed = sequencer({ name: "s", inputSchema: z.string() })
      .step(length)
      .rescue([{ block: answer }]);
    expectTypeOf(typed).toEqualTypeOf<SequencerDefinition<string, number, any, string>>();
    const result = await runBlock(typed, "abc");
    if (result.ok) expectTypeOf(result.output).toEqualTypeOf<number | string>();
  });

  test("called again it replaces the one before", async () => {
    const other = handler({ name: "other", execute: () => "other" });
    const chain = sequencer({ name: "s" })
      .step(fail)
      .rescue([{ block: answer }])
      .rescue([{ block: other }]);
    expect(await runBlock(chain, "x")).toMatchObject({ output: "other" });
  });

  test("leaves errors it does not name", async () => {
    const chain = sequencer({ name: "s" })
      .step(fail)
      .rescue([{ when: [TypeError], block: answer }]);
    expect(await runBlock(chain, "x")).toMatchObject({ ok: false, error: { message: "broken" } });
  });

  test("asks a function whether an error is meant", async () => {
    const meant = (message: string) =>
      sequencer({ name: "s" })
        .step(fail)
        .rescue([{ when: (error) => error.message === message, block: answer }]);
    expect(await runBlock(meant("broken"), "x")).toMatchObject({ ok: true, output: "rescued broken" });
    expect(await runBlock(meant("other"), "x")).toMatchObject({ ok: false, error: { message: "broken" } });
  });
});

describe("output schema", () => {
  const chain = sequencer({ name: "s", outputSchema: z.object({ n: z.number().transform((n) => n + 1) }) });

  test("is checked at the end, transforms apply", async () => {
    expect(
      await runBlock(
        chain.map(() => ({ n: 1 })),
        0,
      ),
    ).toMatchObject({ ok: true, output: { n: 2 } });
    expect(
      await runBlock(
        chain.map(() => ({ n: "x" })),
        0,
      ),
    ).toMatchObject({
      ok: false,
      error: { name: "SequencerOutputSchemaError", code: "sequencer_output_schema_error", blockName: "s" },
    });
  });

  test("is checked after an early exit and after a rescue too", async () => {
    const exits = chain.exitIf(() => true).map(() => ({ n: 1 }));
    expect(await runBlock(exits, "early")).toMatchObject({
      error: { code: "sequencer_output_schema_error" },
    });
    const rescued = chain.step(fail).rescue([{ block: handler({ name: "r", execute: () => "no" }) }]);
    expect(await runBlock(rescued, 0)).toMatchObject({ error: { code: "sequencer_output_schema_error" } });
  });
});

describe("state", () => {
  const stateSchema = z.object({ seen: z.array(z.string()).default([]), count: z.number().default(0) });
  const see = handler({
    name: "see",
    sequencerStateSchema: stateSchema,
    execute: async (text: string, ctx) => {
      expectTypeOf(ctx.sequencer.state.count).toEqualTypeOf<number>();
      await ctx.sequencer.pushState({ seen: text });
      await ctx.sequencer.incState({ count: 1 });
      return text;
    },
  });

  test("belongs to the run: fresh each time, started from what the run was given", async () => {
    const chain = sequencer({ name: "s", stateSchema })
      .step(see)
      .map((_, ctx) => ctx.sequencer.state);
    expect(await runBlock(chain, "a")).toMatchObject({ output: { seen: ["a"], count: 1 } });
    expect(await runBlock(chain, "b")).toMatchObject({ output: { seen: ["b"], count: 1 } });
    expect(await runBlock(chain, "c", { state: { count: 10 } })).toMatchObject({ output: { count: 11 } });
    expect(await runBlock(chain, "c", { state: { count: "x" } })).toMatchObject({
      error: { code: "validation-error" },
    });
  });

  test("is that of the nearest sequencer with a schema", async () => {
    const inner = sequencer({ name: "inner", stateSchema }).step(see);
    const passing = sequencer({ name: "passing" }).step(see);
    const outer = sequencer({ name: "outer", stateSchema })
      .step(inner)
      .step(passing)
      .map((_, ctx) => ctx.sequencer.state.count);
    expect(await runBlock(outer, "a")).toMatchObject({ output: 1 });
  });

  test("concurrent branches lose nothing", async () => {
    const chain = sequencer({ name: "s", stateSchema })
      .forEach(see)
      .map((_, ctx) => ctx.sequencer.state);
    const words = Array.from({ length: 50 }, (_, i) => `w${i}`);
    const result = await runBlock(chain, words);
    expect(result).toMatchObject({ output: { count: 50 } });
    expect(result.ok && new Set((result.output as { seen: string[] }).seen)).toEqual(new Set(words));
  });

  test("using it where there is none says what to do", async () => {
    expect(await runBlock(see, "a")).toMatchObject({ ok: false, error: { code: "no-sequencer-state" } });
  });
});

import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { handler } from "../handler.ts";
import { runBlock } from "../run-block.ts";
import { sequencer } from "./sequencer.ts";
import type { SequencerDefinition } from "./sequencer-definition.ts";

const start = sequencer({ name: "s", inputSchema: z.number() });
const text = handler({ name: "text", inputSchema: z.number(), execute: (n) => `#${n}` });
const shout = handler({ name: "shout", inputSchema: z.string(), execute: (s) => `${s}!` });

test("step takes a connector for its block", async () => {
  const chain = start.step((n, ctx) => `${n}@${ctx.path}`, shout);
  expectTypeOf(chain).toEqualTypeOf<SequencerDefinition<number, string, any>>();
  expect(await runBlock(chain, 1)).toMatchObject({ output: "1@s!" });
});

test("stepIf runs when the condition holds, and passes the value on otherwise", async () => {
  const chain = start.stepIf(async (n) => n > 1, text);
  expectTypeOf(chain).toEqualTypeOf<SequencerDefinition<number, number | string, any>>();
  expect(await runBlock(chain, 2)).toMatchObject({ output: "#2" });
  expect(await runBlock(chain, 1)).toMatchObject({ output: 1 });
  expect(
    await runBlock(
      start.stepIf(() => true, String, shout),
      1,
    ),
  ).toMatchObject({ output: "1!" });
  expect(
    await runBlock(
      start.stepIf(() => true, handler, { execute: (n) => n + 1 }),
      1,
    ),
  ).toMatchObject({ output: 2 });
});

test("map transforms without a block", async () => {
  const chain = start.map(async (n) => [n]);
  expectTypeOf(chain).toEqualTypeOf<SequencerDefinition<number, number[], any>>();
  expect(await runBlock(chain, 1)).toMatchObject({ output: [1] });
});

test("tap and tapIf leave the value alone; what they throw is thrown", async () => {
  const seen: unknown[] = [];
  const note = handler({ name: "note", execute: (value: unknown) => void seen.push(value) });
  const chain = start
    .tap(note)
    .tap((n) => void seen.push(`fn ${n}`))
    .tap((n) => n * 10, note)
    .tapIf((n) => n > 100, note)
    .tapIf(
      (n) => n < 100,
      (n) => n * 100,
      note,
    )
    .tapIf(
      () => true,
      (n) => void seen.push(`if ${n}`),
    );
  expectTypeOf(chain).toEqualTypeOf<SequencerDefinition<number, number, any>>();
  expect(await runBlock(chain, 1)).toMatchObject({ output: 1 });
  expect(seen).toEqual([1, "fn 1", 10, 100, "if 1"]);
  const broken = start.tap(() => {
    throw new Error("tap");
  });
  expect(await runBlock(broken, 1)).toMatchObject({ ok: false, error: { message: "tap" } });
});

test("getBlockOutput gives what a block came to earlier in the run", async () => {
  const chain = start
    .step(text)
    .step(shout)
    .map((value, ctx) => [value, ctx.getBlockOutput(text), ctx.getBlockOutput("none")]);
  expect(await runBlock(chain, 3)).toMatchObject({ output: ["#3!", "#3", undefined] });
});

test("a block knows its parent and its path", async () => {
  const look = handler({
    name: "look",
    execute: (_: unknown, ctx) => [ctx.parent?.name, ctx.parent?.kind, ctx.parent?.input, ctx.path],
  });
  expect(await runBlock(start.step(text).step(look), 3)).toMatchObject({
    output: ["s", "sequencer", 3, "s/look"],
  });
});

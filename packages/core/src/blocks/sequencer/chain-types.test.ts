import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { generator } from "../generator/generator.ts";
import { handler } from "../handler.ts";
import { keyedRouter } from "../keyed-router.ts";
import { router } from "../router.ts";
import { runBlock } from "../run-block.ts";
import { sequencer } from "./sequencer.ts";

const numbers = sequencer({ name: "s", inputSchema: z.number() });
const shout = handler({ name: "shout", inputSchema: z.string(), execute: (text) => text.toUpperCase() });
const half = handler({ name: "half", inputSchema: z.number(), execute: (n) => n / 2 });

test("what a chain may end with early is part of its output type", async () => {
  const chain = numbers.exitIf((n) => n > 1).map(String);
  const early = await runBlock(chain, 5);
  if (early.ok) expectTypeOf(early.output).toEqualTypeOf<string | number>();
  expect(early).toMatchObject({ output: 5 });
  expect(await runBlock(chain, 1)).toMatchObject({ output: "1" });
});

test("a rescued value is one the chain ends with, not one that goes on", () => {
  const chain = numbers.rescue([{ block: handler({ name: "r", execute: () => null }) }]).step(half);
  expectTypeOf(runBlock(chain, 1))
    .resolves.extract<{ ok: true }>()
    .toHaveProperty("output")
    .toEqualTypeOf<number | null>();
});

test("connectors have to give their block what it takes", async () => {
  const fits = numbers
    .parallel({ a: { connector: (n) => `${n}`, block: shout }, b: half })
    .branch({ only: [({ a }) => a, ({ b }) => b > 0, shout] });
  expect(await runBlock(fits, 3)).toMatchObject({ ok: true, output: "3" });
  expectTypeOf(fits).not.toBeAny();
  // @ts-expect-error the block takes a string, the connector gives a number
  numbers.parallel({ a: { connector: (n: number) => n, block: shout } });
  // @ts-expect-error the block takes a string, the connector gives a number
  numbers.stepAll([{ connector: (n: number) => n, block: shout }]);
  // @ts-expect-error the block takes a string, the connector gives a number
  numbers.branch({ a: [(n: number) => n, () => true, shout] });
});

test("routes have to take what the router takes", () => {
  // @ts-expect-error the route takes a string, the router a number
  router({ name: "r", inputSchema: z.number(), routes: [shout], execute: () => shout });
  // @ts-expect-error the block takes a string, the router a number
  keyedRouter({ name: "r", inputSchema: z.number(), blocks: { a: shout }, select: () => "a" });
  expectTypeOf(
    router({ name: "r", inputSchema: z.number(), routes: [half], execute: () => half }),
  ).not.toBeAny();
});

const asks = { name: "g", model: "sim/weak" };

test.each([
  ["a handler without a name", () => handler({ name: " ", execute: () => 1 }), "has no name"],
  ["a sequencer without a name", () => sequencer({} as { name: string }), "has no name"],
  ["a handler without execute", () => handler({ name: "h" } as never), '"h" has nothing to do'],
  [
    "a loop of no turns",
    () => numbers.doUntil(() => true, half, { maxIterations: 0 }),
    "whole number from 1",
  ],
  ["a loop of NaN turns", () => numbers.doWhile(() => true, half, { maxIterations: Number.NaN }), "NaN"],
  ["tool calls of NaN turns", () => generator({ ...asks, maxIterations: Number.NaN }), "NaN"],
  [
    "a loop config of less than no turns",
    () => generator({ ...asks, loop: { maxIterations: -1 } }),
    "whole number from 0",
  ],
  ["NaN repairs", () => generator({ ...asks, repair: { maxAttempts: Number.NaN } }), "repair.maxAttempts"],
  [
    "NaN tries of a model",
    () => generator({ ...asks, retry: { maxAttempts: Number.NaN } }),
    "retry.maxAttempts",
  ],
  [
    "NaN tries of a handler",
    () => handler({ name: "h", retry: { maxAttempts: Number.NaN }, execute: () => 1 }),
    "retry.maxAttempts",
  ],
  [
    "NaN tries of a sequencer",
    () => sequencer({ name: "s", retry: { maxAttempts: Number.NaN } }),
    "retry.maxAttempts",
  ],
  [
    "NaN tries of a router",
    () => router({ name: "r", retry: { maxAttempts: Number.NaN }, routes: [half], execute: () => half }),
    "retry.maxAttempts",
  ],
  ["a fan-out of one and a half", () => numbers.stepAll([half], { maxConcurrency: 1.5 }), "1.5"],
])("%s is found where it is written", (_, make, message) => {
  expect(make).toThrow(message);
});

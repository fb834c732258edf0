import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { handler } from "../handler.ts";
import { runBlock } from "../run-block.ts";
import { sequencer } from "./sequencer.ts";
import type { SequencerDefinition } from "./sequencer-definition.ts";

const start = sequencer({ name: "s", inputSchema: z.number() });
const inc = handler({ name: "inc", inputSchema: z.number(), execute: (n) => n + 1 });

test("doUntil runs the body at least once, on its own output", async () => {
  const chain = start.doUntil((n) => n >= 5, inc);
  expectTypeOf(chain).toEqualTypeOf<SequencerDefinition<number, number, any>>();
  expect(await runBlock(chain, 1)).toMatchObject({ output: 5 });
  expect(await runBlock(chain, 9)).toMatchObject({ output: 10 });
});

test("doWhile asks first, so the body may never run", async () => {
  const chain = start.doWhile(async (n) => n < 5, inc);
  expectTypeOf(chain).toEqualTypeOf<SequencerDefinition<number, number, any>>();
  expect(await runBlock(chain, 1)).toMatchObject({ output: 5 });
  expect(await runBlock(chain, 9)).toMatchObject({ output: 9 });
});

test("both take a connector", async () => {
  expect(
    await runBlock(
      start.doUntil(
        (n) => n > 10,
        (n) => n * 2,
        inc,
      ),
      1,
    ),
  ).toMatchObject({ output: 15 });
  expect(
    await runBlock(
      start.doWhile(
        (n) => n < 10,
        (n) => n * 2,
        inc,
      ),
      1,
    ),
  ).toMatchObject({ output: 15 });
});

test("a loop that does not end is an error after 250 rounds, or as many as it is given", async () => {
  let rounds = 0;
  const count = handler({
    name: "count",
    execute: (n: number) => {
      rounds += 1;
      return n;
    },
  });
  expect(
    await runBlock(
      start.doUntil(() => false, count),
      1,
    ),
  ).toMatchObject({ error: { code: "loop-limit" } });
  expect(rounds).toBe(250);
  rounds = 0;
  expect(
    await runBlock(
      start.doWhile(() => true, count, { maxIterations: 3 }),
      1,
    ),
  ).toMatchObject({ error: { code: "loop-limit" } });
  expect(rounds).toBe(3);
  rounds = 0;
  const connected = start.doUntil(
    () => false,
    (n) => n,
    count,
    { maxIterations: 4 },
  );
  expect(await runBlock(connected, 1)).toMatchObject({ error: { code: "loop-limit" } });
  expect(rounds).toBe(4);
});

test("an abort ends a loop of code that never waits", async () => {
  const controller = new AbortController();
  const chain = start.doUntil((n) => {
    if (n === 20) controller.abort(new Error("enough"));
    return false;
  }, inc);
  expect(await runBlock(chain, 1, { signal: controller.signal })).toMatchObject({
    ok: false,
    aborted: true,
    error: { message: "enough" },
  });
});

import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { isRetryable, retryAfterMs } from "../../model/retryable.ts";
import type { FlowEvent } from "../events.ts";
import { handler } from "../handler.ts";
import { runBlock } from "../run-block.ts";
import { sequencer } from "./sequencer.ts";
import type { SequencerDefinition } from "./sequencer-definition.ts";

const start = sequencer({ name: "s", inputSchema: z.number() });
const after = <T>(name: string, ms: number, output: T) =>
  handler({
    name,
    execute: async (_: number) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return output;
    },
  });
const failing = (message: string) =>
  handler<number, never>({
    name: message,
    execute: () => {
      throw new Error(message);
    },
  });
const spent = handler<number, never>({
  name: "spent",
  execute: () => {
    throw Object.assign(new Error("spent"), { code: "budget-exceeded" });
  },
});

describe("stepAny", () => {
  test("takes the first that works", async () => {
    const late: string[] = [];
    const third = handler({ name: "third", execute: () => void late.push("ran") });
    const chain = start.stepAny([
      failing("one"),
      { connector: (n) => n + 1, block: after("two", 0, "two") },
      third,
    ]);
    expect(await runBlock(chain, 1)).toMatchObject({ output: "two" });
    expect(late).toEqual([]);
    expectTypeOf(start.stepAny([after("a", 0, 1), after("b", 0, "x")])).toEqualTypeOf<
      SequencerDefinition<number, number | string, any>
    >();
  });

  test("when none does, all reasons are given", async () => {
    const result = await runBlock(start.stepAny([failing("one"), failing("two")]), 1);
    if (result.ok) throw new Error("unreachable");
    expect(result.error).toBeInstanceOf(AggregateError);
    expect((result.error as AggregateError).errors.map((error) => error.message)).toEqual(["one", "two"]);
    expect(result.error.message).toMatch(/one: one.*two: two/);
  });

  test("an outage of one of them is told as one: the same may work a little later", async () => {
    const outage = handler<number, never>({
      name: "outage",
      execute: () => {
        throw Object.assign(new Error("overloaded"), {
          statusCode: 529,
          responseHeaders: { "retry-after": "7" },
        });
      },
    });
    for (const chain of [start.stepAny([failing("one"), outage]), start.race([failing("one"), outage])]) {
      const result = await runBlock(chain, 1);
      if (result.ok) throw new Error("unreachable");
      expect(isRetryable(result.error)).toBe(true);
      expect(retryAfterMs(result.error)).toBe(7_000);
    }
    const own = await runBlock(start.stepAny([failing("one"), failing("two")]), 1);
    expect(!own.ok && isRetryable(own.error)).toBe(false);
  });

  test("nothing is tried once the money is spent", async () => {
    const result = await runBlock(start.stepAny([spent, after("x", 0, 1)]), 1);
    expect(result).toMatchObject({ ok: false, error: { message: "spent" } });
  });
});

describe("race", () => {
  test("the first success wins; losers are stopped and not waited for", async () => {
    const signals: AbortSignal[] = [];
    const deaf = handler({
      name: "deaf",
      execute: (_: number, ctx) => {
        signals.push(ctx.signal);
        return new Promise<string>(() => {});
      },
    });
    const events: FlowEvent[] = [];
    const chain = start.race([deaf, failing("lost"), after("fast", 5, "fast")]);
    const result = await runBlock(chain, 1, { onEvent: (event) => events.push(event) });
    expect(result).toMatchObject({ ok: true, output: "fast" });
    expect(signals[0]?.aborted).toBe(true);
    const ends = events.flatMap((e) => (e.type === "block.failed" ? [[e.name, e.error.code]] : []));
    expect(ends).toEqual([
      ["lost", undefined],
      ["deaf", "race-lost"],
    ]);
    expect(events.at(-1)).toMatchObject({ type: "block.finished", name: "s" });
  });

  test("all failing is one error with all reasons, in their order", async () => {
    const result = await runBlock(start.race([failing("a"), failing("b")]), 1);
    expect(!result.ok && (result.error as AggregateError).errors.map((e) => e.message)).toEqual(["a", "b"]);
  });

  test("with a limit, those behind start only when one before them failed", async () => {
    const ran: string[] = [];
    const behind = handler({ name: "behind", execute: () => void ran.push("behind") });
    expect(await runBlock(start.race([after("a", 1, "a"), behind], { maxConcurrency: 1 }), 1)).toMatchObject({
      output: "a",
    });
    expect(ran).toEqual([]);
    await runBlock(start.race([failing("a"), behind], { maxConcurrency: 1 }), 1);
    expect(ran).toEqual(["behind"]);
  });

  test("a spent budget ends it", async () => {
    const endless = handler({ name: "endless", execute: () => new Promise(() => {}) });
    expect(await runBlock(start.race([endless, spent]), 1)).toMatchObject({
      ok: false,
      error: { message: "spent" },
    });
  });
});

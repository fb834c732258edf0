import { setTimeout } from "node:timers/promises";
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import type { FlowEvent } from "../events.ts";
import { handler } from "../handler.ts";
import { runBlock } from "../run-block.ts";
import { sequencer } from "./sequencer.ts";
import type { SequencerDefinition } from "./sequencer-definition.ts";

const start = sequencer({ name: "s", inputSchema: z.number() });
const inc = handler({ name: "inc", inputSchema: z.number(), execute: (n) => n + 1 });
const text = handler({ name: "text", inputSchema: z.number(), execute: async (n) => `#${n}` });

/** Counts how many of its runs overlap. */
function overlapping() {
  let now = 0;
  const seen = { most: 0, runs: 0 };
  const block = handler({
    name: "slow",
    execute: async (value: unknown) => {
      seen.runs += 1;
      seen.most = Math.max(seen.most, ++now);
      await setTimeout(3);
      now -= 1;
      return value;
    },
  });
  return { block, seen };
}

/** Fails; and one that waits until it is told to stop. */
const failing = handler<unknown, never>({
  name: "failing",
  execute: () => {
    throw new Error("broken");
  },
});
const endless = handler<unknown, string>({ name: "endless", execute: () => new Promise(() => {}) });

describe("parallel", () => {
  test("gives outputs by name", async () => {
    const chain = start.parallel({ a: inc, b: { connector: (n) => n * 10, block: text } });
    expectTypeOf(chain).toEqualTypeOf<SequencerDefinition<number, { a: number; b: string }, any>>();
    expect(await runBlock(chain, 1)).toMatchObject({ output: { a: 2, b: "#10" } });
  });

  test("the first failure stops the others, even those that do not listen", async () => {
    const events: FlowEvent[] = [];
    const result = await runBlock(start.parallel({ a: endless, b: failing }), 1, {
      onEvent: (e) => events.push(e),
    });
    expect(result).toMatchObject({ ok: false, aborted: false, error: { message: "broken" } });
    const failed = events.filter((event) => event.type === "block.failed");
    expect(failed.map((event) => [event.name, event.error.code])).toEqual([
      ["failing", undefined],
      ["endless", "sibling-failed"],
      ["s", undefined],
    ]);
  });

  test("after a refusal by a provider the others are heard out, but not for long", async () => {
    const refused = () =>
      Object.assign(new Error("no such key"), { name: "AI_APICallError", statusCode: 401 });
    const refusedAfter = (ms: number) =>
      handler<unknown, never>({
        name: "refused",
        execute: async (_value, { signal }) => {
          await setTimeout(ms, undefined, { signal });
          throw refused();
        },
      });
    const failures = async (branches: Record<string, typeof endless>) => {
      const events: FlowEvent[] = [];
      const result = await runBlock(start.parallel(branches), 1, { onEvent: (event) => events.push(event) });
      expect(result).toMatchObject({ ok: false, error: { message: "no such key" } });
      return events.flatMap((event) =>
        event.type === "block.failed" ? [event.error.code ?? event.error.message] : [],
      );
    };
    expect(await failures({ a: refusedAfter(0), b: refusedAfter(100) })).toEqual(
      Array.from({ length: 3 }, () => "no such key"),
    );
    expect(await failures({ a: refusedAfter(0), b: endless })).toContain("sibling-failed");
  });

  test("a branch that was stopped is not rescued, but the failure is", async () => {
    const never = handler({ name: "never", execute: () => "rescued inside" });
    const kind = handler({ name: "kind", execute: (error: Error) => `kept ${error.message}` });
    const ran: string[] = [];
    const result = await runBlock(
      start.parallel({ a: endless.rescue([{ block: never }]), b: failing }).rescue([{ block: kind }]),
      1,
      { onEvent: (event) => event.type === "block.started" && ran.push(event.name) },
    );
    expect(result).toMatchObject({ ok: true, output: "kept broken" });
    expect(ran).toEqual(["s", "endless", "failing", "kind"]);
  });

  test("runs no more at a time than it may", async () => {
    const { block, seen } = overlapping();
    await runBlock(start.parallel({ a: block, b: block, c: block, d: block }, { maxConcurrency: 2 }), 1);
    expect(seen).toEqual({ most: 2, runs: 4 });
  });
});

describe("stepAll", () => {
  test("gives outputs in order", async () => {
    const chain = start.stepAll([inc, text, { connector: () => 7, block: inc }]);
    expectTypeOf(chain).toEqualTypeOf<SequencerDefinition<number, [number, string, number], any>>();
    expect(await runBlock(chain, 1)).toMatchObject({ output: [2, "#1", 8] });
    expect(await runBlock(start.stepAll([]), 1)).toMatchObject({ output: [] });
  });

  test("runs no more at a time than it may, and starts none after a failure", async () => {
    const { block, seen } = overlapping();
    await runBlock(start.stepAll([block, block, block], { maxConcurrency: 1 }), 1);
    expect(seen).toEqual({ most: 1, runs: 3 });
    const after = overlapping();
    await runBlock(start.stepAll([failing, after.block], { maxConcurrency: 1 }), 1);
    expect(after.seen.runs).toBe(0);
  });
});

describe("forEach", () => {
  const list = sequencer({ name: "s", inputSchema: z.array(z.number()).nullish() });

  test("runs a block over a list, in order, each at a path of its own", async () => {
    const paths: string[] = [];
    const chain = list.forEach(inc);
    expectTypeOf(chain).toEqualTypeOf<SequencerDefinition<number[] | null | undefined, number[], any>>();
    const onEvent = (event: FlowEvent) => event.type === "block.started" && paths.push(event.path);
    expect(await runBlock(chain, [1, 2, 3], { onEvent })).toMatchObject({ output: [2, 3, 4] });
    expect(paths).toEqual(["s", "s/inc[0]", "s/inc[1]", "s/inc[2]"]);
    expect(await runBlock(chain, null)).toMatchObject({ output: [] });
  });

  test("takes a factory, a connector, and both", async () => {
    const times = (n: number, index: number) =>
      handler({ name: `b${index}`, execute: (_: number) => n * index });
    expect(await runBlock(list.forEach(times), [5, 5])).toMatchObject({ output: [0, 5] });
    const pair = (n: number) => [n, n + 1];
    const connected = start.forEach(pair, text, { maxConcurrency: 1 });
    expectTypeOf(connected).toEqualTypeOf<SequencerDefinition<number, string[], any>>();
    expect(await runBlock(connected, 1)).toMatchObject({ output: ["#1", "#2"] });
    const always = () => text;
    const both = start.forEach(pair, always);
    expect(await runBlock(both, 4)).toMatchObject({ output: ["#4", "#5"] });
  });

  test("runs no more at a time than it may", async () => {
    const { block, seen } = overlapping();
    await runBlock(list.forEach(block, { maxConcurrency: 3 }), [1, 2, 3, 4, 5, 6, 7]);
    expect(seen).toEqual({ most: 3, runs: 7 });
  });

  test("something that is no list is an error, for the compiler too", async () => {
    // @ts-expect-error a number is no list
    const chain = start.forEach(inc);
    expect(await runBlock(chain, 1)).toMatchObject({ ok: false, error: { code: "not-a-list" } });
  });

  test("one failure fails it all", async () => {
    expect(await runBlock(list.forEach(failing), [1, 2])).toMatchObject({
      ok: false,
      error: { message: "broken" },
    });
  });
});

import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import type { BlockDefinition } from "./block.ts";
import { handler } from "./handler.ts";
import { keyedRouter } from "./keyed-router.ts";
import { router } from "./router.ts";
import { runBlock } from "./run-block.ts";

const up = handler({ name: "up", execute: (text: string) => text.toUpperCase() });
const count = handler({ name: "count", execute: (text: string) => text.length });

test("runs the block it chooses, by reference or by name", async () => {
  const byReference = router({
    name: "r",
    inputSchema: z.string(),
    routes: [up, count],
    execute: (text) => (text.length > 3 ? count : up),
  });
  expectTypeOf(byReference).toEqualTypeOf<BlockDefinition<string, string | number>>();
  expect(await runBlock(byReference, "abc")).toMatchObject({ output: "ABC" });
  expect(await runBlock(byReference, "abcd")).toMatchObject({ output: 4 });
  const byName = router({ name: "r", routes: [up, count], execute: async () => "count" });
  expect(await runBlock(byName, "ab")).toMatchObject({ output: 2 });
});

test("a choice that is no route names the routes", async () => {
  const lost = router({ name: "lost", routes: [up, count], execute: () => "down" });
  const result = await runBlock(lost, "x");
  expect(result).toMatchObject({ ok: false, error: { code: "unknown-route" } });
  expect(!result.ok && result.error.message).toMatch(/"down".*up, count/);
});

test("two different routes of one name cannot be built", () => {
  const other = handler({ name: "up", execute: (text: string) => text });
  expect(() => router({ name: "r", routes: [up, other], execute: () => up })).toThrow(
    /two different routes named "up"/,
  );
  expect(() => router({ name: "r", routes: [up, up], execute: () => up })).not.toThrow();
});

test("a keyed router dispatches by key, falls back, or lists its keys", async () => {
  const blocks = { loud: up, size: count };
  const strict = keyedRouter({
    name: "k",
    inputSchema: z.string(),
    blocks,
    select: (text) => (text === "a" ? "loud" : "toString"),
  });
  expectTypeOf(strict).toEqualTypeOf<BlockDefinition<string, string | number>>();
  expect(await runBlock(strict, "a")).toMatchObject({ output: "A" });
  const missed = await runBlock(strict, "b");
  expect(!missed.ok && missed.error.message).toMatch(/"toString".*loud, size/);
  const kind = keyedRouter({ name: "k", blocks, select: () => "none", fallback: up });
  expect(await runBlock(kind, "b")).toMatchObject({ output: "B" });
});

import { handler, runBlock, sequencer } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { enrich } from "./enrich.ts";

const double = handler({ name: "double", execute: (n: number) => n * 2 });
const doubling = enrich({
  name: "doubling",
  block: double,
  ask: ({ n }: { n: number; label: string }) => n,
  add: (value, doubled) => ({ ...value, n: doubled }),
});

test("the block sees its part, and the value goes on with what it gave", async () => {
  const result = await runBlock(doubling, { n: 21, label: "kept" });
  expect(result).toMatchObject({ ok: true, output: { n: 42, label: "kept" } });
});

test("works in loops and side by side, each with its own value", async () => {
  const chain = sequencer({ name: "chain" })
    .map((ns: number[]) => ns.map((n) => ({ n, label: String(n) })))
    .forEach(
      sequencer({ name: "until" })
        .map((value: { n: number; label: string }) => value)
        .doUntil(({ n }) => n > 20, doubling),
    );
  const result = await runBlock(chain, [1, 2, 3]);
  expect(result).toMatchObject({
    ok: true,
    output: [
      { n: 32, label: "1" },
      { n: 32, label: "2" },
      { n: 24, label: "3" },
    ],
  });
});

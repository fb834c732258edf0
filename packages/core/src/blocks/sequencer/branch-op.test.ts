import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { handler } from "../handler.ts";
import { runBlock } from "../run-block.ts";
import { sequencer } from "./sequencer.ts";
import type { SequencerDefinition } from "./sequencer-definition.ts";

const start = sequencer({ name: "s", inputSchema: z.number() });
const inc = handler({ name: "inc", inputSchema: z.number(), execute: (n) => n + 1 });
const text = handler({ name: "text", inputSchema: z.object({ n: z.number() }), execute: ({ n }) => `#${n}` });

test("the first branch whose condition holds runs, on the input made for it", async () => {
  const chain = start.branch({
    big: [(n) => ({ n }), (n) => n > 10, text],
    positive: [(n) => n * 2, async (n) => n > 0, inc],
  });
  expectTypeOf(chain).toEqualTypeOf<SequencerDefinition<number, string | number, any>>();
  expect(await runBlock(chain, 11)).toMatchObject({ output: "#11" });
  expect(await runBlock(chain, 3)).toMatchObject({ output: 7 });
});

test("when none holds, the error names them", async () => {
  const chain = start.branch({
    big: [(n) => n, (n) => n > 10, inc],
    odd: [(n) => n, (n) => n % 2 === 1, inc],
  });
  const result = await runBlock(chain, 2);
  expect(result).toMatchObject({ ok: false, error: { code: "no-branch" } });
  expect(!result.ok && result.error.message).toContain("big, odd");
});

test("a branch in another order cannot be built", () => {
  expect(() => start.branch({ x: [inc, () => true, () => 1] as never })).toThrow(
    /\[connector, condition, block\]/,
  );
});

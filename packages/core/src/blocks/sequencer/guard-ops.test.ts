import { expect, test } from "vitest";
import { z } from "zod";
import { runBlock } from "../run-block.ts";
import { sequencer } from "./sequencer.ts";

const start = sequencer({ name: "s", inputSchema: z.number() });

test("exitIf ends the chain with the value so far, and only this chain", async () => {
  const chain = start.exitIf(async (n) => n > 1).map((n) => n + 100);
  expect(await runBlock(chain, 1)).toMatchObject({ output: 101 });
  expect(await runBlock(chain, 2)).toMatchObject({ output: 2 });
  expect(
    await runBlock(
      sequencer({ name: "outer" })
        .step(chain)
        .map((n) => [n]),
      2,
    ),
  ).toMatchObject({ output: [2] });
});

test("throwIf fails the chain with the error, or one made from the value", async () => {
  const chain = start
    .throwIf(
      (n) => n > 5,
      (n) => new RangeError(`${n} is too much`),
    )
    .throwIf((n) => n < 0, new TypeError("negative"));
  expect(await runBlock(chain, 1)).toMatchObject({ ok: true, output: 1 });
  expect(await runBlock(chain, 6)).toMatchObject({
    ok: false,
    error: { name: "RangeError", message: "6 is too much" },
  });
  expect(await runBlock(chain, -1)).toMatchObject({ ok: false, error: { message: "negative" } });
});

import { expect, test, vi } from "vitest";
import { createAccount } from "../money/create-account.ts";
import { generator } from "./generator/generator.ts";
import { handler } from "./handler.ts";
import { runBlock } from "./run-block.ts";
import { sequencer } from "./sequencer/sequencer.ts";

/** This package as a second copy in the same tree has it, such as that of a library of patterns. */
async function anotherCopy() {
  vi.resetModules();
  const other = {
    generator: (await import("./generator/generator.ts")).generator,
    runBlock: (await import("./run-block.ts")).runBlock,
    sequencer: (await import("./sequencer/sequencer.ts")).sequencer,
  };
  expect(other.generator).not.toBe(generator);
  return other;
}

const usage = { promptTokens: 1000, completionTokens: 1000 };
const modelResolver = (modelId: string) => {
  return { modelId, price: { input: 1, output: 1 }, generate: async () => ({ text: "yes", usage }) };
};

test("a chain of another copy of this package runs in a chain, and what it spends counts in that", async () => {
  const other = await anotherCopy();
  const theirs = other.generator({ name: "theirs", model: "lab/model" });
  const chain = sequencer({ name: "chain" }).step(other.sequencer({ name: "inner" }).step(theirs));
  const account = createAccount({ name: "whole" });
  const result = await runBlock(chain, "x", { modelResolver, account });
  expect(result).toMatchObject({ ok: true, output: "yes", calls: 1, costUsd: 0.002 });
  expect([account.calls, account.spentUsd]).toEqual([1, 0.002]);
});

test("a run of another copy within a run books its calls once", async () => {
  const other = await anotherCopy();
  const theirs = other.generator({ name: "theirs", model: "lab/model" });
  const outer = handler({
    name: "outer",
    execute: (_: string, ctx) =>
      other.runBlock(theirs, "x", { account: ctx.account, modelResolver: (id) => ctx.resolveModel(id) }),
  });
  const result = await runBlock(outer, "x", { modelResolver });
  expect(result).toMatchObject({
    ok: true,
    output: { output: "yes", costUsd: 0.002 },
    calls: 1,
    costUsd: 0.002,
  });
});

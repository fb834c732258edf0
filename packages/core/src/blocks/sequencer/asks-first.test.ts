import { expect, test } from "vitest";
import type { BlockDefinition } from "../block.ts";
import { generator } from "../generator/generator.ts";
import { handler } from "../handler.ts";
import { sequencer } from "./sequencer.ts";

const asks = generator({ name: "asks", model: "acme/one", prompt: "Do it." });
const works = handler({ name: "works", execute: () => 1 });
const chain = () => sequencer({ name: "chain" });

const asksFirst: Record<string, BlockDefinition> = {
  "a generator": asks,
  "a chain that begins with one": chain().step(asks).step(works),
  "a chain that begins with such a chain": chain().step(chain().step(asks)).map(String),
  "one with a way out of errors": chain()
    .step(asks)
    .rescue([{ block: works }]),
  "one under another name": chain().step(asks.asTool({ name: "asker" })),
  "one whose output is changed": chain().step(asks.connectOutput(String)),
};

const worksFirst: Record<string, BlockDefinition> = {
  "a handler": works,
  "an empty chain": chain(),
  "a chain that begins with a handler": chain().step(works).step(asks),
  "a chain that begins with code": chain().map(String).step(asks),
  "a chain that looks at its input": chain().stepIf(() => true, asks),
  "a step with an input of its own": chain().step((input: unknown) => input, asks),
  "a block with an input of its own": chain().step(asks.connectInput((input: unknown) => input)),
  "a chain with an input of its own": chain()
    .step(asks)
    .connectInput((input: unknown) => input),
};

test.each(Object.entries(asksFirst))("%s asks first", (_, block) => {
  expect(block["~block"].asksFirst).toBe(true);
});

test.each(Object.entries(worksFirst))("%s works first", (_, block) => {
  expect(block["~block"].asksFirst ?? false).toBe(false);
});

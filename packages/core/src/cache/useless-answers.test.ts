import { expect, test } from "vitest";
import * as z from "zod";
import { generator } from "../blocks/generator/generator.ts";
import { handler } from "../blocks/handler.ts";
import { type RunBlockOptions, runBlock } from "../blocks/run-block.ts";
import { sequencer } from "../blocks/sequencer/sequencer.ts";
import { createMemoryCache } from "./memory-cache.ts";

const settings = { model: "test/one", outputSchema: z.object({ n: z.number() }) };
const count = generator({ ...settings, name: "count" });
const stream = generator({ ...settings, name: "count", stream: true });

/** Models that say these texts one after the other, the last one for ever, and how often they were asked. */
function saying(...texts: string[]) {
  let asked = 0;
  const modelResolver: RunBlockOptions["modelResolver"] = (modelId) => ({
    modelId,
    generate: async () => ({
      text: texts[Math.min(asked++, texts.length - 1)]!,
      usage: { promptTokens: 1, completionTokens: 1 },
    }),
  });
  return { modelResolver, cache: createMemoryCache(), cell: "c", asked: () => asked };
}

test.each([
  ["a plain call", count],
  ["a stream", stream],
])("what did not fit the schema is asked for again, as %s", async (_how, block) => {
  const given = saying("no", "no", "no", "no", '{"n":1}');
  expect(await runBlock(block, "x", given)).toMatchObject({ ok: false });
  const asked = given.asked();
  expect(await runBlock(block, "x", given)).toMatchObject({ ok: false });
  expect(given.asked()).toBeGreaterThan(asked);
  const last = await runBlock(block, "x", given);
  expect(last).toMatchObject({ ok: true, output: { n: 1 } });
  const all = given.asked();
  expect(await runBlock(block, "x", given)).toMatchObject({ ok: true, calls: 0 });
  expect(given.asked()).toBe(all);
});

test("an answer that was filtered, or empty, is asked for again", async () => {
  for (const answer of [
    { text: "", finishReason: "stop" },
    { text: "I won't.", finishReason: "content-filter" },
  ]) {
    let asked = 0;
    const generate = async () => ({ ...(++asked === 1 ? answer : { text: '{"n":1}' }) });
    const given = { modelResolver: (modelId: string) => ({ modelId, generate }), cache: createMemoryCache() };
    expect(await runBlock(count, "x", given)).toMatchObject({ ok: false });
    expect(await runBlock(count, "x", given)).toMatchObject({ ok: true });
  }
});

test("what was mended plays again as it was, for nothing", async () => {
  const repairing = generator({ ...settings, name: "count", repair: { maxAttempts: 1 } });
  const given = saying("no", '{"n":2}');
  for (const calls of [2, 0]) {
    expect(await runBlock(repairing, "x", given)).toMatchObject({ ok: true, output: { n: 2 }, calls });
  }
});

test("in a run that came through without it, nothing is asked again", async () => {
  const rescued = sequencer({ name: "s" })
    .step(count)
    .rescue([{ block: handler({ name: "instead", execute: () => ({ n: 0 }) }) }]);
  const given = saying("no");
  expect(await runBlock(rescued, "x", given)).toMatchObject({ ok: true });
  const asked = given.asked();
  expect(await runBlock(rescued, "x", given)).toMatchObject({ ok: true, calls: 0 });
  expect(given.asked()).toBe(asked);
});

test("a replay is given it all the same: it plays what was", async () => {
  const given = saying("no", "no", '{"n":1}');
  await runBlock(count, "x", given);
  const asked = given.asked();
  const again = await runBlock(count, "x", { ...given, cacheMode: "replay" });
  expect(again).toMatchObject({ ok: false, error: { code: "output-validation-error" } });
  expect(given.asked()).toBe(asked);
});

test("whoever wants the failure to stay can have it", async () => {
  const given = saying("no", "no", '{"n":1}');
  const keeping = { ...given, keepUseless: true };
  const first = await runBlock(count, "x", keeping);
  const asked = given.asked();
  expect(await runBlock(count, "x", keeping)).toMatchObject({ ok: false, calls: 0 });
  expect(given.asked()).toBe(asked);
  if (!first.ok) await first.disown();
  await runBlock(count, "x", given);
  expect(given.asked()).toBeGreaterThan(asked);
});

test("a cache that cannot be written costs the run nothing but a warning", async () => {
  const given = saying("no");
  const cache = { ...given.cache, put: async () => Promise.reject(new Error("full")) };
  const result = await runBlock(count, "x", { ...given, cache });
  expect(result).toMatchObject({ ok: false, error: { code: "output-validation-error" } });
});

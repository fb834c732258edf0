import { createMemoryCache, generator, sequencer } from "@flow-state-dev/core";
import { createSqliteStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import * as z from "zod";
import { evalBlock, runBenchmark } from "../src/index.ts";
import { answering, subject, tasksOf, verdicts } from "./support/plain-models.ts";

const base = () => ({
  subjects: [subject("solo")],
  tasks: tasksOf("reasoning"),
  model: "openai/gpt-5.4-mini",
  judgeModel: "anthropic/claude-haiku-4-5",
  runs: 1,
  modelResolver: answering("Something."),
  cache: createMemoryCache(),
});

test("a cell whose judge could not be read is judged when it is run again, with the same cache", async () => {
  const config = base();
  const unread = await runBenchmark({ ...config, judgeResolver: answering("I would rather not say.") });
  expect(unread.coverage).toMatchObject({ scored: 0, missing: { unscored: 1 } });
  const judgeResolver = answering(verdicts(() => true));
  for (const asked of [1, 1]) {
    const report = await runBenchmark({ ...config, judgeResolver });
    expect(report.coverage).toMatchObject({ scored: 1 });
    expect(judgeResolver.asked).toHaveLength(asked);
  }
  expect(config.modelResolver.asked).toHaveLength(1);
});

test("so it is when the run is resumed, and the subject is not run again", async () => {
  const store = createSqliteStore(":memory:");
  const config = { ...base(), store, resume: true };
  const unread = answering("I would rather not say.");
  await runBenchmark({ ...config, judgeResolver: unread });
  const report = await runBenchmark({ ...config, judgeResolver: answering(verdicts(() => true)) });
  expect(report.coverage).toMatchObject({ scored: 1 });
  // Asked, asked to mend it, and both afresh.
  expect([unread.asked.length, config.modelResolver.asked.length]).toEqual([4, 1]);
  await store.close();
});

const count = generator({
  name: "count",
  model: "openai/gpt-5.4-mini",
  outputSchema: z.object({ n: z.number() }),
});

test("a subject that could make nothing of its answer has failed, and is not drawn again until it fits", async () => {
  const odd = {
    name: "odd",
    kind: "pattern" as const,
    sequencer: sequencer({ name: "odd" }).step(count),
    mapTask: ({ prompt }: { prompt: string }) => prompt,
  };
  const config = { ...base(), subjects: [odd], judgeResolver: answering(verdicts(() => true)) };
  for (const _ of [1, 2]) {
    const { failures } = await runBenchmark(config);
    expect(failures).toMatchObject([{ outcome: "errored" }]);
  }
  expect(config.modelResolver.asked).toHaveLength(2);
});

test("a case of a block that failed stays so with a cache, unless it is told otherwise", async () => {
  const asked = async (blockOptions: { keepUseless?: boolean }) => {
    const modelResolver = answering("no number");
    const given = { modelResolver, cache: createMemoryCache(), ...blockOptions };
    for (const _ of [1, 2])
      await evalBlock(count, { dataset: [{ input: "x" }], scorers: [], blockOptions: given });
    return modelResolver.asked.length;
  };
  expect(await asked({})).toBe(2);
  expect(await asked({ keepUseless: false })).toBe(4);
});

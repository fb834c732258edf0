// Short cells are made ready before there is a slot for them: never more than allowed are at work for it.
import { setTimeout as sleep } from "node:timers/promises";
import {
  type BenchmarkSubject,
  generator,
  handler,
  type ModelResolver,
  sequencer,
} from "@flow-state-dev/core";
import { createSqliteStore, type RunStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { exactMatch, runBenchmark } from "../src/index.ts";

const concurrency = 4;

/** Counts what is at work at once, and what is written down of calls when one goes out. */
function setUp() {
  const store = createSqliteStore(":memory:");
  let [atWork, most, opened, mostOpened] = [0, 0, 0, 0];
  const work = async <T>(result: T): Promise<T> => {
    atWork += 1;
    most = Math.max(most, atWork);
    mostOpened = Math.max(mostOpened, opened);
    await sleep(5);
    atWork -= 1;
    return result;
  };
  const counted: RunStore = new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (name === "chargeCall") opened -= 1;
        const result = value.apply(target, args) as unknown;
        if (name !== "openCall") return result;
        return sleep(3).then(() => {
          opened += 1;
          return result;
        });
      };
    },
  });
  const usage = { promptTokens: 10, completionTokens: 2, totalTokens: 12 };
  const modelResolver: ModelResolver = (modelId) => ({
    modelId,
    generate: async () => ({ text: await work("yes"), usage }),
  });
  return { store: counted, modelResolver, work, seen: () => ({ most, mostOpened }) };
}

const model = "openai/gpt-5.4-mini";
const ask = generator({ name: "ask", model, prompt: "Say yes.", user: () => "Well?" });

function run(subject: BenchmarkSubject, { store, modelResolver }: ReturnType<typeof setUp>) {
  return runBenchmark({
    ...{ subjects: [subject], model, modelResolver, judgeResolver: modelResolver, store, concurrency },
    tasks: Array.from({ length: 120 }, (_, at) => {
      return { id: `t${at}`, category: "reasoning", prompt: "?", rubric: [], expected: "yes" };
    }),
    runs: 1,
    scorers: [exactMatch()],
  });
}

const subjectOf = (steps: BenchmarkSubject["sequencer"]): BenchmarkSubject => {
  return { name: "subject", kind: "pattern", sequencer: steps, mapTask: ({ prompt }) => prompt };
};

test("calls are written down while others are under way, and never more of them go out than allowed", async () => {
  const setup = setUp();
  const report = await run(subjectOf(sequencer({ name: "asks" }).step(ask)), setup);
  expect(report.results.filter(({ passed }) => passed)).toHaveLength(120);
  expect(setup.seen().most).toBe(concurrency);
  expect(setup.seen().mostOpened).toBeGreaterThan(concurrency);
  let calls = 0;
  for await (const call of setup.store.calls(report.runId!)) calls += call.state === "charged" ? 1 : 0;
  expect(calls).toBe(120);
});

test("code of a subject runs in its slot", async () => {
  const setup = setUp();
  const works = handler({ name: "works", execute: () => setup.work("yes") });
  const report = await run(subjectOf(sequencer({ name: "works" }).step(works).step(ask)), setup);
  expect(report.results.filter(({ passed }) => passed)).toHaveLength(120);
  expect(setup.seen().most).toBe(concurrency);
});

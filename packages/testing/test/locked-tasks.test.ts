// What a subject, a scorer or the caller does to a task while a benchmark runs changes nobody's grading.
import type { BenchmarkSubject, BenchmarkTask } from "@flow-state-dev/core";
import { handler, sequencer } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { runBenchmark, type Scorer } from "../src/index.ts";
import { answering, subject, verdicts } from "./support/plain-models.ts";

const judged = (): BenchmarkTask => ({
  ...{ id: "t1", category: "reasoning", prompt: "Say the word.", rubric: ["Says the word", "Says no more"] },
  ...{ expected: { words: ["sesame"] }, metadata: { tags: ["plain"] } },
});

/** A subject that is given the whole task and does something to it. */
function meddler(meddle: (task: BenchmarkTask) => void): BenchmarkSubject {
  const block = handler({
    name: "meddle",
    execute: (task: BenchmarkTask) => {
      meddle(task);
      return "open";
    },
  });
  return {
    ...{ name: "meddler", kind: "pattern", sequencer: sequencer({ name: "meddler" }).step(block) },
    mapTask: (task) => task,
  };
}

function base(subjects: BenchmarkSubject[]) {
  return {
    ...{ subjects, tasks: [judged()], runs: 2, concurrency: 1, model: "openai/gpt-5.4-mini" },
    judgeModel: "anthropic/claude-haiku-4-5",
    modelResolver: answering("open"),
    judgeResolver: answering(verdicts(() => true)),
  };
}

const spoil = (task: BenchmarkTask) => {
  task.rubric.splice(0, 2, "Says anything");
  task.prompt = "Say anything.";
  (task.expected as { words: string[] }).words[0] = "open";
  (task.metadata as { tags: string[] }).tags.push("spoilt");
  task.expected = { words: ["open"] };
};

/** Keeps what it is shown. */
function watching(): Scorer<unknown> & { seen: unknown[] } {
  const seen: unknown[] = [];
  return {
    ...{ name: "watching", seen },
    score({ expected, input, task }) {
      seen.push(structuredClone({ expected, input, metadata: task?.metadata }));
      return { score: 1, passed: true };
    },
  };
}

const untouched = {
  ...{ expected: { words: ["sesame"] }, input: "Say the word.", metadata: { tags: ["plain"] } },
};

test.each([
  ["its block", meddler(spoil)],
  [
    "its mapTask",
    {
      ...subject("maps"),
      mapTask: (task: BenchmarkTask) => {
        spoil(task);
        return { prompt: task.prompt };
      },
    },
  ],
])(
  "a subject that changes the task in %s changes no grading and not the caller's task",
  async (_where, bad) => {
    const scorer = watching();
    const config = { ...base([bad, subject("solo", "baseline")]), scorers: [scorer] };
    const report = await runBenchmark(config);
    expect(report.coverage.scored).toBe(4);
    expect(config.judgeResolver.asked).toHaveLength(4);
    for (const { user } of config.judgeResolver.asked) {
      expect(user).toContain("Says no more");
      expect(user).toContain("Say the word.");
      expect(user).not.toContain("Says anything");
    }
    expect(scorer.seen).toEqual(Array(4).fill(untouched));
    expect(config.tasks).toEqual([judged()]);
  },
);

test("each cell is given the task as it was configured", async () => {
  const seen: unknown[] = [];
  const bad = meddler((task) => {
    seen.push(structuredClone(task));
    spoil(task);
  });
  await runBenchmark(base([bad]));
  expect(seen).toEqual([judged(), judged()]);
});

test("a scorer that changes what it is shown changes nothing for the next scorer and the next cell", async () => {
  const spoiling: Scorer<unknown> = {
    name: "spoiling",
    score({ expected, output, task }) {
      (expected as { words: string[] }).words.length = 0;
      (task!.metadata as { tags: string[] }).tags.length = 0;
      task!.id = "other";
      (output as { said: string[] }).said.push("more");
      return { score: 0, passed: false };
    },
  };
  const outputs: unknown[] = [];
  const scorer = watching();
  const outputWatcher: Scorer<unknown> = {
    name: "outputs",
    score({ output, task }) {
      outputs.push(structuredClone([output, task!.id]));
      return { score: 1, passed: true };
    },
  };
  const says = handler({ name: "says", execute: () => ({ said: ["open"] }) });
  const solo: BenchmarkSubject = { ...subject("solo"), sequencer: sequencer({ name: "solo" }).step(says) };
  const config = { ...base([solo]), scorers: [spoiling, scorer, outputWatcher] };
  const { results } = await runBenchmark(config);
  expect(results.map(({ codeScores }) => codeScores)).toEqual(
    Array(2).fill({ spoiling: 0, watching: 1, outputs: 1 }),
  );
  expect(scorer.seen).toEqual([untouched, untouched]);
  expect(outputs).toEqual(Array(2).fill([{ said: ["open"] }, "t1"]));
  expect(config.tasks).toEqual([judged()]);
});

test("what the caller does to the list of tasks after the start is without effect", async () => {
  const config = base([subject("solo")]);
  const running = runBenchmark(config);
  config.tasks[0]!.rubric.length = 0;
  config.tasks.push({ ...judged(), id: "late" });
  const report = await running;
  expect(report.coverage).toMatchObject({ planned: 2, scored: 2 });
  expect(config.judgeResolver.asked).toHaveLength(2);
});

test("a reference with methods of its own stays what it is", async () => {
  class Word {
    readonly word = "open";
    fits(said: unknown): boolean {
      return said === this.word;
    }
  }
  const fits: Scorer<unknown> = {
    name: "fits",
    score({ expected, output }) {
      const passed = (expected as Word).fits(output);
      return { score: passed ? 1 : 0, passed };
    },
  };
  const tasks = [{ ...judged(), expected: new Word() }];
  const { results } = await runBenchmark({ ...base([subject("solo")]), tasks, scorers: [fits] });
  expect(results.map(({ codeScores }) => codeScores)).toEqual([{ fits: 1 }, { fits: 1 }]);
});

test("a mapTask that returns a promise is waited for", async () => {
  const solo = {
    ...subject("solo"),
    mapTask: async ({ prompt }: BenchmarkTask) => ({ prompt: `${prompt}!` }),
  };
  const config = base([solo]);
  const { results } = await runBenchmark(config);
  expect(results.map(({ outcome }) => outcome)).toEqual(["passed", "passed"]);
  expect(config.modelResolver.asked.map(({ user }) => user)).toEqual(["Say the word.!", "Say the word.!"]);
});

test("a mapTask that never comes to an end is the subject's time, and its rejection breaks the subject", async () => {
  const waits = { ...subject("waits"), mapTask: () => new Promise(() => {}) };
  const breaks = { ...subject("breaks"), mapTask: () => Promise.reject(new Error("no map")) };
  const { results } = await runBenchmark({ ...base([waits, breaks]), runs: 1, cellTimeoutMs: 50 });
  expect(results.map(({ outcome }) => outcome)).toEqual(["timed-out", "errored"]);
  expect(results[1]!.error!.message).toContain("no map");
});

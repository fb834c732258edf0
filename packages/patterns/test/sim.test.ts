import { directAnswerPrompt, generator, runBlock, simModel } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { defaultBenchmarkRegistry } from "../src/registry/default-benchmark-registry.ts";

/** Answers that are mere numbers, and longer ones; of all difficulties. */
const tasks = Array.from({ length: 80 }, (_, at) => {
  const say = (count: number) => (at % 2 === 0 ? `${count}` : `exactly ${count} large crates`);
  const wrong = [say(at + 1), say(at + 2), say(at + 3)];
  const prompt = `How many crates of plums fit in van ${at} of the "yard" & leave <1 m> free?`;
  return { prompt, right: say(at), wrong, difficulty: (at % 4) - 1 };
});
const model = simModel("weak", { answerKey: tasks, latencyScale: 0, seed: 7 });

const baseline = generator({
  name: "single-generator-generator",
  model: "sim/weak",
  prompt: directAnswerPrompt,
  user: ({ goal }) => goal,
});

/** How often the answer is right; an error for an answer that is none of the known ones. */
async function shareRight(name: string): Promise<number> {
  const adapter = Object.entries(defaultBenchmarkRegistry).find(([each]) => each === name)?.[1];
  const subject = adapter?.build({ model: "sim/weak" });
  let right = 0;
  for (const [at, task] of tasks.entries()) {
    const input = subject?.mapTask({ id: `${at}`, category: "reasoning", rubric: [], ...task });
    const result = await runBlock<any, any>(subject?.sequencer ?? baseline, input ?? { goal: task.prompt }, {
      modelResolver: () => model,
      cell: `${name} ${at}`,
    });
    const output = result.ok ? result.output.trim() : result.error.message;
    expect([task.right, ...task.wrong], `${name}, ${task.prompt}`).toContain(output);
    if (output === task.right) right += 1;
  }
  return right / tasks.length;
}

const alone = await shareRight("single-generator");

test.each(Object.keys(defaultBenchmarkRegistry))(
  "%s answers every task of a simulated model, and does not lose by its wiring",
  async (name) => {
    expect(await shareRight(name)).toBeGreaterThan(alone - 0.1);
  },
);

test("patterns that review or vote gain by it, as they would on a real model", async () => {
  for (const name of ["supervisor", "self-consistency", "critique-revise"]) {
    expect(await shareRight(name), name).toBeGreaterThan(alone + 0.05);
  }
});

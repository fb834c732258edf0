// While the process stands still, stopped or blocked, the time of a subject does not run.
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { runBenchmark } from "../src/index.ts";
import { type Answer, answering, subject, tasksOf, verdicts } from "./support/plain-models.ts";

function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Two tasks at once, of which a subject has so long each; 20 ms after the start the second blocks the process. */
async function besideOneThatBlocks(blockMs: number, cellTimeoutMs: number, first: Answer) {
  let blocked = false;
  const modelResolver = answering(async (asked) => {
    if (asked.user.includes("number 1") || blocked) return typeof first === "string" ? first : first(asked);
    blocked = true;
    await wait(20);
    block(blockMs);
    return "something";
  });
  const report = await runBenchmark({
    ...{ subjects: [subject("solo", "baseline")], tasks: tasksOf("reasoning", "reasoning"), runs: 1 },
    ...{ model: "openai/gpt-5.4-mini", judgeModel: "anthropic/claude-haiku-4-5" },
    ...{ modelResolver, judgeResolver: answering(verdicts(() => true)), cellTimeoutMs },
  });
  return { report, asked: modelResolver.asked.filter(({ user }) => user.includes("number 1")).length };
}

const threeSteps: Answer = async () => {
  // What comes after the first step is not due yet when the block ends.
  for (let step = 0; step < 3; step += 1) await wait(40);
  return "something";
};

test("a subject beside one that blocks the process is not out of time for it", async () => {
  const { report } = await besideOneThatBlocks(500, 400, threeSteps);
  expect(report.results.map(({ outcome }) => outcome)).toEqual(["passed", "passed"]);
});

test("when it stood still for as long as a subject has, a timeout says nothing, and the subject is asked again", async () => {
  let times = 0;
  const hangsOnce: Answer = ({ signal }) => {
    times += 1;
    if (times > 1) return "something";
    return new Promise((_, reject) =>
      signal!.addEventListener("abort", () => reject(signal!.reason as Error)),
    );
  };
  const { report, asked } = await besideOneThatBlocks(500, 300, hangsOnce);
  expect(report.results[0]).toMatchObject({ outcome: "passed", attempts: 2 });
  expect(asked).toBe(2);
});

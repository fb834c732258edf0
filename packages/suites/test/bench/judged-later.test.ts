import { expect, test } from "vitest";
import type { Agent } from "../../src/agent/agent.ts";
import { parseAgent } from "../../src/agent/create-agent.ts";
import type { BenchConfig } from "../../src/bench/bench-config.ts";
import { type Bench, openBench } from "./support.ts";

const told = `echo '{"tokens":{"input":7,"output":3},"cost":0.01}' > "$X_USAGE"`;

/** An agent that costs a cent, and how often it worked. */
function countedAgent(command: string) {
  const inner = parseAgent(`command:${command} && ${told}`);
  const agent: Agent & { runs: number } = Object.assign(Object.create(inner), {
    runs: 0,
    run(job: Parameters<Agent["run"]>[0]) {
      agent.runs += 1;
      return inner.run(job);
    },
  });
  return agent;
}

/** A judge that does what is said at each of its calls, and finds everything met once all is said. */
function judgeThat(...steps: (() => unknown)[]): Partial<BenchConfig> & { prompts: string[] } {
  const prompts: string[] = [];
  const model = {
    modelId: "sim/judge",
    price: { input: 1, output: 1 },
    async generate({ messages }: { messages: unknown }) {
      prompts.push(JSON.stringify(messages));
      await steps.shift()?.();
      const findings = [{ criterion: "c1", evidence: "seen", verdict: "met" }];
      const usage = { promptTokens: 10, completionTokens: 5, totalTokens: 15 };
      return { text: JSON.stringify({ findings }), usage };
    },
  };
  return {
    judgeModel: "sim/judge",
    modelResolver: () => model,
    prompts,
  };
}

const refuse =
  (statusCode: number, said = "no") =>
  () => {
    throw Object.assign(new Error(`status ${statusCode}: ${said}`), { statusCode });
  };

const expectations = ["test:test -f done.txt", "judge:It is done.", "file:done.txt contains 'ready'"];

function runWith(bench: Bench, agent: Agent, more: Partial<BenchConfig>, it: Record<string, unknown> = {}) {
  const agents = [{ name: "agent", agent }];
  return bench.run({ expect: expectations, ...it }, "noop", { agents, ...more });
}

test("what only its judge could not tell is judged by --resume, and the agent is not paid again", async () => {
  await using bench = await openBench();
  const agent = countedAgent("echo ready > done.txt; echo finished");
  const { prompts, ...judge } = judgeThat(refuse(400));
  const first = await runWith(bench, agent, judge);
  expect(first).toMatchObject({ outcome: "unscored", cost: 0.01 });
  const [{ expectations: before }] = first.runs as [(typeof first.runs)[0]];
  expect(before.map(({ pass }) => pass)).toEqual([true, null, true]);
  const again = await runWith(bench, agent, { ...judge, resume: true });
  expect(agent.runs).toBe(1);
  expect(again).toMatchObject({ outcome: "passed", pass: true, cost: 0.01 });
  expect(again.runs[0]).toMatchObject({
    ...{ attempts: 2, countedCost: 0.01, tokens: { input: 7, output: 3 }, ended: "done" },
    patch: expect.stringContaining("+ready"),
    duration: first.runs[0]!.duration,
  });
  expect(again.runs[0]!.expectations.map(({ pass }) => pass)).toEqual([true, true, true]);
  // It saw what it would have seen then.
  expect(prompts[1]).toBe(prompts[0]);
  expect(prompts[1]).toContain("+ready");
  expect(prompts[1]).toContain("finished");
  expect((await bench.transcript()).length).toBeGreaterThan(0);
});

test("a judge that has too much to do is asked again by itself", async () => {
  await using bench = await openBench();
  const agent = countedAgent("echo ready > done.txt");
  const many = Array.from({ length: 4 }, () => refuse(429));
  const result = await runWith(bench, agent, judgeThat(...many));
  expect(result).toMatchObject({ outcome: "passed", cost: 0.01 });
  expect(agent.runs).toBe(1);
});

test("a key that the judge's provider refuses stops the run, and nothing of its work is lost", async () => {
  await using bench = await openBench();
  const agent = countedAgent("echo ready > done.txt");
  const keys = Array.from({ length: 3 }, () => refuse(401));
  const judge = judgeThat(...keys);
  const stopped = await runWith(bench, agent, judge, { runs: 9 });
  expect(stopped.runs.map(({ outcome }) => outcome)).toEqual(Array(3).fill("infrastructure"));
  expect(agent.runs).toBe(3);
  const again = await runWith(bench, agent, { ...judge, resume: true }, { runs: 9 });
  expect(again).toMatchObject({ outcome: "passed", cost: 0.09 });
  expect(agent.runs).toBe(9);
});

test("who stops while the judge looks at it does not lose the work of the agent", async () => {
  await using bench = await openBench();
  const agent = countedAgent("echo ready > done.txt");
  const stop = new AbortController();
  const judge = judgeThat(() => {
    stop.abort();
    return new Promise((_, reject) => setTimeout(reject, 50, new Error("cut off")));
  });
  await runWith(bench, agent, { ...judge, signal: stop.signal }).catch(() => undefined);
  const again = await runWith(bench, agent, { ...judge, resume: true });
  expect(again).toMatchObject({ outcome: "passed", cost: 0.01 });
  expect(agent.runs).toBe(1);
});

test("a case that has changed is worked on again", async () => {
  await using bench = await openBench();
  const agent = countedAgent("echo ready > done.txt");
  const judge = judgeThat(refuse(400));
  await runWith(bench, agent, judge);
  const again = await runWith(bench, agent, { ...judge, resume: true }, { prompt: "Do it well." });
  expect(again).toMatchObject({ outcome: "passed" });
  expect(agent.runs).toBe(2);
});

test("a judge is shown a part of what is very long, and told so; so is who reads the result", async () => {
  await using bench = await openBench();
  const agent = countedAgent("yes 0123456789 | head -c 4000000 > done.txt; echo finished");
  const { prompts, ...judge } = judgeThat();
  const result = await runWith(bench, agent, judge, { expect: ["judge:It is done."] });
  expect(result.outcome).toBe("passed");
  expect(prompts).toHaveLength(1);
  expect(prompts[0]!.length).toBeLessThan(300_000);
  expect(prompts[0]).toMatch(
    /only a part of the patch of 4,\d\d\d KB is shown\. Where a verdict depends on what is not shown/,
  );
  expect(result.runs[0]!.warnings).toEqual([
    expect.stringMatching(
      /^The judge did not see all of it: only a part of the patch of 4,\d\d\d KB is shown\.$/,
    ),
  ]);
});

test.each([400, 413])(
  "a judge that takes less is shown less, once for all that it is asked (%i)",
  async (status) => {
    await using bench = await openBench();
    const agent = countedAgent("yes 0123456789 | head -c 400000 > done.txt; echo finished");
    const refusal = refuse(status, "prompt is too long");
    const { prompts, ...judge } = judgeThat(refusal, refusal);
    const result = await runWith(bench, agent, judge, {
      expect: ["judge:It is done.", "judge:It is well done."],
    });
    expect(result.outcome).toBe("passed");
    expect(prompts.map(({ length }) => Math.round(length / 65_536))).toEqual([4, 1, 0, 0]);
  },
);

test.each(["judge:It is done.", "not judge:It is bad."])(
  "what cannot be told for what is not shown fails, with not as without (%s)",
  async (expectation) => {
    await using bench = await openBench();
    const unsure = JSON.stringify({
      findings: [{ criterion: "c1", evidence: "cut", verdict: "cannot-judge" }],
    });
    const model = {
      modelId: "sim/judge",
      price: { input: 1, output: 1 },
      generate: async () => ({ text: unsure }),
    };
    const judge = { judgeModel: "sim/judge", modelResolver: () => model };
    const outcomes = [];
    for (const bytes of [400_000, 4_000]) {
      const agent = countedAgent(`yes 0123456789 | head -c ${bytes} > done.txt; echo finished`);
      outcomes.push((await runWith(bench, agent, judge, { expect: [expectation] })).outcome);
    }
    expect(outcomes).toEqual(["failed", "unscored"]);
  },
);

test("a judge that takes not even little of it has no verdict", async () => {
  await using bench = await openBench();
  const agent = countedAgent("yes 0123456789 | head -c 400000 > done.txt; echo finished");
  const refusals = Array.from({ length: 9 }, () => refuse(400, "prompt is too long"));
  const { prompts, ...judge } = judgeThat(...refusals);
  const more = { ...judge, limits: { maxAttempts: 1 } };
  const result = await runWith(bench, agent, more, { expect: ["judge:It is done."] });
  expect(result.outcome).toBe("unscored");
  expect(prompts).toHaveLength(3);
});

test.each([400, 401, 503])(
  "a judge that fails for another reason has no verdict, however long it is (%i)",
  async (status) => {
    await using bench = await openBench();
    const agent = countedAgent("yes 0123456789 | head -c 400000 > done.txt; echo finished");
    const { prompts: _, ...judge } = judgeThat(...Array.from({ length: 20 }, () => refuse(status)));
    const more = { ...judge, limits: { maxAttempts: 1 } };
    const result = await runWith(bench, agent, more, { expect: ["judge:It is done."] });
    expect(["unscored", "infrastructure"]).toContain(result.outcome);
  },
);

import { createAccount, createModelResolver } from "@flow-state-dev/core";
import { describe, expect, test } from "vitest";
import { createXAgent } from "../../src/x-agent/x-agent.ts";
import { makeJob } from "./support/make-job.ts";
import { stubModel } from "./support/stub-model.ts";
import { done, expectDead, read, shell } from "./support/x-agent-talk.ts";

describe("limits", () => {
  test("turns", async () => {
    const model = stubModel((at) => ({ calls: [shell(`echo ${at}`)] }));
    await using made = await makeJob(
      {},
      { languageModel: model, limits: { budgetUsd: 5, timeoutMs: 20_000, turns: 5 } },
    );
    expect(await createXAgent().run(made.job)).toMatchObject({ ended: "turn-limit", turns: 5 });
    expect(model.requests).toHaveLength(5);
    expect(JSON.stringify(model.requests[4]!.prompt.at(-1))).toContain("1 turns are left");
  });

  test("budget: a call that may cost more than is left is not made", async () => {
    const price = { input: 10, output: 1000 };
    const model = stubModel((at) => ({ calls: [shell(`echo ${at}`)], input: 10_000, output: 300 }), price);
    const account = createAccount({ name: "cell" });
    await using made = await makeJob(
      {},
      { languageModel: model, account, limits: { budgetUsd: 2, timeoutMs: 20_000 } },
    );
    const report = await createXAgent().run(made.job);
    expect(report).toMatchObject({ ended: "over-budget", account: "x" });
    expect(model.requests).toHaveLength(report.turns!);
    // A call costs $0.40; with $0.80 left a useful answer could cost $1.02.
    expect(report.turns).toBe(3);
    expect(account.spentUsd).toBeLessThanOrEqual(2);
    expect(report.costUsd).toBeCloseTo(1.2, 6);
    expect(model.requests.every(({ maxOutputTokens }) => maxOutputTokens! <= 2_000)).toBe(true);
  });

  test("budget: where the worst case is held back, answers are shortened until it fits", async () => {
    const price = { input: 1, output: 10 };
    const model = stubModel([{ calls: [shell("true")], input: 4_000, output: 100 }, done], price);
    const strict = (limitUsd: number) => createAccount({ name: "cell", limitUsd, strict: true });
    const account = strict(0.05);
    await using made = await makeJob({}, { languageModel: model, account });
    expect(await createXAgent().run(made.job)).toMatchObject({ ended: "done", turns: 2 });
    expect(account).toMatchObject({ spentUsd: expect.closeTo(0.01, 2), reservedUsd: 0 });
    // All that is left was held back, but for less than what a token costs.
    for (const { maxOutputTokens } of model.requests) {
      expect(maxOutputTokens).toBeGreaterThan(1_024);
      expect(maxOutputTokens).toBeLessThan(5_000);
    }
    // Room for the prompt alone, each byte a token, is not enough for an answer that is of use.
    const refused = stubModel([done], price);
    await using small = await makeJob({}, { languageModel: refused, account: strict(0.015) });
    expect(await createXAgent().run(small.job)).toMatchObject({ ended: "over-budget", turns: 0 });
    expect(refused.requests).toHaveLength(0);
  });

  test("budget: one that is passed is told by what was spent", async () => {
    const model = stubModel([{ calls: [shell("true")], input: 3_000, output: 0 }, done], {
      input: 1_000,
      output: 1,
    });
    await using made = await makeJob(
      {},
      { languageModel: model, limits: { budgetUsd: 2, timeoutMs: 20_000 } },
    );
    expect(await createXAgent().run(made.job)).toMatchObject({
      ...{ ended: "over-budget", account: "x", turns: 1 },
      detail: expect.stringMatching(/^It spent \$3\.00, and its budget is \$2\.00\.$/),
    });
  });

  test("tokens that nobody counted are estimated, in the transcript too, and that is told", async () => {
    const price = { input: 10, output: 10 };
    const uncounted = { input: 0, output: 0 };
    const model = stubModel(
      [
        { calls: [shell("true")], ...uncounted },
        { ...done, ...uncounted },
      ],
      price,
    );
    const account = createAccount({ name: "cell" });
    await using made = await makeJob({}, { languageModel: model, account });
    const report = await createXAgent().run(made.job);
    expect(report.usage!.inputTokens).toBeGreaterThan(100);
    expect(report.warnings).toEqual([
      "2 of 2 model calls came without a usable count of their tokens; these are estimated.",
    ]);
    const told = made.events.flatMap((event) => (event.type === "usage" ? [event] : []));
    const sum = (of: (event: (typeof told)[number]) => number) =>
      told.reduce((all, event) => all + of(event), 0);
    expect(sum(({ usage }) => usage!.inputTokens)).toBe(report.usage!.inputTokens);
    expect(sum(({ costUsd }) => costUsd!)).toBeCloseTo(report.costUsd!, 9);
    await using counted = await makeJob({}, { languageModel: stubModel([done], price) });
    expect((await createXAgent().run(counted.job)).warnings).toEqual([]);
    const odd = stubModel([{ ...done, input: 1e15, output: 10 }], price);
    await using oddJob = await makeJob({}, { languageModel: odd });
    expect((await createXAgent().run(oddJob.job)).warnings).toEqual([
      "1 of 1 model calls came without a usable count of their tokens; these are estimated.",
    ]);
  });

  test("budget: an account above that is spent ends it too, before anything is sent", async () => {
    const run = createAccount({ name: "run", limitUsd: 0.01 });
    const model = stubModel([done], { input: 10, output: 1000 });
    await using made = await makeJob({}, { languageModel: model, account: run.child({ name: "cell" }) });
    expect(await createXAgent().run(made.job)).toMatchObject({
      ended: "over-budget",
      account: "run",
      turns: 0,
    });
    expect(model.requests).toHaveLength(0);
  });

  test("time: a command under way is killed, and no further call is made", async () => {
    const model = stubModel([{ calls: [shell("echo $$ > pid; sleep 999")] }, done]);
    await using made = await makeJob(
      {},
      { languageModel: model, limits: { budgetUsd: 5, timeoutMs: 1_000 } },
    );
    const began = performance.now();
    expect(await createXAgent().run(made.job)).toMatchObject({ ended: "timed-out", turns: 1 });
    expect(performance.now() - began).toBeLessThan(8_000);
    expect(model.requests).toHaveLength(1);
    await expectDead(made.workspace, "pid");
    expect(made.events.some((event) => event.type === "tool-call")).toBe(true);
    expect(made.events.at(-1)).toMatchObject({ type: "end", ended: "timed-out" });
  });

  test("time: a model that does not answer is cut off, listening or not", async () => {
    const model = stubModel(() => new Promise(() => {}));
    await using made = await makeJob({}, { languageModel: model, limits: { budgetUsd: 5, timeoutMs: 300 } });
    expect(await createXAgent().run(made.job)).toMatchObject({ ended: "timed-out", turns: 0 });
    expect(made.job.account.openCalls).toBe(0);
  });

  test("cancelled from outside", async () => {
    const controller = new AbortController();
    const model = stubModel([{ calls: [shell("sleep 999")] }, done]);
    await using made = await makeJob({}, { languageModel: model, signal: controller.signal });
    setTimeout(() => controller.abort(new Error("enough")), 300);
    expect(await createXAgent().run(made.job)).toMatchObject({ ended: "cancelled", turns: 1 });
    expect(model.requests).toHaveLength(1);
  });

  test("a sandbox that does not stop is not waited for, and that is not the agent's failure", async () => {
    const controller = new AbortController();
    const model = stubModel([{ calls: [shell("anything")] }, done]);
    await using made = await makeJob({}, { languageModel: model, signal: controller.signal });
    const exec = () => {
      setTimeout(() => controller.abort(new Error("enough")), 20);
      return new Promise<never>(() => {});
    };
    const deaf = { ...made.job.shell, exec };
    const report = await createXAgent({ graceMs: 100 }).run({ ...made.job, shell: deaf });
    expect(report).toMatchObject({ ended: "infrastructure", error: { code: "not-stopped" } });
  });

  test("a sandbox that fails is infrastructure", async () => {
    const model = stubModel([{ calls: [shell("anything")] }, done]);
    await using made = await makeJob({}, { languageModel: model });
    const broken = { ...made.job.shell, exec: () => Promise.reject(new Error("no namespaces here")) };
    const report = await createXAgent().run({ ...made.job, shell: broken });
    expect(report).toMatchObject({ ended: "infrastructure", detail: "no namespaces here", turns: 1 });
  });

  test("no model, and a model that cannot be had", async () => {
    await using made = await makeJob({}, { model: null });
    expect(await createXAgent().run(made.job)).toMatchObject({
      ended: "infrastructure",
      error: { code: "no-model" },
    });
    const resolver = createModelResolver({ env: {} });
    await using keyless = await makeJob({}, { model: "claude-opus-4-6", models: { resolver } });
    const report = await createXAgent().run(keyless.job);
    expect(report.ended).toBe("infrastructure");
    expect(report.detail).toMatch(/ANTHROPIC_API_KEY|@ai-sdk\/anthropic/);
  });
});

describe("going round in circles", () => {
  test("the same failing call: a hint at the third, the end at the sixth", async () => {
    const model = stubModel([{ calls: [shell("exit 3")] }]);
    await using made = await makeJob({}, { languageModel: model });
    expect(await createXAgent().run(made.job)).toMatchObject({ ended: "stuck", turns: 6 });
    const hinted = model.requests.map(({ prompt }) =>
      JSON.stringify(prompt.at(-1)).includes("Try something else"),
    );
    expect(hinted).toEqual([false, false, false, true, false, false]);
    const told = made.events.filter((event) => event.type === "notice" && event.text.includes("else"));
    expect(told).toMatchObject([{ turn: 3 }]);
  });

  test("two calls in turns are a circle too; the same call with changing output is not", async () => {
    const turns = stubModel((at) => ({ calls: [shell(at % 2 === 0 ? "exit 3" : "exit 4")] }));
    await using made = await makeJob({}, { languageModel: turns });
    expect(await createXAgent().run(made.job)).toMatchObject({ ended: "stuck", turns: 12 });
    const waiting = stubModel((at) => (at < 8 ? { calls: [shell("echo x >> log; wc -l < log")] } : done));
    await using patient = await makeJob({}, { languageModel: waiting });
    expect(await createXAgent().run(patient.job)).toMatchObject({ ended: "done", turns: 9 });
    expect(JSON.stringify(waiting.requests.at(-1)!.prompt)).not.toContain("Try something else");
  });

  test("a model that never ends, with something new each time, ends with its turns", async () => {
    const model = stubModel((at) => ({ calls: [read(`missing-${at}.txt`)] }));
    await using made = await makeJob({}, { languageModel: model });
    expect(await createXAgent({ turns: 20 }).run(made.job)).toMatchObject({ ended: "turn-limit", turns: 20 });
  });
});

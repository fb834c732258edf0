import { readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkScript, createAccount, createModelResolver, scriptedModel } from "@flow-state-dev/core";
import { describe, expect, test } from "vitest";
import type { TranscriptEvent } from "../../src/transcript/transcript-event.ts";
import { createXAgent } from "../../src/x-agent/x-agent.ts";
import { makeJob } from "./support/make-job.ts";
import { type StubAnswer, stubModel } from "./support/stub-model.ts";

const read = (path: string): [string, unknown] => ["read", { path }];
const shell = (command: string, more = {}): [string, unknown] => ["shell", { command, ...more }];
const done: StubAnswer = { text: "All done." };

class ProviderTrouble extends Error {
  readonly statusCode: number;
  readonly responseHeaders: Record<string, string>;
  constructor(statusCode: number, message = `status ${statusCode}`, retryAfter?: string) {
    super(message);
    this.statusCode = statusCode;
    this.responseHeaders = retryAfter === undefined ? {} : { "retry-after": retryAfter };
  }
}

async function results(events: TranscriptEvent[]) {
  return events.filter((event) => event.type === "tool-result") as {
    ok: boolean;
    text: string;
    tool: string;
  }[];
}

const partsOf = ({ content }: { content: unknown }): any[] => (Array.isArray(content) ? content : []);

/** A process that is gone, or waits only to be buried, is dead. */
async function expectDead(workspace: string, name: string) {
  const pid = Number(await readFile(join(workspace, name), "utf8"));
  await expect
    .poll(async () => {
      const facts = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "gone");
      return facts === "gone" || /\) [ZX] /.test(facts);
    })
    .toBe(true);
}

describe("1: the happy path", () => {
  test("a scripted model reads, edits and runs, and the bytes, the end and the books are right", async () => {
    const script = checkScript({
      price: { input: 1, output: 10 },
      turns: [
        { text: "Looking.", toolCalls: [{ toolName: "read", args: { path: "src/a.txt" } }] },
        {
          toolCalls: [{ toolName: "edit", args: { path: "src/a.txt", old: "two", new: "TWO" } }],
          usage: { inputTokens: 1000, outputTokens: 100 },
        },
        { toolCalls: [{ toolName: "shell", args: { command: "cat src/a.txt | wc -l" } }] },
        { text: "Changed it.", usage: { inputTokens: 2000, outputTokens: 50 } },
      ],
    });
    const account = createAccount({ name: "cell" });
    await using made = await makeJob(
      { "src/a.txt": "one\ntwo\nthree\n" },
      { languageModel: scriptedModel(script, { modelId: "scripted:test" }), model: "scripted:test", account },
    );
    const report = await createXAgent().run(made.job);
    expect(report).toMatchObject({ ended: "done", turns: 4, answer: "Changed it.", figuresFrom: "metered" });
    expect(await readFile(join(made.workspace, "src/a.txt"), "utf8")).toBe("one\nTWO\nthree\n");
    expect(report.usage).toEqual(account.usage);
    expect(report.usage!.outputTokens).toBeGreaterThan(150);
    expect(report.costUsd).toBeCloseTo(account.spentUsd, 9);
    expect(account.calls).toBe(4);
    expect(made.events.filter((event) => event.type === "usage")).toHaveLength(4);
    expect(made.events.at(-1)).toMatchObject({ type: "end", ended: "done" });
    expect((await results(made.events)).map(({ ok }) => ok)).toEqual([true, true, true]);
  });

  test("a script without a turn for the check that is asked for is told why there is one more", async () => {
    const write = { toolCalls: [{ toolName: "write", args: { path: "a.txt", content: "a\n" } }] };
    const run = async (turns: unknown[]) => {
      const languageModel = scriptedModel(checkScript({ turns }), { modelId: "scripted:test" });
      await using made = await makeJob({}, { languageModel, model: "scripted:test" });
      return await createXAgent().run(made.job);
    };
    const why = "changed files and ran no command since, so the agent asked once for a check";
    const short = await run([write, { text: "Done." }]);
    expect(short).toMatchObject({ ended: "infrastructure", error: { code: "script-no-answer" } });
    expect(short.detail).toContain("ends after 2 turns; add turns[2] to it. The script ");
    expect(short.detail).toContain(why);
    expect(short).toMatchObject({ error: { message: short.detail } });
    expect(await run([write, { text: "Done." }, { text: "Checked." }])).toMatchObject({ ended: "done" });
    const cutShort = await run([write]);
    expect(cutShort.detail).toContain("add turns[1] to it.");
    expect(cutShort.detail).not.toContain(why);
  });

  test("a simulated model works through the same loop", async () => {
    await using made = await makeJob(
      { "a.txt": "one\n" },
      {
        model: "sim/strong",
        models: { resolver: createModelResolver() },
        limits: { budgetUsd: 5, timeoutMs: 20_000, turns: 4 },
      },
    );
    const report = await createXAgent({ pause: async () => {} }).run(made.job);
    expect(["done", "turn-limit"]).toContain(report.ended);
    expect(report.turns).toBeGreaterThan(0);
    expect(report.costUsd).not.toBeNull();
  });

  test("files changed and nothing run since: it is asked once to check", async () => {
    const model = stubModel([
      { calls: [["write", { path: "a.txt", content: "x" }]] },
      { text: "Done." },
      { text: "Done, really." },
    ]);
    await using made = await makeJob({}, { languageModel: model });
    expect(await createXAgent().run(made.job)).toMatchObject({
      ended: "done",
      turns: 3,
      answer: "Done, really.",
    });
    await using plain = await makeJob(
      {},
      { languageModel: stubModel([{ calls: [["write", { path: "a.txt", content: "x" }]] }, done]) },
    );
    expect(await createXAgent({ verify: false }).run(plain.job)).toMatchObject({ ended: "done", turns: 2 });
  });

  test("a check that cannot be paid for is not asked for: it has said that it is done", async () => {
    const answers: StubAnswer[] = [
      { calls: [["write", { path: "a.txt", content: "x" }]] },
      { text: "Done.", output: 500 },
      { text: "Checked." },
    ];
    // An answer of use may cost $1.024, and $0.99 are left.
    const price = { input: 0, output: 1_000 };
    const limits = { budgetUsd: 1.5, timeoutMs: 20_000 };
    await using made = await makeJob({}, { languageModel: stubModel(answers, price), limits });
    expect(await createXAgent().run(made.job)).toMatchObject({ ended: "done", turns: 2, answer: "Done." });
    // Others may spend what there was between the question and the call.
    const account = createAccount({ name: "run", limitUsd: 4 });
    const model = stubModel((at) => answers[at]!, price);
    await using beside = await makeJob(
      {},
      {
        languageModel: model,
        account: account.child({ name: "cell" }),
        onEvent(event) {
          if (event.type === "message" && event.text.startsWith("You changed files")) account.learn(3.9);
        },
      },
    );
    expect(await createXAgent().run(beside.job)).toMatchObject({ ended: "done", turns: 2 });
    const broken = stubModel([...answers.slice(0, 2), new ProviderTrouble(401)]);
    await using refused = await makeJob({}, { languageModel: broken });
    expect(await createXAgent().run(refused.job)).toMatchObject({
      ...{
        ended: "done",
        turns: 2,
        detail: expect.stringMatching(/check, which could not be made: status 401/),
      },
    });
  });

  test("what the project says to agents is shown, unless switched off", async () => {
    const model = stubModel([done]);
    await using made = await makeJob({ "AGENTS.md": "Use tabs." }, { languageModel: model });
    await createXAgent().run(made.job);
    expect(JSON.stringify(model.requests[0]!.prompt[1])).toContain("Use tabs.");
    await createXAgent({ projectNotes: false }).run(made.job);
    expect(JSON.stringify(model.requests[1]!.prompt[1])).not.toContain("Use tabs.");
  });
});

describe("2: calls that cannot be read", () => {
  const bad: StubAnswer[] = [
    { calls: [["fetch_url", { url: "x" }]] },
    { calls: [["read", '{"path": "a.t']] },
    { calls: [["read", { path: 7 }]] },
  ];

  test("each is answered with an error, and the loop goes on", async () => {
    const model = stubModel([bad[0]!, bad[1]!, { calls: [read("a.txt")] }, bad[2]!, done]);
    await using made = await makeJob({ "a.txt": "hello" }, { languageModel: model });
    expect(await createXAgent().run(made.job)).toMatchObject({ ended: "done", turns: 5 });
    const told = await results(made.events);
    expect(told.map(({ ok }) => ok)).toEqual([false, false, true, false]);
    expect(told[0]!.text).toMatch(/no tool "fetch_url"; there are read, edit, write, list, search, shell/);
    expect(told[1]!.text).toMatch(/not complete JSON/);
    expect(told[3]!.text).toMatch(/"path" must be text/);
  });

  test("three turns of them in a row end it", async () => {
    const model = stubModel(bad);
    await using made = await makeJob({}, { languageModel: model });
    const report = await createXAgent().run(made.job);
    expect(report).toMatchObject({ ended: "gave-up", why: "malformed", turns: 3 });
    expect(model.requests).toHaveLength(3);
  });

  test("slips that leave no doubt are mended", async () => {
    const model = stubModel([{ calls: [["Read_File", { file_path: "a.txt", offset: "2" }]] }, done]);
    await using made = await makeJob({ "a.txt": "one\ntwo\n" }, { languageModel: model });
    await createXAgent().run(made.job);
    expect((await results(made.events))[0]).toMatchObject({ ok: true, text: expect.stringContaining("two") });
  });

  test("a tool is known with the name before it that providers give to all tools", async () => {
    const names = ["functions.read", "default_api.read", "default_api:read", "functions.multi_tool_use.read"];
    const model = stubModel([{ calls: names.map((name) => [name, { path: "a.txt" }]) }, done]);
    await using made = await makeJob({ "a.txt": "one\n" }, { languageModel: model });
    await createXAgent().run(made.job);
    expect((await results(made.events)).map(({ ok }) => ok)).toEqual([true, true, true, true]);
    const parts = model.requests[1]!.prompt.flatMap(partsOf) as any[];
    const named = parts.filter(({ type }) => type === "tool-call" || type === "tool-result");
    expect(named.map(({ toolName }) => toolName)).toEqual(Array(8).fill("read"));
  });

  test("ids that come twice are told apart, and what no provider takes is not sent back", async () => {
    const model = stubModel([
      { id: "same", calls: [read("a.txt"), ["no such tool!", "[1]"]] },
      { id: "same", calls: [read("a.txt")] },
      done,
    ]);
    await using made = await makeJob({ "a.txt": "x" }, { languageModel: model });
    expect(await createXAgent().run(made.job)).toMatchObject({ ended: "done" });
    const parts = model.requests[2]!.prompt.flatMap(partsOf) as any[];
    const ids = parts.filter(({ type }) => type === "tool-call").map(({ toolCallId }) => toolCallId);
    expect(new Set(ids).size).toBe(3);
    expect(parts.filter(({ type }) => type === "tool-result").map(({ toolCallId }) => toolCallId)).toEqual(
      ids,
    );
    for (const { toolName, input } of parts.filter(({ type }) => type === "tool-call")) {
      expect(toolName).toMatch(/^[\w-]{1,64}$/);
      expect(input).toBeTypeOf("object");
    }
    // Google's API holds the name of a result against that of its call.
    const namesOf = (kind: string) => parts.flatMap((part) => (part.type === kind ? part.toolName : []));
    expect(namesOf("tool-result")).toEqual(namesOf("tool-call"));
  });
});

describe("3: answers that are cut off, empty or refused", () => {
  test("a complete call in an answer that was cut off is not run", async () => {
    const model = stubModel([
      { calls: [["write", { path: "a.txt", content: "half" }]], finish: "length" },
      { calls: [["shell", { command: "ls" }]] },
      done,
    ]);
    await using made = await makeJob({}, { languageModel: model });
    expect(await createXAgent().run(made.job)).toMatchObject({ ended: "done", turns: 3 });
    expect(await readdir(made.workspace)).toEqual([]);
    expect((await results(made.events))[0]).toMatchObject({
      ok: false,
      text: expect.stringContaining("cut off"),
    });
  });

  test("again and again ends it", async () => {
    await using made = await makeJob({}, { languageModel: stubModel([{ text: "bla", finish: "length" }]) });
    expect(await createXAgent().run(made.job)).toMatchObject({ ended: "gave-up", why: "cut-off", turns: 4 });
  });

  test("an empty answer is asked for again once", async () => {
    await using made = await makeJob({}, { languageModel: stubModel([{ text: "" }, done]) });
    expect(await createXAgent().run(made.job)).toMatchObject({ ended: "done", turns: 2 });
    await using silent = await makeJob({}, { languageModel: stubModel([{ reasoning: "hm" }]) });
    expect(await createXAgent().run(silent.job)).toMatchObject({
      ended: "gave-up",
      why: "silent",
      turns: 2,
      answer: null,
    });
  });

  test("a refusal is the end", async () => {
    await using made = await makeJob(
      {},
      { languageModel: stubModel([{ text: "I will not.", finish: "content-filter" }]) },
    );
    expect(await createXAgent().run(made.job)).toMatchObject({
      ended: "gave-up",
      why: "refused",
      answer: "I will not.",
    });
  });
});

describe("5: commands that do not end", () => {
  test("hang, wait for input and stay in the background: all return in time, and nothing survives", async () => {
    const model = stubModel([
      { calls: [shell("echo before; echo $$ > pid1; sleep 999", { timeout: 1 })] },
      { calls: [shell("cat; echo after cat")] },
      { calls: [shell("sleep 998 & echo $! > pid2; echo started")] },
      done,
    ]);
    await using made = await makeJob({}, { languageModel: model });
    const began = performance.now();
    expect(await createXAgent().run(made.job)).toMatchObject({ ended: "done" });
    expect(performance.now() - began).toBeLessThan(15_000);
    const told = await results(made.events);
    expect(told[0]!.text).toMatch(/^before\n\[stopped after 1 s/);
    expect(told[1]!.text).toBe("after cat\n[exit code 0]");
    expect(told[2]!.text).toBe("started\n[exit code 0]");
    for (const name of ["pid1", "pid2"]) await expectDead(made.workspace, name);
  });
});

describe("6: a flood of output", () => {
  test("50 MB come back as head and tail, with all of it in a file outside of the workspace", async () => {
    const flood = "echo FIRST; yes 0123456789012345678 | head -c 50000000; echo LAST";
    const model = stubModel([{ calls: [shell(flood)] }, done]);
    await using made = await makeJob({}, { languageModel: model });
    const before = process.memoryUsage().rss;
    expect(await createXAgent().run(made.job)).toMatchObject({ ended: "done" });
    const [told] = await results(made.events);
    expect(told!.text.length).toBeLessThan(31_000);
    expect(told!.text.slice(0, 20)).toMatch(/^FIRST\n/);
    expect(told!.text.slice(-20)).toMatch(/LAST\n\[exit code 0\]$/);
    const file = /all of it is in (\S+) …/.exec(told!.text)![1]!;
    expect((await stat(file)).size).toBe(50_000_000 + 11);
    expect(await readdir(made.workspace)).toEqual([]);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
  });
});

describe("7: ways out", () => {
  test("dots, absolute paths and links are refused, and keys are not there", async () => {
    process.env.AGENT_TEST_SECRET = "hunter2";
    const model = stubModel([
      {
        calls: [
          read("../secret.txt"),
          read("/etc/passwd"),
          read("link/secret.txt"),
          read("file-link"),
          ["write", { path: "link/new.txt", content: "x" }],
          ["write", { path: "dangling", content: "x" }],
          ["list", { path: ".." }],
          ["search", { pattern: "root", path: "/etc" }],
          shell("env; echo ok", { cwd: ".." }),
          shell("env; echo ok"),
        ],
      },
      done,
    ]);
    await using made = await makeJob({ "a.txt": "x" }, { languageModel: model });
    const outside = join(made.workspace, "..");
    await writeFile(join(outside, "secret.txt"), "secret");
    await symlink("..", join(made.workspace, "link"));
    await symlink(join(outside, "secret.txt"), join(made.workspace, "file-link"));
    await symlink("../made-outside.txt", join(made.workspace, "dangling"));
    await createXAgent().run(made.job);
    delete process.env.AGENT_TEST_SECRET;
    const told = await results(made.events);
    expect(told.slice(0, 9).map(({ ok }) => ok)).toEqual(Array(9).fill(false));
    for (const { text } of told.slice(0, 9))
      expect(text).toMatch(/outside of the workspace|out of the workspace/);
    expect(told[9]!.text).not.toContain("hunter2");
    expect(told[9]!.text).toContain("NO_COLOR=1");
    expect((await readdir(outside)).sort()).toEqual(["scratch", "secret.txt", "workspace"]);
  });

  test("links within the workspace work, also those that are absolute inside", async () => {
    const model = stubModel([
      { calls: [read("in/a.txt"), ["write", { path: "in/b.txt", content: "new" }]] },
      done,
    ]);
    await using made = await makeJob({ "real/a.txt": "hello" }, { languageModel: model });
    await symlink(join(made.workspace, "real"), join(made.workspace, "in"));
    await createXAgent({ verify: false }).run(made.job);
    expect((await results(made.events)).map(({ ok }) => ok)).toEqual([true, true]);
    expect(await readFile(join(made.workspace, "real/b.txt"), "utf8")).toBe("new");
  });
});

describe("8: limits", () => {
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

describe("9: going round in circles", () => {
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

describe("10: what is sent", () => {
  const strip = (value: unknown) =>
    JSON.stringify(value, (key, inner) => (key === "providerOptions" ? undefined : inner));
  const marks = (value: unknown) => JSON.stringify(value).split('"cacheControl"').length - 1;

  test("the start stays the same byte for byte, with two marks on the first call and on the thirtieth", async () => {
    const model = stubModel((at) => (at < 30 ? { calls: [shell(`echo ${at}`)] } : done));
    await using made = await makeJob({}, { languageModel: model });
    await createXAgent().run(made.job);
    for (const [at, { prompt, tools }] of model.requests.entries()) {
      expect(marks(prompt)).toBe(2);
      const before = model.requests[at - 1];
      if (!before) continue;
      expect(strip(prompt.slice(0, before.prompt.length))).toBe(strip(before.prompt));
      expect(JSON.stringify(tools)).toBe(JSON.stringify(before.tools));
    }
    expect(model.requests).toHaveLength(31);
  });

  test("two changes of one file in one turn land in order", async () => {
    const edit = (old: string, next: string): [string, unknown] => [
      "edit",
      { path: "a.txt", old, new: next },
    ];
    const model = stubModel([{ calls: [edit("one", "two"), edit("two", "three")] }, done]);
    await using made = await makeJob({ "a.txt": "one\n" }, { languageModel: model });
    await createXAgent({ verify: false }).run(made.job);
    expect(await readFile(join(made.workspace, "a.txt"), "utf8")).toBe("three\n");
  });

  test("busy, then an answer: it waits as asked and is billed once", async () => {
    const waits: number[] = [];
    const model = stubModel(
      [new ProviderTrouble(429, "slow down", "7"), new ProviderTrouble(503), { ...done, input: 1000 }],
      {
        input: 1,
        output: 0,
      },
    );
    await using made = await makeJob({}, { languageModel: model });
    const pause = async (ms: number) => void waits.push(ms);
    const report = await createXAgent({ pause, random: () => 0 }).run(made.job);
    expect(report).toMatchObject({ ended: "done", turns: 1, waitedMs: 10_000 });
    expect(waits).toEqual([7_000, 3_000]);
    expect(report.costUsd).toBeCloseTo(0.001, 9);
    expect(made.job.account.calls).toBe(3);
  });

  test("busy for good, a refused request, a wait that is too long: infrastructure", async () => {
    const pause = async () => {};
    const busy = stubModel([new ProviderTrouble(529)]);
    await using made = await makeJob(
      {},
      { languageModel: busy, limits: { budgetUsd: 5, timeoutMs: 300_000 } },
    );
    expect(await createXAgent({ pause }).run(made.job)).toMatchObject({
      ended: "infrastructure",
      error: { status: 529 },
    });
    expect(busy.requests).toHaveLength(5);
    for (const trouble of [new ProviderTrouble(401, "bad key"), new ProviderTrouble(429, "later", "3600")]) {
      const model = stubModel([trouble]);
      await using other = await makeJob({}, { languageModel: model });
      expect(await createXAgent({ pause }).run(other.job)).toMatchObject({ ended: "infrastructure" });
      expect(model.requests).toHaveLength(1);
    }
  });

  test("too long for the model: room is made once, and every call keeps its result", async () => {
    let refused = 0;
    const model = stubModel((at) => {
      if (at < 10)
        return {
          calls: [shell(`head -c 20000 /dev/zero | tr '\\0' a; echo ${at}`)],
          input: 6_000 * (at + 1),
        };
      if (at === 10) {
        refused += 1;
        return new ProviderTrouble(400, "prompt is too long: 210000 tokens > 200000 maximum");
      }
      return done;
    });
    await using made = await makeJob({}, { languageModel: model });
    expect(await createXAgent().run(made.job)).toMatchObject({ ended: "done", turns: 11 });
    expect(refused).toBe(1);
    const [before, after] = [model.requests[10]!, model.requests[11]!];
    expect(JSON.stringify(after.prompt).length).toBeLessThan(JSON.stringify(before.prompt).length * 0.7);
    const parts = after.prompt.flatMap(partsOf) as any[];
    const ids = (type: string) => parts.filter((part) => part.type === type).map((part) => part.toolCallId);
    expect(ids("tool-result")).toEqual(ids("tool-call"));
    expect(ids("tool-call")).toHaveLength(10);
    expect(strip(after.prompt.slice(0, 2))).toBe(strip(before.prompt.slice(0, 2)));
    expect(
      made.events.filter((event) => event.type === "notice" && event.text.includes("made room")),
    ).toHaveLength(1);
  });

  test("too long again: it gives up", async () => {
    const model = stubModel([new ProviderTrouble(400, "maximum context length is 10 tokens")]);
    await using made = await makeJob({}, { languageModel: model });
    expect(await createXAgent().run(made.job)).toMatchObject({
      ended: "gave-up",
      why: "context-full",
      turns: 0,
    });
  });

  test("room is made before the model complains", async () => {
    const model = stubModel((at, { prompt }) => {
      const input = Math.ceil(JSON.stringify(prompt).length / 4);
      return at < 12
        ? { calls: [shell(`head -c 20000 /dev/zero | tr '\\0' b; echo ${at}`)], input }
        : { ...done, input };
    });
    await using made = await makeJob({}, { languageModel: model });
    expect(await createXAgent({ contextTokens: 60_000 }).run(made.job)).toMatchObject({ ended: "done" });
    expect(JSON.stringify(model.requests.at(-1)!.prompt)).toContain("output removed to make room");
  });
});

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { checkScript, createAccount, createModelResolver, scriptedModel } from "@flow-state-dev/core";
import { describe, expect, test } from "vitest";
import { createXAgent } from "../../src/x-agent/x-agent.ts";
import { makeJob } from "./support/make-job.ts";
import { type StubAnswer, stubModel } from "./support/stub-model.ts";
import { done, ProviderTrouble, partsOf, read, results } from "./support/x-agent-talk.ts";

describe("the happy path", () => {
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

describe("calls that cannot be read", () => {
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

  test("one that the provider could not read is the model's mistake, and not the provider's", async () => {
    const unread: StubAnswer = { finish: "error", rawFinish: "MALFORMED_FUNCTION_CALL" };
    const again = stubModel([unread, { calls: [read("a.txt")] }, unread, unread, done]);
    await using made = await makeJob({ "a.txt": "hello" }, { languageModel: again });
    expect(await createXAgent().run(made.job)).toMatchObject({ ended: "done", turns: 5, waitedMs: 0 });
    expect(partsOf(again.requests[1]!.prompt.at(-1)!)).toMatchObject([
      { text: expect.stringContaining("Send it again") },
    ]);
    await using other = await makeJob({}, { languageModel: stubModel([unread]) });
    expect(await createXAgent().run(other.job)).toMatchObject({
      ended: "gave-up",
      why: "malformed",
      turns: 3,
    });
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

describe("answers that are cut off, empty or refused", () => {
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
      detail: "The model thought and answered nothing.",
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

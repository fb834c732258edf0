import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createXAgent } from "../../src/x-agent/x-agent.ts";
import { makeJob } from "./support/make-job.ts";
import { stubModel } from "./support/stub-model.ts";
import { done, ProviderTrouble, partsOf, read, shell } from "./support/x-agent-talk.ts";

describe("what is sent", () => {
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

  test("arguments that are nested without end are the model's mistake, told to it", async () => {
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    const model = stubModel([{ calls: [["read", `{"path":${deep}}`]] }, done]);
    await using made = await makeJob({}, { languageModel: model });
    expect(await createXAgent().run(made.job)).toMatchObject({ ended: "done", turns: 2 });
    const [call, result] = model.requests[1]!.prompt.slice(-2).map(partsOf);
    expect(call).toMatchObject([{ input: { unreadable: expect.stringMatching(/^\{"path":\[\[/) } }]);
    expect(result).toMatchObject([{ output: { value: expect.stringContaining('"path" must be text') } }]);
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

  test("time that was lost to a provider which fails again and again is not the agent's", async () => {
    const pause = async () => {};
    const hangs = (_: number, { abortSignal }: { abortSignal?: AbortSignal }) =>
      new Promise<never>((_, reject) => {
        abortSignal!.addEventListener("abort", () => reject(abortSignal!.reason));
      });
    const busy = new ProviderTrouble(503, "busy", "0");
    const run = async (answers: (Parameters<typeof stubModel>[0] & unknown[])[number][]) => {
      const model = stubModel((at, options) => answers[at] ?? hangs(at, options));
      await using made = await makeJob(
        {},
        { languageModel: model, limits: { budgetUsd: 5, timeoutMs: 2_000 } },
      );
      return await createXAgent({ pause }).run(made.job);
    };
    expect(await run([busy])).toMatchObject({ ended: "infrastructure", error: { status: 503 } });
    const working = { calls: [read("a.txt")] };
    expect(await run([working, busy, busy])).toMatchObject({
      ended: "infrastructure",
      error: { status: 503 },
    });
    // One failure is bad luck that every agent has to reckon with.
    expect(await run([working, busy])).toMatchObject({ ended: "timed-out" });
  });

  test("a call is not tried again when the money that is left may not bear it", async () => {
    const pause = async () => {};
    // Each answer breaks off after ten cents; a call may cost 16 cents and what it reads.
    const model = stubModel([{ text: "half", finish: "error", input: 100, output: 10_000 }], {
      ...{ input: 0, output: 10 },
    });
    await using made = await makeJob(
      {},
      { languageModel: model, limits: { budgetUsd: 0.205, timeoutMs: 300_000 } },
    );
    const report = await createXAgent({ pause }).run(made.job);
    expect(model.requests).toHaveLength(2);
    const [first, second] = model.requests.map(({ maxOutputTokens = 0 }) => maxOutputTokens);
    expect(first).toBe(16_384);
    expect(Math.round(second! / 100)).toBe(105);
    expect(report).toMatchObject({ ended: "infrastructure", error: { code: "answer-broke-off" } });
    expect(report.detail).toMatch(/does not pay for another try/);
    expect(report.costUsd).toBeLessThanOrEqual(0.205);
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

import { APICallError, type LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { asking, jsonOf, textOf } from "../../test/support/asking.ts";
import { type AnswerKeyTask, createAnswerIndex } from "./answer-key.ts";
import { reviewWords } from "./give-answer.ts";
import { type SimModelOptions, simModel } from "./sim-model.ts";
import type { SimProfile } from "./sim-profile.ts";
import { UnknownSimProfileError } from "./unknown-sim-profile-error.ts";

const capital: AnswerKeyTask = {
  prompt: "What is the capital of Australia?",
  right: "Canberra",
  wrong: ["Sydney", "Melbourne"],
  difficulty: 0,
};
const sure = 1000;
const model = (profile: Partial<SimProfile> = {}, options: SimModelOptions = {}) =>
  simModel("mine", {
    answerKey: [capital],
    profiles: { mine: { ability: 0, ...profile } },
    ...options,
  });
const say = async (text: string, ability: number, ordinal = 0) =>
  textOf(await model({ ability }).doGenerate(asking(text, { ordinal })));

describe("determinism", () => {
  const half = model();
  const answers = async (calls: ReturnType<typeof asking>[]) =>
    await Promise.all(calls.map(async (call) => textOf(await half.doGenerate(call))));

  test("the same call has the same answer, in any order and of another model made alike", async () => {
    const calls = Array.from({ length: 40 }, (_, n) => asking(capital.prompt, { cell: `s/t/${n}` }));
    const first = await answers(calls);
    const again = (await answers(calls.toReversed())).toReversed();
    expect(again).toEqual(first);
    expect(textOf(await model().doGenerate(calls[7]!))).toBe(first[7]);
    expect(new Set(first).size).toBe(3);
  });

  test.each<[string, (n: number) => ReturnType<typeof asking>]>([
    ["cell", (n) => asking(capital.prompt, { cell: String(n) })],
    ["block", (n) => asking(capital.prompt, { block: String(n) })],
    ["ordinal", (n) => asking(capital.prompt, { ordinal: n })],
    ["attempt", (n) => asking(capital.prompt, { attempt: n })],
    ["seed of the call", (n) => asking(capital.prompt, {}, { seed: n })],
  ])("another %s draws afresh", async (_, call) => {
    const said = await answers(Array.from({ length: 30 }, (_, n) => call(n)));
    expect(new Set(said).size).toBeGreaterThan(1);
  });

  test("another seed or profile name draws afresh", async () => {
    const bySeed = await Promise.all(
      Array.from({ length: 30 }, async (_, seed) =>
        textOf(await model({}, { seed }).doGenerate(asking(capital.prompt))),
      ),
    );
    expect(new Set(bySeed).size).toBeGreaterThan(1);
  });
});

describe("a plain answer", () => {
  test("is right or plausibly wrong, as its skill has it", async () => {
    expect(await say(capital.prompt, sure)).toBe("Canberra");
    expect(["Sydney", "Melbourne"]).toContain(await say(capital.prompt, -sure));
    expect(await say(`You are asked: ${capital.prompt} Be brief.`, sure)).toBe("Canberra");
  });

  test("to a task without wrong answers is not to know", async () => {
    const answerKey = [{ prompt: "Riddle?", right: "Echo", wrong: [] }];
    const result = await model({ ability: -sure }, { answerKey }).doGenerate(asking("Riddle?"));
    expect(textOf(result)).toBe("I do not know.");
  });

  test("to an unknown task follows from the prompt", async () => {
    const text = await say("Write a poem about rain.", 0);
    expect(text).toBe("A simulated answer to: Write a poem about rain");
    const bare = simModel("strong", { latencyScale: 0 });
    expect(textOf(await bare.doGenerate(asking(capital.prompt)))).toContain("the capital of Australia");
  });

  test("is about what the user asks, not about an example in the system prompt", async () => {
    const example = { prompt: "What is the capital of France?", right: "Paris", wrong: [] };
    const call = asking(capital.prompt);
    call.prompt.unshift({ role: "system", content: `Example: ${example.prompt} Paris.` });
    const wise = model({ ability: sure }, { answerKey: createAnswerIndex([example, capital]) });
    expect(textOf(await wise.doGenerate(call))).toBe("Canberra");
  });
});

describe("with candidates in the request", () => {
  test("the majority is followed, against its own opinion", async () => {
    const wrongly = `${capital.prompt}\n1. Sydney\n2. Canberra\n3. Sydney\nCombine these.`;
    expect(await say(wrongly, sure)).toBe("Sydney");
    const rightly = `${capital.prompt}\n1. Canberra\n2. Canberra\n3. Sydney\nCombine these.`;
    expect(await say(rightly, -sure)).toBe("Canberra");
  });

  test("a tie goes to its own draw", async () => {
    const tie = `${capital.prompt}\n- Canberra\n- Sydney`;
    expect(await say(tie, sure)).toBe("Canberra");
    const said = await Promise.all(Array.from({ length: 40 }, (_, n) => say(tie, -sure, n)));
    expect(new Set(said)).toEqual(new Set(["Sydney", "Canberra"]));
  });

  test("a single one is kept, unless it was objected to", async () => {
    const draft = `${capital.prompt}\nDraft: Sydney\n`;
    expect(await say(`${draft}Write the final answer.`, sure)).toBe("Sydney");
    expect(await say(`${draft}${reviewWords.objection}`, sure)).toBe("Canberra");
    expect(await say(`${draft}{"decision": "reject"}`, sure)).toBe("Canberra");
    expect(await say(`${draft}{"approved":false}`, sure)).toBe("Canberra");
    expect(await say(`${draft}{"approved":true}. If it is wrong, revise it.`, sure)).toBe("Sydney");
  });

  test("an answer of its own earlier in the conversation is one", async () => {
    const call = asking(capital.prompt);
    call.prompt.push(
      { role: "assistant", content: [{ type: "text", text: "Sydney" }] },
      { role: "user", content: [{ type: "text", text: "Now as JSON." }] },
    );
    expect(textOf(await model({ ability: sure }).doGenerate(call))).toBe("Sydney");
  });
});

describe("the result", () => {
  test("has an id, the model and usage by the bytes of the text", async () => {
    const result = await model({ ability: sure }).doGenerate(asking(capital.prompt));
    expect(result.response).toMatchObject({
      modelId: "sim/mine",
      id: expect.stringMatching(/^sim-[0-9a-f]{16}$/),
    });
    expect(result.usage.inputTokens.total).toBe(Math.ceil(capital.prompt.length / 4));
    expect(result.usage.outputTokens).toEqual({ total: 2, text: 2, reasoning: 0 });
    expect(result.finishReason.unified).toBe("stop");
  });

  test("bills reasoning, and never more than it was allowed to write", async () => {
    const thinking = model({ ability: sure, reasoningRatio: 3 });
    const free = await thinking.doGenerate(asking(capital.prompt));
    expect(free.usage.outputTokens).toEqual({ total: 8, text: 2, reasoning: 6 });
    const held = await thinking.doGenerate(asking(capital.prompt, {}, { maxOutputTokens: 5 }));
    expect(held.usage.outputTokens).toEqual({ total: 5, text: 2, reasoning: 3 });
    const cut = await thinking.doGenerate(asking(capital.prompt, {}, { maxOutputTokens: 1 }));
    expect(textOf(cut)).toBe("Canb");
    expect(cut.finishReason.unified).toBe("length");
    expect(cut.usage.outputTokens.total).toBe(1);
  });

  test("streams as the same answer in pieces, with the usage at the end", async () => {
    for (const more of [{}, jsonOf(z.object({ answer: z.string(), reason: z.string() }))]) {
      const call = asking(capital.prompt, { ordinal: 3 }, more);
      const whole = await model().doGenerate(call);
      const parts: LanguageModelV4StreamPart[] = [];
      for await (const part of (await model().doStream(call)).stream) parts.push(part);
      const deltas = parts.filter((part) => part.type === "text-delta").map((part) => part.delta);
      expect(deltas.length).toBeGreaterThan(1);
      expect(deltas.join("")).toBe(textOf(whole));
      expect(parts.at(-1)).toMatchObject({
        type: "finish",
        usage: whole.usage,
        finishReason: whole.finishReason,
      });
    }
  });
});

describe("the model", () => {
  test("says what it is", () => {
    const strong = simModel("sim/strong");
    expect(strong).toMatchObject({ modelId: "sim/strong", simulated: true, price: { input: 3, output: 15 } });
    expect(simModel("strong").provider).toBe(strong.provider);
    expect(model()).not.toHaveProperty("price");
  });

  test("has another provider id for another seed, profile or key, so that a cache keeps them apart", () => {
    const made = [
      model(),
      model({ ability: 1 }),
      model({}, { seed: 1 }),
      model({}, { answerKey: [] }),
      simModel("strong"),
    ];
    expect(new Set(made.map(({ provider }) => provider)).size).toBe(made.length);
    for (const { provider } of made) expect(provider).toMatch(/^sim\.[0-9a-f]{12}$/);
  });

  test("of an unknown profile is an error with the names there are", () => {
    expect(() => simModel("sim/storng")).toThrow(UnknownSimProfileError);
    expect(() => simModel("sim/storng")).toThrow(
      'There is no simulated model "sim/storng". Did you mean sim/strong? Known are sim/strong, sim/weak,',
    );
    expect(() => simModel("constructor")).toThrow(UnknownSimProfileError);
  });
});

describe("latency", () => {
  const waiting = (options: Partial<SimModelOptions> = {}) => {
    const waits: number[] = [];
    const pause = async (ms: number) => void waits.push(ms);
    return { waits, slow: model({ latency: { meanMs: 200, spreadMs: 60 } }, { pause, ...options }) };
  };

  test("has the mean and spread of its profile", async () => {
    const { waits, slow } = waiting();
    for (let n = 0; n < 4000; n++) await slow.doGenerate(asking(capital.prompt, { ordinal: n }));
    const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
    const variance = waits.reduce((sum, wait) => sum + (wait - mean) ** 2, 0) / (waits.length - 1);
    // Five standard errors of the mean; the spread of a skewed sample is known less well.
    expect(Math.abs(mean - 200)).toBeLessThan((5 * 60) / Math.sqrt(4000));
    expect(Math.abs(Math.sqrt(variance) - 60)).toBeLessThan(6);
    expect(Math.min(...waits)).toBeGreaterThan(0);
  });

  test("is scaled, down to nothing", async () => {
    const full = waiting();
    const half = waiting({ latencyScale: 0.5 });
    const none = waiting({ latencyScale: 0 });
    for (const { slow } of [full, half, none]) await slow.doGenerate(asking(capital.prompt));
    expect(half.waits[0]).toBeCloseTo(full.waits[0]! / 2, 9);
    expect(none.waits).toEqual([]);
  });

  test("of a stream lies before and between its parts, and comes to the same", async () => {
    const plain = waiting();
    await plain.slow.doGenerate(asking(capital.prompt));
    const { waits, slow } = waiting();
    const { stream } = await slow.doStream(asking(capital.prompt));
    expect(waits).toHaveLength(1);
    for await (const _ of stream);
    expect(waits.length).toBeGreaterThan(3);
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeCloseTo(plain.waits[0]!, 6);
  });

  test("ends at once when the call is aborted: before it, during it, in the middle of a stream", async () => {
    const reason = new Error("enough");
    const slow = model({ latency: { meanMs: 3_600_000, spreadMs: 0 } });
    const before = asking(capital.prompt, {}, { abortSignal: AbortSignal.abort(reason) });
    await expect(slow.doGenerate(before)).rejects.toBe(reason);

    const during = new AbortController();
    const running = slow.doGenerate(asking(capital.prompt, {}, { abortSignal: during.signal }));
    during.abort(reason);
    await expect(running).rejects.toBe(reason);

    const midway = new AbortController();
    const quick = model({ latency: { meanMs: 60, spreadMs: 0 } });
    const { stream } = await quick.doStream(asking(capital.prompt, {}, { abortSignal: midway.signal }));
    const reading = (async () => {
      for await (const part of stream) if (part.type === "text-delta") midway.abort(reason);
    })();
    await expect(reading).rejects.toBe(reason);
  });
});

describe("failures", () => {
  const failing = (failures: SimProfile["failures"], options?: SimModelOptions) =>
    model({ ability: sure, failures: failures ?? {} }, options);

  test("a rate limit and a server error are what a provider would throw", async () => {
    const limited = failing({ rateLimit: 1, retryAfterSeconds: 1.5 }).doGenerate(asking(capital.prompt));
    const error = await Promise.resolve(limited).catch((caught: unknown) => caught);
    expect(APICallError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      statusCode: 429,
      isRetryable: true,
      responseHeaders: { "retry-after": "2", "retry-after-ms": "1500" },
    });
    await expect(failing({ serverError: 1 }).doStream(asking(capital.prompt))).rejects.toMatchObject({
      statusCode: 500,
      isRetryable: true,
    });
  });

  test("a time-out hangs for its time, or until the call is aborted", async () => {
    const waits: number[] = [];
    const pause = async (ms: number) => void waits.push(ms);
    const hung = failing({ timeout: 1, hangMs: 5000 }, { pause }).doGenerate(asking(capital.prompt));
    await expect(hung).rejects.toMatchObject({ statusCode: 504, isRetryable: true });
    expect(waits).toEqual([5000]);

    const reason = new Error("enough");
    const controller = new AbortController();
    const call = asking(capital.prompt, {}, { abortSignal: controller.signal });
    const running = failing({ timeout: 1, hangMs: 3_600_000 }).doGenerate(call);
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
  });

  test("malformed is broken JSON where JSON was asked for, else a text that is cut", async () => {
    const broken = failing({ malformed: 1 });
    const schemas = [
      z.object({ answer: z.string() }),
      z.object({ n: z.int() }),
      z.array(z.int()),
      z.int(),
      z.null(),
    ];
    for (const schema of schemas) {
      const text = textOf(await broken.doGenerate(asking(capital.prompt, {}, jsonOf(schema))));
      expect(() => JSON.parse(text)).toThrow(SyntaxError);
    }
    const cut = await broken.doGenerate(asking(capital.prompt));
    expect(textOf(cut)).toBe("Canb");
    expect(cut.finishReason.unified).toBe("length");
  });

  test("a refusal finishes as one", async () => {
    const refused = await failing({ refusal: 1 }).doGenerate(asking(capital.prompt));
    expect(refused.finishReason.unified).toBe("content-filter");
    expect(textOf(refused)).not.toContain("Canberra");
  });

  test("go away at another ordinal or attempt", async () => {
    const shaky = failing({ serverError: 0.5 });
    for (const place of ["ordinal", "attempt"]) {
      const outcomes = await Promise.allSettled(
        Array.from(
          { length: 30 },
          async (_, n) => await shaky.doGenerate(asking(capital.prompt, { [place]: n })),
        ),
      );
      expect(new Set(outcomes.map((outcome) => outcome.status)).size).toBe(2);
    }
  });
});

test("what a call costs does not grow with the tasks in the key", async () => {
  const keyOf = (tasks: number) =>
    Array.from({ length: tasks }, (_, n) => ({
      prompt: `Task ${n}: what is ${n} plus ${n * 3}?`,
      right: String(n * 4),
      wrong: [String(n * 4 + 1)],
    }));
  const cpuMsOf = async (tasks: number) => {
    const answerKey = keyOf(tasks);
    const instant = simModel("strong", { answerKey, latencyScale: 0 });
    const calls = Array.from({ length: 1000 }, (_, n) =>
      asking(answerKey[n % tasks]!.prompt, { cell: "c", ordinal: n }),
    );
    await instant.doGenerate(calls[0]!);
    const before = process.cpuUsage();
    for (const call of calls) await instant.doGenerate(call);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const few: number[] = [];
  const many: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    few.push(await cpuMsOf(10));
    many.push(await cpuMsOf(20_000));
  }
  // Looking through all of them would take hundreds of times as long.
  expect(Math.min(...many)).toBeLessThan(20 * Math.min(...few));
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("a latency cannot be scaled by %d", (latencyScale) => {
  expect(() => simModel("strong", { latencyScale })).toThrow("give a number that is not negative");
});

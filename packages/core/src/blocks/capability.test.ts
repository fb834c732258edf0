import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { defineCapability } from "./capability.ts";
import { generator } from "./generator/generator.ts";
import { handler } from "./handler.ts";
import { runBlock } from "./run-block.ts";
import { sequencer } from "./sequencer/sequencer.ts";

const model = () =>
  new MockLanguageModelV4({
    doGenerate: async () => ({
      content: [{ type: "text", text: "ok" }],
      finishReason: { unified: "stop", raw: "stop" },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    }),
  });
const tool = (name: string) => handler({ name, execute: () => name });
const asked = (mock: MockLanguageModelV4) => {
  const { prompt, tools, providerOptions } = mock.doGenerateCalls.at(-1)!;
  return {
    system: prompt[0]?.role === "system" ? prompt[0].content : "",
    tools: tools?.map(({ name }) => name) ?? [],
    providerOptions,
  };
};

const search = defineCapability({
  name: "search",
  fns: (_ctx, { config }) => ({ find: (word: string) => `${config.engine}: ${word}` }),
  config: { engine: "plain" },
  presets: {
    hint: { context: "Search first." },
    tools: { tools: (_ctx, config) => [tool(`search-${config.engine}`)] },
  },
});

test.each<[unknown, string]>([
  [[undefined], "uses undefined, which is no capability; give it a list of what defineCapability gives."],
  [[null], "uses null, which is no capability"],
  [[{}], "uses an object, which is no capability"],
  [["search"], "uses search, which is no capability"],
  [search, "uses an object, which is no list"],
  [[defineCapability({ name: "a", uses: [undefined] as never })], "uses undefined, which is no capability"],
])("a block that uses what is no capability is told so (%#)", async (uses, message) => {
  const told = expect.objectContaining({
    code: "construction-error",
    message: expect.stringContaining(`"b" ${message}`),
  });
  const wrong = { name: "b", uses: uses as never };
  expect(() => generator({ ...wrong, model: model() })).toThrow(told);
  expect(() => handler({ ...wrong, execute: () => 1 })).toThrow(told);
  expect(() => sequencer(wrong)).toThrow(told);
  const dynamic = generator({ name: "b", model: model(), uses: [() => uses as never] });
  if (Array.isArray(uses)) expect(await runBlock(dynamic, "x")).toMatchObject({ ok: false, error: told });
});

test("a function of capabilities that forgets to return them is told so", async () => {
  const block = generator({ name: "b", model: model(), uses: [(() => {}) as never] });
  expect(await runBlock(block, "x")).toMatchObject({ ok: false, error: { code: "construction-error" } });
});

describe("presets", () => {
  test("add context and tools to a generator", async () => {
    const mock = model();
    await runBlock(
      generator({
        name: "g",
        model: mock,
        prompt: "p",
        context: "own",
        tools: [tool("own")],
        uses: [search],
      }),
      "x",
    );
    expect(asked(mock)).toMatchObject({ system: "p\n\nown\nSearch first.", tools: ["own", "search-plain"] });
  });

  test("one that is not there, by a condition say, gives nothing", async () => {
    const mock = model();
    const maybe = defineCapability({ name: "maybe", presets: { hint: undefined, own: { context: "Own." } } });
    await runBlock(generator({ name: "g", model: mock, prompt: "p", uses: [maybe] }), "x");
    expect(asked(mock)).toMatchObject({ system: "p\n\nOwn." });
  });

  test("can be switched off, and configured", async () => {
    const mock = model();
    await runBlock(
      generator({
        name: "g",
        model: mock,
        uses: [search.presets({ hint: false }).config({ engine: "fast" })],
      }),
      "x",
    );
    expect(asked(mock)).toMatchObject({ system: "", tools: ["search-fast"] });
    expect(() => search.presets({ nothing: true })).toThrow(/no preset "nothing"; it has hint, tools/);
  });

  test("are on by default only when listed, if there is a list", async () => {
    const mock = model();
    const quiet = defineCapability({
      name: "quiet",
      presets: { default: ["b"], a: { context: "A" }, b: { context: "B" } },
    });
    await runBlock(generator({ name: "g", model: mock, uses: [quiet] }), "x");
    expect(asked(mock).system).toBe("B");
    await runBlock(generator({ name: "g", model: mock, uses: [quiet.presets({ a: true })] }), "x");
    expect(asked(mock).system).toBe("A\nB");
  });

  test("of settings the last wins, but the block's own wins over all", async () => {
    const first = model();
    const last = model();
    const own = model();
    const one = defineCapability({
      name: "one",
      presets: { p: { model: first, providerOptions: { a: { v: 1 } } } },
    });
    const two = defineCapability({
      name: "two",
      presets: { p: { model: last, providerOptions: { a: { v: 2 } } } },
    });
    await runBlock(generator({ name: "g", uses: [one, two] }), "x");
    expect(asked(last).providerOptions).toMatchObject({ a: { v: 2 } });
    await runBlock(
      generator({ name: "g", model: own, providerOptions: { a: { v: 3 } }, uses: [one, two] }),
      "x",
    );
    expect(asked(own).providerOptions).toMatchObject({ a: { v: 3 } });
  });

  test("that only a generator can use are refused elsewhere", () => {
    const execute = () => 1;
    expect(() => handler({ name: "h", uses: [search], execute })).toThrow(
      /gives context in its preset "hint".*handler "h"/,
    );
    expect(() => sequencer({ name: "s", uses: [search] })).toThrow(/sequencer "s"/);
    expect(() => sequencer({ name: "s", uses: [() => []] })).toThrow(/through a function/);
    const off = search.presets({ hint: false, tools: false });
    expect(() => handler({ name: "h", uses: [off], execute })).not.toThrow();
  });
});

describe("uses", () => {
  test("what a capability needs comes with it, once", async () => {
    const base = defineCapability({ name: "base", presets: { p: { context: "base" } } });
    const left = defineCapability({ name: "left", uses: [base], presets: { p: { context: "left" } } });
    const right = defineCapability({ name: "right", uses: [base], presets: { p: { context: "right" } } });
    const mock = model();
    await runBlock(generator({ name: "g", model: mock, uses: [left, right] }), "x");
    expect(asked(mock).system).toBe("base\nleft\nright");
  });

  test("a circle cannot be built, nor two capabilities of one name", () => {
    const uses: any[] = [];
    const a = defineCapability({ name: "a", uses });
    const b = defineCapability({ name: "b", uses: [a] });
    uses.push(b);
    expect(() => generator({ name: "g", model: "m/m", uses: [a] })).toThrow(/circle: a → b → a/);
    const other = defineCapability({ name: "search" });
    expect(() => generator({ name: "g", model: "m/m", uses: [search, other] })).toThrow(
      /two different capabilities named "search"/,
    );
  });

  test("a choice made for the block wins over one that came along", async () => {
    const needy = defineCapability({ name: "needy", uses: [search] });
    const mock = model();
    await runBlock(
      generator({ name: "g", model: mock, uses: [search.config({ engine: "fast" }), needy] }),
      "x",
    );
    expect(asked(mock).tools).toEqual(["search-fast"]);
  });

  test("functions decide in each run, and add context and tools only", async () => {
    const mock = model();
    const never = model();
    const extra = defineCapability({
      name: "extra",
      presets: { p: { context: "extra", tools: [tool("extra")], model: never } },
    });
    const block = generator({
      name: "g",
      model: mock,
      uses: [(ctx) => (ctx.cell === "rich" ? [extra, search] : [])],
    });
    await runBlock(block, "x");
    expect(asked(mock)).toMatchObject({ system: "", tools: [] });
    await runBlock(block, "x", { cell: "rich" });
    expect(asked(mock)).toMatchObject({ system: "extra\nSearch first.", tools: ["extra", "search-plain"] });
    expect(never.doGenerateCalls).toEqual([]);
  });
});

describe("functions", () => {
  test("are at ctx.cap, made with their configuration", async () => {
    const off = search.presets({ hint: false, tools: false }).config({ engine: "fast" });
    const block = handler({
      name: "h",
      uses: [off],
      execute: (word: string, ctx) => ctx.cap.search.find(word),
    });
    expect(await runBlock(block, "tea")).toMatchObject({ output: "fast: tea" });
    const chain = sequencer({ name: "s", uses: [off] }).map((word, ctx) => ctx.cap.search.find(word));
    expect(await runBlock(chain, "tea")).toMatchObject({ output: "fast: tea" });
  });

  test("share the state of their capability within a run, and only there", async () => {
    const notes = defineCapability({
      name: "notes",
      stateSchema: z.object({ notes: z.array(z.string()).default([]) }),
      fns: (_ctx, { state }) => ({
        add: async (note: string) => (await state()).pushState({ notes: note }),
        all: async () => (await state()).state.notes,
      }),
    });
    const write = handler({
      name: "write",
      uses: [notes],
      execute: (note: string, ctx) => ctx.cap.notes.add(note),
    });
    const read = handler({ name: "read", uses: [notes], execute: (_: unknown, ctx) => ctx.cap.notes.all() });
    const chain = sequencer({ name: "s" }).forEach(write).step(read);
    expect(await runBlock(chain, ["a", "b"])).toMatchObject({ output: ["a", "b"] });
    expect(await runBlock(chain, ["c"])).toMatchObject({ output: ["c"] });
  });

  test("a capability without a schema has no state", async () => {
    const bare = defineCapability({ name: "bare", fns: (_ctx, { state }) => ({ get: () => state() }) });
    const block = handler({ name: "h", uses: [bare], execute: (_: unknown, ctx) => ctx.cap.bare.get() });
    expect(await runBlock(block, 0)).toMatchObject({ ok: false, error: { code: "no-capability-state" } });
  });
});

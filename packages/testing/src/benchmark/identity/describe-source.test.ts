import { execFile } from "node:child_process";
import { promisify } from "node:util";
import {
  type BlockDefinition,
  defineCapability,
  generator,
  handler,
  keyedRouter,
  router,
  sequencer,
} from "@flow-state-dev/core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { closeTo } from "../../scorers/close-to.ts";
import { allOf } from "../../scorers/combine.ts";
import { contains } from "../../scorers/contains.ts";
import { custom } from "../../scorers/custom.ts";
import { named } from "../../scorers/named.ts";
import { schemaValid } from "../../scorers/schema-valid.ts";
import { threshold } from "../../scorers/threshold.ts";
import { describeSource, sourceHash } from "./describe-source.ts";
import { scorerFacts } from "./scorer-facts.ts";
import { describeUses, givesTools } from "./subject-uses.ts";

describe("describeSource", () => {
  test.each([
    ["a function, by its source", (a: number) => a + 1, (a: number) => a + 2],
    ["a schema, by what it accepts", z.object({ a: z.number() }), z.object({ a: z.string() })],
    ["a pattern", /a/, /b/],
    ["a number that JSON has not", Number.NaN, Number.POSITIVE_INFINITY],
    ["what is inside", { a: [{ b: () => 1 }] }, { a: [{ b: () => 2 }] }],
  ])("tells apart %s", (_what, one, other) => {
    expect(sourceHash(one)).not.toBe(sourceHash(other));
    expect(sourceHash(one)).toBe(sourceHash(one));
  });

  test("the order of keys makes no difference, and circles come to an end", () => {
    expect(sourceHash({ a: 1, b: 2 })).toBe(sourceHash({ b: 2, a: 1 }));
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(JSON.stringify(describeSource(circle))).toContain("…");
  });
});

describe("blocks are told apart by all that they are made of", () => {
  const model = "openai/gpt-5.4-mini";
  const words = { name: "say", model, prompt: "Be kind.", user: (input: string) => input };
  const say = generator(words);
  const chain = () => sequencer({ name: "chain" });
  const yes = () => true;
  const times = (n: number) => handler({ name: "times", execute: (input: number) => input * n });
  const plus = handler({ name: "work", execute: (input: number) => input + 1 });
  const minus = handler({ name: "work", execute: (input: number) => input - 1 });
  const tool = (execute: () => string) => handler({ name: "look", inputSchema: z.object({}), execute });

  test.each<[string, BlockDefinition, BlockDefinition]>([
    ["a prompt", say, generator({ ...words, prompt: "Be strict." })],
    [
      "a prompt that is a function",
      generator({ ...words, prompt: () => "a" }),
      generator({ ...words, prompt: () => "b" }),
    ],
    ["what the user says", say, generator({ ...words, user: (input: string) => `${input}!` })],
    ["context", say, generator({ ...words, context: ["Today is Monday."] })],
    ["a temperature", say, generator({ ...words, temperature: 0.3 })],
    ["a limit of tokens", say, generator({ ...words, maxTokens: 99 })],
    [
      "a schema inside",
      chain().step(say),
      chain().step(generator({ ...words, outputSchema: z.object({ a: z.string() }) })),
    ],
    [
      "a tool inside",
      chain().step(generator({ ...words, tools: [tool(() => "a")] })),
      chain().step(generator({ ...words, tools: [tool(() => "b")] })),
    ],
    ["the code of a handler", plus, minus],
    ["one step more", chain().step(plus), chain().step(plus).step(plus)],
    ["the order of steps", chain().step(plus).step(minus), chain().step(minus).step(plus)],
    ["a connector", chain().step((a: number) => a, plus), chain().step((a: number) => a + 1, plus)],
    ["a condition", chain().stepIf(yes, plus), chain().stepIf(() => false, plus)],
    ["a map", chain().map((a) => a), chain().map((a) => [a])],
    ["a tap", chain().tap(plus), chain().tap(minus)],
    ["a tap that may be", chain().tapIf(yes, plus), chain().tapIf(yes, minus)],
    ["what is done at once", chain().parallel({ a: plus }), chain().parallel({ a: minus })],
    ["how much at once", chain().stepAll([plus, plus]), chain().stepAll([plus, plus], { maxConcurrency: 1 })],
    ["the first that works", chain().stepAny([plus, minus]), chain().stepAny([minus, plus])],
    ["a race", chain().race([plus]), chain().race([minus])],
    ["what is done for each", chain().forEach(plus), chain().forEach(minus)],
    ["the end of a loop", chain().doUntil(yes, plus), chain().doUntil(() => false, plus)],
    ["the limit of a loop", chain().doWhile(yes, plus), chain().doWhile(yes, plus, { maxIterations: 3 })],
    ["a branch", chain().branch({ a: [(v) => v, yes, plus] }), chain().branch({ a: [(v) => v, yes, minus] })],
    ["an exit", chain().step(plus), chain().step(plus).exitIf(yes)],
    ["an error", chain().throwIf(yes, new Error("a")), chain().throwIf(yes, new Error("b"))],
    [
      "a way out",
      chain()
        .step(plus)
        .rescue([{ block: plus }]),
      chain()
        .step(plus)
        .rescue([{ block: minus }]),
    ],
    [
      "another input",
      plus.connectInput((a: string) => a.length),
      plus.connectInput((a: string) => a.length + 1),
    ],
    ["another output", plus.connectOutput((a) => a), plus.connectOutput((a) => a + 1)],
    ["a tool of it", plus.asTool({ name: "a" }), plus.asTool({ name: "b" })],
    [
      "a route",
      router({ name: "r", routes: [plus], execute: () => plus }),
      router({ name: "r", routes: [minus], execute: () => plus }),
    ],
    [
      "a key",
      keyedRouter({ name: "r", blocks: { a: plus }, select: () => "a" }),
      keyedRouter({ name: "r", blocks: { b: plus }, select: () => "a" }),
    ],
    ["what is far inside", nested(plus, 30), nested(minus, 30)],
  ])("%s", (_what, one, other) => {
    expect(sourceHash(one)).not.toBe(sourceHash(other));
    expect(sourceHash(one)).toBe(sourceHash(one));
  });

  test("what a function closes over is not seen", () => {
    expect(sourceHash(times(2))).toBe(sourceHash(times(3)));
  });

  test("a block that is used twice at every level takes no longer", () => {
    let block: BlockDefinition = plus;
    for (let level = 0; level < 200; level++) block = chain().parallel({ a: block, b: block });
    expect(sourceHash(block)).toMatch(/^[\da-f]{16}$/);
  });

  function nested(inner: BlockDefinition, levels: number): BlockDefinition {
    return levels === 0 ? inner : chain().step(nested(inner, levels - 1));
  }
});

test("scorers of the same name are told apart by what they were made with", () => {
  const hash = (scorer: Parameters<typeof scorerFacts>[0]) => JSON.stringify(scorerFacts(scorer));
  const pairs = [
    [custom("len", () => 0.2), custom("len", () => 0.9)],
    [custom("len", () => 1, { threshold: 0.2 }), custom("len", () => 1, { threshold: 0.3 })],
    [closeTo({ relative: 0.1 }), closeTo({ relative: 0.2 })],
    [schemaValid(z.object({ a: z.number() })), schemaValid(z.object({ b: z.number() }))],
    [allOf(custom("x", () => 0)), allOf(custom("x", () => 1))],
    [
      { name: "own", score: () => ({ score: 1, passed: true }) },
      { name: "own", score: () => ({ score: 0, passed: false }) },
    ],
    [
      named("own", { name: "a", score: () => ({ score: 1, passed: true }) }),
      named("own", { name: "a", score: () => ({ score: 0, passed: false }) }),
    ],
    [named("size", threshold("size", 0, 10)), named("size", threshold("size", 0, 20))],
  ] as const;
  for (const [one, other] of pairs) expect(hash(one)).not.toBe(hash(other));
  expect(hash(contains("a"))).toBe(hash(contains("a")));
});

describe("uses", () => {
  const ping = handler({ name: "ping", inputSchema: z.object({}), execute: () => "pong" });
  const tools = defineCapability({ name: "tools", presets: { all: { tools: [ping] } } });
  const words = defineCapability({ name: "words", presets: { all: { context: "Be kind." } } });

  test("say whether they give tools", () => {
    expect(givesTools([tools])).toBe(true);
    expect(givesTools([defineCapability({ name: "outer", uses: [tools] })])).toBe(true);
    expect(givesTools([() => []])).toBe(true);
    expect(givesTools([words])).toBe(false);
    expect(givesTools([tools.presets({ all: false })])).toBe(false);
    expect(givesTools([])).toBe(false);
  });

  test("are told apart by name, tools, choice and words", () => {
    const hashes = [[tools], [words], [], [tools, words], [tools.presets({ all: false })]].map((uses) =>
      sourceHash(describeUses(uses)),
    );
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});

test("what is said of a subject is the same in every process", async () => {
  const program = `
    import { baselineSubject, custom } from "@flow-state-dev/testing";
    import { runConditions } from ${JSON.stringify(new URL("./run-conditions.ts", import.meta.url).href)};
    import { createPriceTable } from "@flow-state-dev/core";
    const model = "openai/gpt-5.4-mini";
    const judge = { models: [model], repeats: 1, fingerprint: "f", calls: 1 };
    const scorers = [custom("len", ({ output }) => String(output).length > 3)];
    console.log(JSON.stringify(runConditions({ subjects: [baselineSubject({ model })], model, scorers }, judge, createPriceTable())));
  `;
  const run = async () => {
    const args = ["--conditions=@flow-state-dev/source", "--input-type=module", "--eval", program];
    return (await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname })).stdout;
  };
  const [first, second] = await Promise.all([run(), run()]);
  expect(JSON.parse(first).subjects["single-generator"].fingerprint).toMatch(/^[\da-f]{16}$/);
  expect(second).toBe(first);
});

test("objects that all hold each other are not followed on all ways through them", () => {
  const ring: Record<string, unknown>[] = Array.from({ length: 9 }, (_, at) => ({ at }));
  for (const each of ring) for (const other of ring) each[`to${other.at}`] = other;
  expect(sourceHash(ring)).toBe(sourceHash(structuredClone(ring)));
  expect(sourceHash(ring)).not.toBe(sourceHash([...ring, 1]));
});

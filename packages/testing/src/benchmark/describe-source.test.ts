import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { defineCapability, handler } from "@flow-state-dev/core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { closeTo } from "../scorers/close-to.ts";
import { allOf } from "../scorers/combine.ts";
import { contains } from "../scorers/contains.ts";
import { custom } from "../scorers/custom.ts";
import { schemaValid } from "../scorers/schema-valid.ts";
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

import { describe, expect, test } from "vitest";
import { z } from "zod";
import { closeTo } from "./close-to.ts";
import { contains } from "./contains.ts";
import { custom } from "./custom.ts";
import { exactMatch } from "./exact-match.ts";
import { jsonPath } from "./json-path.ts";
import { named } from "./named.ts";
import { schemaValid } from "./schema-valid.ts";
import type { Scorer } from "./scorer.ts";
import { threshold } from "./threshold.ts";

async function passes(scorer: Scorer, output: unknown, expected?: unknown): Promise<boolean> {
  const result = await scorer.score({ output, input: "", ...(expected !== undefined && { expected }) });
  expect(result.score).toBe(result.passed ? 1 : 0);
  if (!result.passed) expect(result.reason).toMatch(/^[A-Z"].*\.$/s);
  return result.passed;
}

const error = (scorer: Scorer, output: unknown, expected?: unknown) =>
  (async () => scorer.score({ output, input: "", ...(expected !== undefined && { expected }) }))();

describe("exactMatch", () => {
  test("an answer nested deeper than can be compared is wrong, and not without a score", async () => {
    const deep = "[".repeat(200_000) + "]".repeat(200_000);
    expect(await passes(exactMatch(), deep, { a: 1 })).toBe(false);
    expect(await passes(jsonPath("0", 1), deep, undefined)).toBe(false);
  });

  test.each<[unknown, unknown, boolean]>([
    ["Paris", "Paris", true],
    [" Paris\n", "Paris", true],
    ["a\r\nb", "a\nb", true],
    ["cafe\u0301", "caf\u00e9", true],
    ["paris", "Paris", false],
    ["Paris.", "Paris", false],
    ["a  b", "a b", false],
    ["42", 42, true],
    ["42.", 42, false],
    ["true", true, true],
    [42, "42", false],
    [{ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 }, true],
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [{ a: 1, b: 2 }, { a: 1 }, false],
    [[1, 2], [2, 1], false],
    ['Here it is:\n```json\n{"a": 1}\n```\nDone.', { a: 1 }, true],
    ['It is {"a": 1}, I think.', { a: 1 }, true],
    ["nothing of the kind", { a: 1 }, false],
    [null, null, true],
    [Number.NaN, null, false],
    [undefined, "x", false],
  ])("of %j with %j", async (output, expected, same) => {
    expect(await passes(exactMatch(), output, expected)).toBe(same);
  });

  test.each<[string, unknown, unknown, boolean]>([
    ["maps", new Map([["a", { n: 1 }]]), new Map([["a", { n: 2 }]]), false],
    ["equal maps", new Map(Object.entries({ a: 1, b: 2 })), new Map(Object.entries({ b: 2, a: 1 })), true],
    ["a map and an object with nothing in it", { at: new Map([[1, 2]]) }, { at: {} }, false],
    ["sets", new Set(["Rome"]), new Set(["Paris"]), false],
    ["equal sets", new Set([1, { a: [2] }]), new Set([{ a: [2] }, 1]), true],
    ["errors", new Error("too late"), new Error("too early"), false],
    ["equal errors", [new RangeError("late")], [new RangeError("late")], true],
    ["patterns", /a/, /b/, false],
    ["dates", new Date(0), new Date(0).toISOString(), true],
  ])("of %s, which JSON has no form for", async (_, output, expected, same) => {
    expect(await passes(exactMatch(), output, expected)).toBe(same);
  });

  test("of a field, in a value or in a text", async () => {
    const scorer = exactMatch("total");
    expect(scorer.name).toBe("exactMatch(total)");
    expect(await passes(scorer, { total: 3, note: "x" }, { total: 3 })).toBe(true);
    expect(await passes(scorer, '{"total": 3}', { total: 3 })).toBe(true);
    expect(await passes(scorer, '{"total": 3}', 3)).toBe(true);
    expect(await passes(scorer, '{"total": " 3 "}', "3")).toBe(true);
    expect(await passes(scorer, { sum: 3 }, { total: 3 })).toBe(false);
    expect(await passes(exactMatch("a.0.b"), { a: [{ b: "x" }] }, { a: [{ b: "x" }] })).toBe(true);
  });

  test("without anything to compare with there is no score", async () => {
    await expect(error(exactMatch(), "x")).rejects.toMatchObject({ code: "missing-expected" });
    await expect(error(exactMatch("a"), { a: 1 }, { b: 1 })).rejects.toMatchObject({
      code: "missing-expected",
    });
  });

  test("what a value inherits is not in it", async () => {
    expect(await passes(exactMatch("constructor"), "{}", { constructor: 1 })).toBe(false);
    expect(await passes(jsonPath("length", 2), [1, 2])).toBe(false);
    expect(await passes(jsonPath("__proto__.x", 1), {})).toBe(false);
  });
});

describe("contains", () => {
  test.each<[unknown, string, boolean]>([
    ["The capital is PARIS.", "paris", true],
    ["New\n  York", "new york", true],
    ["London", "Paris", false],
    [{ city: "Paris" }, "paris", true],
    [{ text: 'he said "no"\nand left' }, 'said "no" and', true],
    [{ city: "Paris" }, '"city":"paris"', true],
    [undefined, "Paris", false],
    [42, "4", true],
    ["I don’t know, write an “e‑mail”.", `don't know, write an "e-mail"`, true],
  ])("of %j: %j", async (output, text, found) => {
    expect(await passes(contains(text), output)).toBe(found);
  });

  test("nothing is nothing to look for", () => {
    expect(() => contains(" ")).toThrow(expect.objectContaining({ code: "invalid-scorer" }));
  });
});

describe("jsonPath", () => {
  test.each<[string, unknown, boolean]>([
    ["a.b.0", 1, true],
    ["a.b[1]", 2, true],
    ["$.a.b[0]", 1, true],
    ["a", { b: [1, 2] }, true],
    ["a.b.2", undefined as unknown as null, false],
    ["a.c", 1, false],
    ["a.b.0.c", 1, false],
  ])("%s is %j", async (path, value, found) => {
    const scorer = jsonPath(path, value ?? null);
    expect(await passes(scorer, { a: { b: [1, 2] } })).toBe(found);
    expect(await passes(scorer, 'So: {"a": {"b": [1, 2]}}')).toBe(found);
  });

  test("of a text without JSON finds nothing, and one without a value is a mistake", async () => {
    expect(await passes(jsonPath("a", 1), "a is 1")).toBe(false);
    expect(() => jsonPath("a", undefined)).toThrow(/no value/);
  });
});

describe("schemaValid", () => {
  const schema = z.object({ total: z.number() });

  test("looks at the output, or at the JSON in it", async () => {
    expect(await passes(schemaValid(schema), { total: 1 })).toBe(true);
    expect(await passes(schemaValid(schema), 'It is {"total": 1}.')).toBe(true);
    expect(await passes(schemaValid(schema), '{"total": "1"}')).toBe(false);
    expect(await passes(schemaValid(schema), { total: "1" })).toBe(false);
    expect(await passes(schemaValid(schema), "none")).toBe(false);
    expect(await passes(schemaValid(z.string().max(5)), "12345")).toBe(true);
  });

  test("says what is wrong, and where", async () => {
    const { reason } = await schemaValid(schema).score({ output: { total: "1" }, input: "" });
    expect(reason).toMatch(/does not fit: total: .*number/);
  });

  test("takes any Standard Schema, also one that takes its time", async () => {
    const even = {
      "~standard": {
        version: 1 as const,
        vendor: "own",
        validate: async (value: unknown) =>
          Number(value) % 2 === 0 ? { value } : { issues: [{ message: "is odd" }] },
      },
    };
    expect(await passes(schemaValid(even), 4)).toBe(true);
    expect(await passes(schemaValid(even), 3)).toBe(false);
  });
});

describe("threshold", () => {
  test.each<[unknown, boolean]>([
    [{ n: 1 }, true],
    [{ n: 5 }, true],
    [{ n: 0.99 }, false],
    [{ n: 5.01 }, false],
    [{ n: "3 kg" }, true],
    [{ n: "many" }, false],
    [{ n: Number.NaN }, false],
    [{}, false],
    ['{"n": 3}', true],
  ])("from 1 to 5: %j", async (output, inside) => {
    expect(await passes(threshold("n", 1, 5), output)).toBe(inside);
  });

  test("without an upper end, and of the output itself", async () => {
    expect(await passes(threshold("n", 1), { n: 1e9 })).toBe(true);
    expect(await passes(threshold("", 1), "It is 3.")).toBe(true);
    expect(await passes(threshold("", 1), "It is 0.3.")).toBe(false);
    expect(threshold("", 1).name).toBe("threshold(output, >=1)");
  });

  test.each([
    [2, 1],
    [Number.NaN, 1],
    [0, Number.NaN],
  ])("a range from %d to %d is a mistake", (min, max) => {
    expect(() => threshold("n", min, max)).toThrow(expect.objectContaining({ code: "invalid-scorer" }));
  });
});

describe("closeTo", () => {
  test.each<[Parameters<typeof closeTo>[0], unknown, unknown, boolean]>([
    [{}, "The answer is 42.", 42, true],
    [{}, "It costs $1,234.50.", 1234.5, true],
    [{}, "0.30000000000000004", 0.3, true],
    [{}, "42.001", 42, false],
    [{}, 42, 42, true],
    [{}, "42", "42 apples", true],
    [{}, "0", 0, true],
    [{}, "-42", 42, false],
    [{ absolute: 0.5 }, "42.5", 42, true],
    [{ absolute: 0.1 }, "0.3", 0.2, true],
    [{ absolute: 0.5 }, "42.51", 42, false],
    [{ relative: 0.01 }, "101", 100, true],
    [{ relative: 0.01 }, "-101", -100, true],
    [{ relative: 0.01 }, "101.1", 100, false],
    [{ relative: 0.01, absolute: 5 }, "105", 100, true],
    [{ value: 7 }, "7", undefined, true],
    [{ field: "n" }, '{"n": "7 kg"}', { n: 7 }, true],
    [{ field: "n" }, '{"m": 7}', { n: 7 }, false],
    [{ label: "Sum:" }, "Sum: 7\nAnswer: 8", 7, true],
    [{}, "none", 7, false],
    [{}, undefined, 7, false],
  ])("%j: %j for %j", async (options, output, expected, close) => {
    expect(await passes(closeTo(options), output, expected)).toBe(close);
  });

  test("without a number to compare with there is no score", async () => {
    await expect(error(closeTo(), "7")).rejects.toMatchObject({ code: "missing-expected" });
    await expect(error(closeTo(), "7", "seven")).rejects.toMatchObject({ code: "missing-expected" });
    await expect(error(closeTo(), "7", { n: 7 })).rejects.toMatchObject({ code: "missing-expected" });
  });

  test.each([{ relative: -1 }, { absolute: Number.NaN }, { absolute: Number.POSITIVE_INFINITY }])(
    "%j is no distance",
    (options) => {
      expect(() => closeTo(options)).toThrow(expect.objectContaining({ code: "invalid-scorer" }));
    },
  );
});

test("a reason is short, whatever the output", async () => {
  for (const output of ["x".repeat(100_000), { deep: Array.from({ length: 10_000 }, () => "x") }]) {
    const { reason } = await exactMatch().score({ output, input: "", expected: "y" });
    expect(reason!.length).toBeLessThan(400);
  }
});

test.each<[() => Scorer, string]>([
  [() => contains(/x/ as never), "contains({}) cannot be used: it has to be given a text."],
  [() => contains(undefined as never), "contains(undefined) cannot be used: it has to be given a text."],
  [() => jsonPath(["a"] as never, 1), "jsonPath(a) cannot be used: its path has to be a text."],
  [() => schemaValid(undefined as never), "schemaValid cannot be used: it was given no Standard Schema;"],
  [() => schemaValid({ type: "object" } as never), "valibot or arktype, say, not a JSON Schema."],
  [() => custom("mine", undefined as never), "The scorer mine cannot be used: it was given no function."],
  [() => named("mine", undefined as never), "that is to be named mine cannot be used: it has no name."],
])("what a scorer cannot be made of is told when it is made (%#)", (make, message) => {
  expect(make).toThrow(
    expect.objectContaining({ code: "invalid-scorer", message: expect.stringContaining(message) }),
  );
});

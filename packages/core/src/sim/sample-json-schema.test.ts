import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { zodSchemas } from "../../test/support/zod-schemas.ts";
import { toJsonSchema } from "../schema/schema.ts";
import { createDraws } from "./draws.ts";
import { fitsJsonSchema } from "./fits-json-schema.ts";
import { sampleJsonSchema } from "./sample-json-schema.ts";

const randomOf = (seed: number) => createDraws(String(seed)).generator("sample");

test("for any zod schema the sample passes it", () => {
  fc.assert(
    fc.property(zodSchemas(), fc.nat(), (schema, seed) => {
      const json = toJsonSchema(schema);
      const value = sampleJsonSchema(json, { random: randomOf(seed) });
      const result = schema.safeParse(JSON.parse(JSON.stringify(value)));
      if (!result.success) {
        throw new Error(
          `${JSON.stringify(value)} does not pass ${JSON.stringify(json)}: ${result.error.message}`,
        );
      }
      expect(fitsJsonSchema(json, value, json!)).toBe(true);
    }),
    { numRuns: 1500, seed: 11 },
  );
});

test("the same chance gives the same sample, another gives others", () => {
  const json = toJsonSchema(
    z.object({ n: z.number(), list: z.array(z.int()), choice: z.enum(["a", "b", "c"]) }),
  );
  const once = (seed: number) => JSON.stringify(sampleJsonSchema(json, { random: randomOf(seed) }));
  expect(once(1)).toBe(once(1));
  expect(new Set(Array.from({ length: 20 }, (_, seed) => once(seed))).size).toBeGreaterThan(10);
});

describe("recursion ends", () => {
  const tree = z.object({
    value: z.string(),
    get children() {
      return z.array(tree).min(1).or(z.null());
    },
  });
  const list: z.ZodType = z.lazy(() => z.union([z.array(list).min(2), z.string()]));
  test.each<[string, z.ZodType]>([
    ["through a field", tree],
    ["through a union", list],
  ])("%s", (_, schema) => {
    const json = toJsonSchema(schema);
    for (let seed = 0; seed < 100; seed++) {
      const value = sampleJsonSchema(json, { random: randomOf(seed) });
      expect(schema.safeParse(value).success).toBe(true);
      expect(JSON.stringify(value).length).toBeLessThan(100_000);
    }
  });
});

describe("plain JSON Schema", () => {
  test.each<[string, Record<string, unknown>]>([
    [
      "definitions",
      { $ref: "#/definitions/a", definitions: { a: { type: "integer", minimum: 3, maximum: 3 } } },
    ],
    ["$defs with escapes", { $ref: "#/$defs/a~1b", $defs: { "a/b": { const: { deep: [1] } } } }],
    ["a reference with company", { $ref: "#/$defs/a", minLength: 30, $defs: { a: { type: "string" } } }],
    ["allOf", { allOf: [{ type: "number", minimum: 5 }, { maximum: 6 }, { type: "integer" }] }],
    [
      "allOf of objects",
      {
        allOf: [
          { required: ["a"], properties: { a: {} } },
          { type: "object", required: ["b"] },
        ],
      },
    ],
    [
      "anyOf beside a type",
      { type: "object", required: ["a"], anyOf: [{ required: ["b"] }, { required: ["c"] }] },
    ],
    [
      "oneOf that overlap",
      {
        oneOf: [
          { type: "integer", maximum: 50 },
          { type: "integer", minimum: 40 },
        ],
      },
    ],
    ["prefixItems", { prefixItems: [{ const: 1 }, { const: 2 }], items: false, minItems: 2 }],
    ["unique items", { type: "array", items: { enum: [1, 2, 3] }, minItems: 3, uniqueItems: true }],
    [
      "a pattern for names",
      {
        type: "object",
        patternProperties: { "^x-": { type: "null" } },
        additionalProperties: false,
        minProperties: 2,
      },
    ],
    [
      "names by schema",
      {
        type: "object",
        propertyNames: { pattern: "^[A-Z]{2}$" },
        additionalProperties: {},
        minProperties: 1,
      },
    ],
    ["several types", { type: ["integer", "null"], minimum: 2 }],
    ["no types", { properties: { a: { minimum: 3 } }, required: ["a"] }],
    ["not", { type: "integer", minimum: 0, maximum: 1, not: { const: 0 } }],
    ["a field called __proto__", { type: "object", required: ["__proto__"] }],
    ["everything", {}],
  ])("%s", (_, schema) => {
    for (let seed = 0; seed < 30; seed++) {
      const value = sampleJsonSchema(schema, { random: randomOf(seed) });
      expect(fitsJsonSchema(schema, value, schema)).toBe(true);
    }
  });
});

describe("a hook", () => {
  const schema = toJsonSchema(
    z.object({ answer: z.string().max(5), items: z.array(z.object({ n: z.int() })), when: z.iso.date() }),
  );

  test("proposes values that are taken where they fit", () => {
    const value = sampleJsonSchema(schema, {
      random: randomOf(1),
      hook: (_, { name, path }) =>
        name === "answer"
          ? ["too long to fit", "short"]
          : name === "n"
            ? [0.5, Number(path[1]) + 10]
            : ["words"],
    }) as { answer: string; items: { n: number }[]; when: string };
    expect(value.answer).toBe("short");
    expect(value.items.map((item) => item.n)).toEqual(value.items.map((_, at) => at + 10));
    expect(value.when).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  test("builds a list of its own with samples of the rest", () => {
    const value = sampleJsonSchema(schema, {
      random: randomOf(1),
      hook: (node, place, sample) =>
        place.name === "items" && node.type === "array"
          ? [
              [1, 2, 3, 4, 5].map((n) =>
                sample(node.items, place, (_, { name }) => (name === "n" ? [n] : [])),
              ),
            ]
          : [],
    });
    expect(value).toMatchObject({ items: [1, 2, 3, 4, 5].map((n) => ({ n })) });
  });

  test("that makes the whole impossible is left out", () => {
    const narrow = { type: "array", items: { enum: [1, 2] }, minItems: 2, maxItems: 2, uniqueItems: true };
    const value = sampleJsonSchema(narrow, { random: randomOf(1), hook: (node) => (node.enum ? [1] : []) });
    expect((value as number[]).toSorted()).toEqual([1, 2]);
  });
});

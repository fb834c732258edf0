import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { toJsonSchema } from "../schema/schema.ts";
import { createDraws } from "./draws.ts";
import { fitsJsonSchema } from "./fits-json-schema.ts";
import { sampleJsonSchema } from "./sample-json-schema.ts";

const randomOf = (seed: number) => createDraws(String(seed)).generator("sample");

const length = fc.tuple(fc.nat(20), fc.nat(20));
const text = length.map(([min, more]) =>
  z
    .string()
    .min(min)
    .max(min + more),
);
const formatted = fc.constantFrom(
  z.email(),
  z.url(),
  z.uuid(),
  z.iso.datetime(),
  z.iso.date(),
  z.iso.time(),
  z.ipv4(),
  z.cuid2(),
  z.ulid(),
  z.nanoid(),
  z.e164(),
  z.base64(),
  z.hex(),
);
const patterned = fc.constantFrom(
  z.string().regex(/^[a-z]{3}-\d+$/),
  z.string().regex(/^(yes|no|maybe)$/),
  z.string().regex(/[A-F]{2,4}\s?[^a-z]x*/),
  z
    .string()
    .regex(/^\w+(?:\.\w+)*$/)
    .min(12),
  z.string().startsWith("ab").endsWith("yz").includes("q"),
);
const numbers = fc.oneof(
  fc.tuple(fc.integer({ min: -50, max: 50 }), fc.nat(50)).map(([low, more]) =>
    z
      .number()
      .min(low)
      .max(low + more),
  ),
  fc.integer({ min: -50, max: 50 }).map((low) =>
    z
      .number()
      .gt(low)
      .lt(low + 1),
  ),
  fc.integer({ min: -50, max: 50 }).map((low) => z.int().gt(low)),
  fc.integer({ min: -50, max: 50 }).map((high) => z.int().max(high)),
  fc.constantFrom(0.1, 0.25, 3, 7).map((step) => z.number().multipleOf(step).min(1).max(99)),
  fc.constantFrom(z.number(), z.int(), z.int().multipleOf(5).min(3).max(5), z.number().positive().max(0.001)),
);
const other = fc.constantFrom(
  z.boolean(),
  z.null(),
  z.any(),
  z.enum(["red", "green", "blue"]),
  z.literal("only"),
  z.literal([1, "two", null]),
);
const key = fc.stringMatching(/^[a-z]{1,5}$/);

const schemas = fc.letrec<{ node: z.ZodType; object: z.ZodObject }>((tie) => ({
  object: fc
    .dictionary(key, fc.tuple(tie("node"), fc.constantFrom("as it is", "optional", "nullable")), {
      maxKeys: 4,
    })
    .map((fields) =>
      z.object(
        Object.fromEntries(
          Object.entries(fields).map(([name, [node, how]]) => [
            name,
            how === "optional" ? node.optional() : how === "nullable" ? node.nullable() : node,
          ]),
        ),
      ),
    ),
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    text,
    formatted,
    patterned,
    numbers,
    other,
    tie("object"),
    tie("object").map((object) => object.strict()),
    fc.tuple(tie("node"), fc.nat(3), fc.nat(2)).map(([item, min, more]) =>
      z
        .array(item)
        .min(min)
        .max(min + more),
    ),
    fc.tuple(tie("node"), tie("node")).map(([a, b]) => z.tuple([a, b])),
    fc.tuple(tie("node"), tie("node")).map(([a, rest]) => z.tuple([a], rest)),
    tie("node").map((value) => z.record(z.string(), value)),
    tie("node").map((value) => z.record(z.enum(["x", "y"]), value)),
    fc.tuple(tie("node"), tie("node"), tie("node")).map((variants) => z.union(variants)),
    fc
      .tuple(tie("object"), tie("object"))
      .map(([a, b]) =>
        z.discriminatedUnion("kind", [
          a.extend({ kind: z.literal("a") }),
          b.extend({ kind: z.literal("b") }),
        ]),
      ),
    fc.tuple(tie("node"), tie("node")).map(([a, b]) => z.intersection(z.object({ a }), z.object({ b }))),
  ),
}));

test("for any zod schema the sample passes it", () => {
  fc.assert(
    fc.property(schemas.node, fc.nat(), (schema, seed) => {
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

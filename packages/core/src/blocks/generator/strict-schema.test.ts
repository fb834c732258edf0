import type { JSONSchema7 } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { z } from "zod";
import { describeSchema, wrapSchema } from "./json-schema.ts";
import { closeObjects, isStrictCompatible } from "./strict-schema.ts";

const sent = (schema: z.ZodType) => closeObjects(describeSchema(schema, "b")!);

test("objects are closed at every depth, records stay open", () => {
  const schema = z.object({
    inner: z.object({ a: z.string() }),
    list: z.array(z.object({ b: z.number() })),
    either: z.union([z.object({ c: z.string() }), z.null()]),
    free: z.record(z.string(), z.number()),
  });
  expect(sent(schema)).toMatchObject({
    additionalProperties: false,
    properties: {
      inner: { additionalProperties: false },
      list: { items: { additionalProperties: false } },
      either: { anyOf: [{ additionalProperties: false }, { type: "null" }] },
      free: { additionalProperties: { type: "number" } },
    },
  });
});

test.each([
  [
    "a closed object",
    z.object({ a: z.string(), b: z.array(z.number()), c: z.enum(["x"]), d: z.string().nullable() }),
    true,
  ],
  ["an optional property", z.object({ a: z.string().optional() }), false],
  ["a default", z.object({ a: z.string().default("x") }), false],
  ["a record", z.object({ a: z.record(z.string(), z.string()) }), false],
  ["anything", z.object({ a: z.any() }), false],
  [
    "an optional property deep inside",
    z.object({ a: z.array(z.object({ b: z.string().optional() })) }),
    false,
  ],
  ["a length limit", z.object({ a: z.string().min(2) }), false],
  [
    "a union of shapes",
    z.object({ a: z.union([z.object({ b: z.string() }), z.object({ c: z.number() })]) }),
    true,
  ],
  ["a tuple", z.object({ a: z.tuple([z.string(), z.number()]) }), false],
  ["an open object", z.looseObject({ a: z.string() }), false],
])("strict mode and %s", (_, schema, compatible) => {
  expect(isStrictCompatible(sent(schema))).toBe(compatible);
});

test("an object that may also be null is an object, to other libraries than zod", () => {
  const inner = { type: ["object", "null"], properties: { b: { type: "string" } } } as const;
  const outer = (a: object) =>
    closeObjects({ type: "object", properties: { a }, required: ["a"] } as JSONSchema7);
  expect(outer(inner)).toMatchObject({ properties: { a: { additionalProperties: false } } });
  expect(isStrictCompatible(outer(inner))).toBe(false);
  expect(isStrictCompatible(outer({ ...inner, required: ["b"] }))).toBe(true);
});

test("a recursive schema keeps its references when it is wrapped", () => {
  const tree: z.ZodType = z.object({
    name: z.string(),
    get children() {
      return z.array(tree);
    },
  });
  const wrapped = wrapSchema(describeSchema(z.array(tree), "b")!, "output");
  const text = JSON.stringify(wrapped);
  for (const [, path] of text.matchAll(/"\$ref":"#\/([^"]*)"/g)) {
    const target = path!.split("/").reduce<any>((node, key) => node?.[key], wrapped);
    expect(target, path).toBeDefined();
  }
  const self = wrapSchema({ type: "array", items: { $ref: "#" } }, "output");
  expect(self).toMatchObject({ properties: { output: { items: { $ref: "#/properties/output" } } } });
});

test("a schema is described once; one that cannot be is an error naming the block", () => {
  const schema = z.object({ a: z.string() });
  expect(describeSchema(schema, "b")).toBe(describeSchema(schema, "b"));
  expect(() => describeSchema(z.object({ a: z.bigint() }), "counter")).toThrow(/"counter"/);
});

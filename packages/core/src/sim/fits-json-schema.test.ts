import { expect, test } from "vitest";
import { fitsJsonSchema } from "./fits-json-schema.ts";
import type { JsonSchemaNode } from "./json-schema.ts";

const tree = {
  type: "object",
  required: ["children"],
  properties: { children: { type: "array", items: { $ref: "#" } } },
};

test.each<[JsonSchemaNode, unknown, unknown]>([
  [{ type: "string" }, "x", 1],
  [{ type: "integer" }, 1, 1.5],
  [{ type: "number" }, 1.5, "1.5"],
  [{ type: "boolean" }, true, null],
  [{ type: "null" }, null, 0],
  [{ type: "array" }, [], {}],
  [{ type: "object" }, {}, []],
  [{ type: ["string", "null"] }, null, 1],
  [{ const: { a: [1] } }, { a: [1] }, { a: [2] }],
  [{ enum: [1, "2"] }, "2", 2],
  [{ minLength: 2, maxLength: 3 }, "ab", "a"],
  [{ minLength: 2, maxLength: 3 }, "abc", "abcd"],
  [{ pattern: ["^a", "z$"] }, "a to z", "a to y"],
  [{ format: "email" }, "a@b.co", "a at b"],
  [{ format: "uri" }, "https://a.b/", "no address"],
  [{ format: "date" }, "2026-01-31", "2026-13-01"],
  [{ format: "date-time" }, "2026-01-31T00:00:00Z", "2026-01-31"],
  [{ format: "never heard of" }, "x", undefined],
  [{ minimum: 1, maximum: 2 }, 1, 0.9],
  [{ exclusiveMinimum: 1, exclusiveMaximum: 2 }, 1.5, 1],
  [{ exclusiveMaximum: 2 }, 1.5, 2],
  [{ multipleOf: 0.1 }, 0.3, 0.35],
  [{ minItems: 1, maxItems: 2 }, [1], []],
  [{ maxItems: 2 }, [1, 2], [1, 2, 3]],
  [{ uniqueItems: true }, [1, 2], [{ a: 1 }, { a: 1 }]],
  [{ items: [{ const: 1 }], additionalItems: false }, [1], [1, 2]],
  [{ prefixItems: [{ const: 1 }], items: { type: "string" } }, [1, "a"], [1, 2]],
  [{ required: ["a"] }, { a: 1 }, { b: 1 }],
  [{ properties: { a: { const: 1 } } }, { a: 1, b: 2 }, { a: 2 }],
  [{ properties: { a: {} }, additionalProperties: false }, { a: 1 }, { b: 1 }],
  [{ additionalProperties: { type: "string" } }, { a: "x" }, { a: 1 }],
  [{ patternProperties: { "^x": { const: 1 } }, additionalProperties: false }, { xa: 1 }, { xa: 2 }],
  [{ propertyNames: { maxLength: 1 } }, { a: 1 }, { ab: 1 }],
  [{ minProperties: 1, maxProperties: 1 }, { a: 1 }, { a: 1, b: 1 }],
  [{ anyOf: [{ const: 1 }, { const: 2 }] }, 2, 3],
  [{ oneOf: [{ minimum: 1 }, { minimum: 5 }] }, 3, 7],
  [{ allOf: [{ minimum: 1 }, { maximum: 5 }] }, 3, 7],
  [{ not: { const: 1 } }, 2, 1],
  [tree, { children: [{ children: [] }] }, { children: [{}] }],
])("%j lets %j through and not %j", (schema, passes, fails) => {
  expect(fitsJsonSchema(schema, passes, schema)).toBe(true);
  if (fails !== undefined) expect(fitsJsonSchema(schema, fails, schema)).toBe(false);
});

test("true lets everything through and false nothing", () => {
  expect(fitsJsonSchema(true, 1, true)).toBe(true);
  expect(fitsJsonSchema(undefined, 1, true)).toBe(true);
  expect(fitsJsonSchema(false, 1, true)).toBe(false);
});

test("a pattern that is none, or a format that every object has, brings nothing down", () => {
  expect(fitsJsonSchema({ type: "string", pattern: "(" }, "a", true)).toBe(false);
  expect(fitsJsonSchema({ type: "string", pattern: "^[a\\-z]]$" }, "a]", true)).toBe(true);
  expect(fitsJsonSchema({ type: "string", format: "constructor" }, "a", true)).toBe(true);
});

import { expect, test } from "vitest";
import { type JsonSchemaNode, mergeSchemas, resolveNode, sameJson } from "./json-schema.ts";

test.each<[JsonSchemaNode, JsonSchemaNode, JsonSchemaNode]>([
  [true, { minimum: 1 }, { minimum: 1 }],
  [false, { minimum: 1 }, false],
  [
    { minimum: 1, maximum: 9 },
    { minimum: 3, maximum: 12 },
    { minimum: 3, maximum: 9 },
  ],
  [{ type: "number" }, { type: ["integer", "string"] }, { type: ["integer"] }],
  [{ type: ["string", "null"] }, { type: "string" }, { type: ["string"] }],
  [{ enum: [1, 2, 3] }, { enum: [3, 2] }, { enum: [2, 3] }],
  [{ required: ["a", "b"] }, { required: ["b", "c"] }, { required: ["a", "b", "c"] }],
  [{ pattern: "^a" }, { pattern: "z$" }, { pattern: ["^a", "z$"] }],
  [
    { properties: { a: { minimum: 1 } } },
    { properties: { a: { maximum: 2 }, b: {} } },
    { properties: { a: { minimum: 1, maximum: 2 }, b: {} } },
  ],
])("%j and %j together", (a, b, both) => {
  expect(mergeSchemas(a, b)).toEqual(both);
});

test("references are followed, one after the other and with what stands beside them", () => {
  const root = {
    $defs: {
      a: { $ref: "#/$defs/b", minLength: 2 },
      b: { type: "string" },
      "c/d": { const: 1 },
      "50%": { const: 2 },
    },
    definitions: { loop: { $ref: "#/definitions/loop" } },
  };
  expect(resolveNode({ $ref: "#/$defs/a" }, root)).toEqual({ type: "string", minLength: 2 });
  expect(resolveNode({ $ref: "#/$defs/c~1d" }, root)).toEqual({ const: 1 });
  expect(resolveNode({ $ref: "#/$defs/50%25" }, root)).toEqual({ const: 2 });
  expect(resolveNode({ $ref: "#/$defs/50%" }, root)).toEqual({ const: 2 });
  expect(resolveNode({ $ref: "#/nowhere" }, root)).toBe(true);
  expect(resolveNode({ $ref: "https://example.test/schema" }, root)).toBe(true);
  expect(resolveNode({ $ref: "#/definitions/loop" }, root)).toBeDefined();
});

test.each<[unknown, unknown, boolean]>([
  [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [null, {}, false],
  ["1", 1, false],
])("%j and %j are the same: %j", (a, b, same) => {
  expect(sameJson(a, b)).toBe(same);
});

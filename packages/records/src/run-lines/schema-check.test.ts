import { expect, test } from "vitest";
import { type JsonSchema, schemaCheck } from "./schema-check.ts";

const root: JsonSchema = {
  $defs: {
    thing: {
      type: "object",
      required: ["name", "size"],
      properties: {
        name: { type: "string", pattern: "^[a-z]+$" },
        size: { type: "integer", minimum: 0, maximum: 9 },
        ratio: { type: ["number", "null"] },
        color: { enum: ["red", "blue"] },
        parts: { type: "array", minItems: 1, items: { $ref: "#/$defs/shape" } },
        notes: { type: "object", additionalProperties: { type: "string" } },
        strict: { type: "object", additionalProperties: false },
      },
    },
    shape: {
      oneOf: [
        {
          type: "object",
          required: ["kind", "radius"],
          properties: { kind: { const: "circle" }, radius: { type: "number" } },
        },
        {
          type: "object",
          required: ["kind", "side"],
          properties: { kind: { const: "square" }, side: { type: "number" } },
        },
      ],
    },
    both: { oneOf: [{ type: "number" }, { type: "integer" }] },
  },
};
const check = schemaCheck(root, "thing");
const fine = { name: "a", size: 1 };

test.each([
  fine,
  { ...fine, ratio: null, color: "red", extra: {} },
  {
    ...fine,
    parts: [
      { kind: "circle", radius: 1 },
      { kind: "square", side: 2 },
    ],
    notes: { a: "b" },
    strict: {},
  },
])("%o is valid", (value) => {
  expect(check(value)).toBeNull();
});

test.each<[unknown, string]>([
  [null, "the line must be of type object"],
  [[], "the line must be of type object"],
  [{ name: "a" }, "size is missing"],
  [{ ...fine, name: "A" }, "name must match ^[a-z]+$"],
  [{ ...fine, size: 1.5 }, "size must be of type integer"],
  [{ ...fine, size: -1 }, "size must be at least 0"],
  [{ ...fine, size: 10 }, "size must be at most 9"],
  [{ ...fine, ratio: "1" }, "ratio must be of type number or null"],
  [{ ...fine, color: "green" }, 'color must be one of "red", "blue"'],
  [{ ...fine, parts: [] }, "parts must have at least 1 items"],
  [{ ...fine, parts: [{ kind: "circle" }] }, "parts[0].radius is missing"],
  [{ ...fine, parts: [{ kind: "line" }] }, "parts[0] has none of the forms it may have"],
  [{ ...fine, notes: { a: 1 } }, "notes.a must be of type string"],
  [{ ...fine, strict: { a: 1 } }, "strict.a is not known"],
])("%o is not", (value, problem) => {
  expect(check(value)).toBe(problem);
});

test("a value that fits several forms is refused", () => {
  expect(schemaCheck(root, "both")(1)).toBe("the line fits several forms at once");
  expect(schemaCheck(root, "both")(1.5)).toBeNull();
});

test("a definition that is not there is a mistake of the programmer", () => {
  expect(() => schemaCheck(root, "nope")).toThrow(/does not define nope/);
  expect(() => schemaCheck({ $defs: { a: { $ref: "#/$defs/b" } } }, "a")(1)).toThrow(/refers to/);
});

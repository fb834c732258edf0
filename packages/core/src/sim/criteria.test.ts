import { describe, expect, test } from "vitest";
import { z } from "zod";
import { toJsonSchema } from "../schema/schema.ts";
import { askedCriteria, numberedLines } from "./criteria.ts";
import type { JsonSchema } from "./json-schema.ts";

const verdict = z.enum(["met", "unmet", "cannot-judge"]);
const asked = (list: z.ZodType, request = "", name = "verdicts") => {
  const json = toJsonSchema(list) as JsonSchema;
  return askedCriteria(name, json, request, json);
};
const fieldsOf = (list: z.ZodType, request?: string) =>
  asked(list, request)?.map((criterion) => criterion.fields);

describe("criteria come from", () => {
  test("the ids that the schema names", () => {
    const list = z.array(z.object({ criterion: z.enum(["clear", "short"]), verdict }));
    expect(fieldsOf(list, "1. a\n2. b\n3. c")).toEqual([{ criterion: "clear" }, { criterion: "short" }]);
  });

  test("the numbers that the schema names", () => {
    const list = z.array(z.object({ id: z.literal([1, 2, 3]), verdict }));
    expect(fieldsOf(list)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  test("the variants of the schema", () => {
    const list = z.array(
      z.discriminatedUnion("id", [
        z.object({ id: z.literal("a"), verdict }),
        z.object({ id: z.literal("b"), verdict }),
      ]),
    );
    expect(asked(list)).toHaveLength(2);
  });

  test("a tuple", () => {
    expect(asked(z.tuple([z.object({ verdict }), z.object({ verdict })]))).toHaveLength(2);
  });

  test("the length of the list", () => {
    expect(asked(z.array(z.object({ verdict })).length(4), "1. only one")).toHaveLength(4);
  });

  test("the numbered lines of the request, by number, mark or text", () => {
    const request = "Criteria:\n1. It is clear.\n2. It is short.";
    expect(fieldsOf(z.array(z.object({ index: z.int(), verdict })), request)).toEqual([
      { index: 1 },
      { index: 2 },
    ]);
    expect(fieldsOf(z.array(z.object({ id: z.string(), verdict })), request)).toEqual([
      { id: "1" },
      { id: "2" },
    ]);
    expect(fieldsOf(z.array(z.object({ criterion: z.string(), verdict })), request)).toEqual([
      { criterion: "It is clear." },
      { criterion: "It is short." },
    ]);
  });
});

test("lists that do not judge are none of it", () => {
  expect(asked(z.array(z.string()))).toBeUndefined();
  expect(asked(z.array(z.object({ title: z.string() })))).toBeUndefined();
  expect(asked(z.array(z.object({ title: z.string(), done: z.boolean() })), "", "tasks")).toBeUndefined();
  expect(asked(z.array(z.any()))).toBeUndefined();
});

test("lines are recognised in several forms, each mark once", () => {
  expect(numberedLines("1. a\n2) b\nc3: c\n[clear] d\n- 5. e\n1. again\nnot 6. this")).toEqual([
    { mark: "1", text: "a" },
    { mark: "2", text: "b" },
    { mark: "c3", text: "c" },
    { mark: "clear", text: "d" },
    { mark: "5", text: "e" },
  ]);
  expect(numberedLines('1. no\n<criterion id="x">Yes</criterion>')).toEqual([{ mark: "x", text: "Yes" }]);
});

import { describe, expect, test } from "vitest";
import { z } from "zod";
import { toJsonSchema } from "../schema/schema.ts";
import { askedCriteria, numberedLines, withoutLines } from "./criteria.ts";
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
  const text = "1. a\n2) b\nc3: c\n[clear] d\n- 5. e\n1. again\nnot 6. this";
  const lines = numberedLines(text);
  expect(lines.map(({ mark, text: said }) => ({ mark, text: said }))).toEqual([
    { mark: "1", text: "a" },
    { mark: "2", text: "b" },
    { mark: "c3", text: "c" },
    { mark: "clear", text: "d" },
    { mark: "5", text: "e" },
  ]);
  expect(withoutLines(text, lines)).toBe("1. \n2) \nc3: \n[clear] \n- 5. \n1. again\nnot 6. this");
});

test.each<[string, [mark: string, text: string][]]>([
  ['1. no\n<criterion id="x">Yes</criterion>', [["x", "Yes"]]],
  [
    '<criterion weight="2" name="x" k="3"> Yes\n</criterion><criterion id="y">No</criterion>',
    [
      ["x", "Yes"],
      ["y", "No"],
    ],
  ],
  ['<criterion id="">a</criterion><criterion id="y">No</criterion>', [["y", "No"]]],
  ['<criterion>a</criterion id="x"><criterion id="y">No</criterion>', [["y", "No"]]],
  ['<criterion id="a > b">Yes</criterion>', [["a > b", "Yes"]]],
  ['<criterions id="x">no</criterions>', []],
  ['<criterion id="x"', []],
])("%j has these criteria", (text, marked) => {
  const lines = numberedLines(text);
  expect(lines.map((line) => [line.mark, line.text])).toEqual(marked);
  for (const { at, text: said } of lines) expect(text.slice(at, at + said.length)).toBe(said);
});

import { expect, test } from "vitest";
import { verdictField } from "./verdict-field.ts";

test.each<[string, unknown[], unknown, unknown]>([
  ["verdict", ["met", "unmet", "cannot-judge"], "met", "unmet"],
  ["decision", ["approve", "revise"], "approve", "revise"],
  ["outcome", ["FAIL", "PASS"], "PASS", "FAIL"],
  ["status", ["continue", "done"], "done", "continue"],
  ["decision", ["changes-requested", "approved"], "approved", "changes-requested"],
  ["anything", ["pass", "fail"], "pass", "fail"],
  ["ok", ["yes", "no"], "yes", "no"],
])("%s of %j says yes and no", (name, words, yes, no) => {
  expect(verdictField(name, { enum: words })).toMatchObject({ kind: "words", yes, no });
});

test("words to abstain with are known", () => {
  const abstain = (words: string[]) => verdictField("verdict", { enum: words });
  expect(abstain(["met", "unmet", "cannot-judge"])).toMatchObject({ abstain: "cannot-judge" });
  expect(abstain(["pass", "not-sure", "fail"])).toMatchObject({
    yes: "pass",
    no: "fail",
    abstain: "not-sure",
  });
  expect(abstain(["met", "unmet"])).not.toHaveProperty("abstain");
});

test.each<[string, boolean]>([
  ["approved", true],
  ["isCorrect", true],
  ["passed", true],
  ["is_valid", true],
  ["needsRevision", false],
  ["hasErrors", false],
  ["rejected", false],
])("flag %s is %s for yes", (name, yes) => {
  expect(verdictField(name, { type: "boolean" })).toEqual({ kind: "flag", yes });
});

test("scores know their range", () => {
  expect(verdictField("score", { type: "integer", minimum: 0, maximum: 5 })).toMatchObject({
    low: 0,
    high: 5,
  });
  expect(verdictField("score", { type: "number" })).toMatchObject({ low: 0, high: 1 });
});

test.each<[string, Record<string, unknown>]>([
  ["color", { enum: ["red", "green"] }],
  ["wantsCoffee", { enum: ["yes", "no"] }],
  ["verdict", { enum: ["guilty", "not guilty"] }],
  ["verbose", { type: "boolean" }],
  ["confidence", { type: "number" }],
  ["verdict", { type: "string" }],
])("%s %j is no verdict", (name, schema) => {
  expect(verdictField(name, schema)).toBeUndefined();
});

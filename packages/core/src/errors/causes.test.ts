import { expect, test } from "vitest";
import { causesOf } from "./causes.ts";

test("an error comes before what it was caused by, and a circle ends", () => {
  const inner = new Error("inner");
  const outer = new Error("outer", { cause: inner });
  expect(causesOf(outer)).toEqual([outer, inner]);
  inner.cause = outer;
  expect(causesOf(outer)).toEqual([outer, inner]);
  expect(causesOf(new Error("x", { cause: "a text" }))).toHaveLength(1);
  expect(causesOf("a text")).toEqual([]);
});

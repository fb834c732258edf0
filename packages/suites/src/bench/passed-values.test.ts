import { expect, test } from "vitest";
import { passedThrough, valueRedactor } from "./passed-values.ts";

test("only what is named is passed, and only when it is set", () => {
  expect(passedThrough(["A", "B"], { A: "1", C: "3" })).toEqual({ A: "1" });
});

test("values that could be secrets are taken out, whatever their variable is called", () => {
  const { text } = valueRedactor({ DATABASE: "postgres-4711-xyz", NODE_ENV: "production", FLAG: "1" });
  expect(text("it is postgres-4711-xyz in production 1")).toBe("it is [redacted] in production 1");
});

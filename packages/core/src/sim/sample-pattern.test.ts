import { describe, expect, test } from "vitest";
import { createDraws } from "./draws.ts";
import { samplePattern } from "./sample-pattern.ts";

describe("a sample matches", () => {
  test.each([
    "^[a-z]{3}-\\d+$",
    "^(?:a|bc|(?<name>d))*e?$",
    "^[^a-z\\d]{2,5}$",
    "^\\u0041\\x42\\u{43}\\.\\/\\t$",
    "[\\w-]+@[A-Za-z_.-]+",
    "^.{4}\\b\\s\\S\\D\\W$",
    "^a{2,}?b{0,1}$",
    "^$",
    "^[\\]\\-^]+$",
    "^🎉+$",
  ])("%s", (source) => {
    for (let seed = 0; seed < 40; seed++) {
      expect(samplePattern(source, createDraws(String(seed)).generator("p"))).toMatch(
        new RegExp(source, "u"),
      );
    }
  });
});

test.each(["^(?=a)a$", "^(a)\\1$", "^\\p{L}$", "^(", "[a", "^(?<!a)b$"])("%s is beyond it", (source) => {
  expect(samplePattern(source, () => 0.5)).toBeUndefined();
});

test("stretch makes room for longer texts", () => {
  const random = createDraws("s").generator("p");
  const lengths = Array.from({ length: 50 }, () => samplePattern("^a+$", random, 40)!.length);
  expect(Math.max(...lengths)).toBeGreaterThan(20);
});

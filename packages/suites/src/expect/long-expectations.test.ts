import { expect, test } from "vitest";
import { parseExpectation } from "./parse-expectation.ts";

test.each([
  ["spaces", `file:${" ".repeat(99_000)}x`],
  ["verbs", `file:a${" exists contains".repeat(6_000)}`],
  ["quotes", `file:a contains ${"'\\".repeat(45_000)}`],
  ["backslashes", `file:a contains '${"\\".repeat(90_000)}`],
  ["equals signs", `file:a json /x${" = [".repeat(20_000)}`],
  ["braces", `diff:only ${"{a,b}".repeat(18_000)}`],
  ["open braces", `diff:only ${"{".repeat(90_000)}`],
  ["commas between globs", `diff:only a.ts${", ".repeat(900)}*"`],
  ["commas behind globs", `diff:only a/ b/${", ".repeat(900)}"`],
  ["brackets", `file:a matches /${"(".repeat(9_000)}/`],
  ["repeats", "file:a matches /((a{1,100}){1,100}){1,100}/"],
  ["too long", `test:${"x".repeat(10_000_000)}`],
])("a long hostile input of %s comes to an end", (_what, input) => {
  expect(parseExpectation(input)).toMatchObject({ ok: false });
});

test("an expectation has at most 100,000 characters", () => {
  const ofLength = (length: number) => parseExpectation(`test:${"x".repeat(length - "test:".length)}`);
  expect(ofLength(100_000)).toMatchObject({ ok: true });
  expect(ofLength(100_001)).toMatchObject({
    problem: { message: "the expectation is too long (at most 100000 characters)" },
  });
});

import { expect, test } from "vitest";
import { parseExpectation } from "./parse-expectation.ts";

test.each([
  ["files:src/a.ts exists", "file:src/a.ts exists"],
  ["File:src/a.ts Exists", "file:src/a.ts exists"],
  ["FILE: src/a.ts EXISTS", "file:src/a.ts exists"],
  ["file src/a.ts exists", "file:src/a.ts exists"],
  ["src/a.ts exists", "file:src/a.ts exists"],
  ["file:src/a.ts", "file:src/a.ts exists"],
  ["file:src/a.ts exist", "file:src/a.ts exists"],
  ["file:src/a.ts exists please", "file:src/a.ts exists"],
  ["file:src/a.ts contain 'x'", "file:src/a.ts contains 'x'"],
  ["file:src/a.ts contains x y", "file:src/a.ts contains 'x y'"],
  ["file:src/a.ts contains 'x", "file:src/a.ts contains 'x'"],
  ["file:src/a.ts contains ''", "file:src/a.ts exists"],
  ["file:src/a.ts contains ‘x’", "file:src/a.ts contains 'x'"],
  ["file:src/a.ts contains “x”", 'file:src/a.ts contains "x"'],
  ["file:a contains 'it's here'", "file:a contains 'it\\'s here'"],
  ["file:src/a.ts includes 'x'", "file:src/a.ts contains 'x'"],
  ["file:src/a.ts matches ^x$", "file:src/a.ts matches /^x$/"],
  ["file:src/a.ts matches '^x$'", "file:src/a.ts matches /^x$/"],
  ["file:src/a.ts matches /x", "file:src/a.ts matches /x/"],
  ["file:src/a.ts matches /x/gi", "file:src/a.ts matches /x/i"],
  ["file:src\\a.ts exists", "file:src/a.ts exists"],
  ["file:/src/a.ts exists", "file:src/a.ts exists"],
  ["file:src/a.ts does not exist", "no-file:src/a.ts"],
  ["file:a does not contain 'x'", "not file:a contains 'x'"],
  ["!file:a exists", "not file:a exists"],
  ["not not file:a exists", "file:a exists"],
  ["nofile:a", "no-file:a"],
  ["no file:a", "no-file:a"],
  ["no-file:a exists", "no-file:a"],
  ["diff:a changed", "diff:a"],
  ["dif:a", "diff:a"],
  ["test npm test", "test:npm test"],
  ["tests:npm test passes", "test:npm test passes"],
  ["npm test passes", "test:npm test passes"],
  ["command:npm test", "test:npm test"],
  ["cost < 0.50", "cost <= 0.50"],
  ["cost <= $0.50", "cost <= 0.50"],
  ["cost ≤ .5", "cost <= 0.5"],
  ["turns: 20", "turns <= 20"],
  ["turn <= 20", "turns <= 20"],
  ["output: contains 'x'", "output contains 'x'"],
  ["output contains x", "output contains 'x'"],
  ["file:package.json json .scripts.test = vitest", 'file:package.json json /scripts/test = "vitest"'],
  ["file:package.json json /a == 1", "file:package.json json /a = 1"],
  ["file:package.json json /a = 'b'", 'file:package.json json /a = "b"'],
  ["rubric:It is short", "judge:It is short"],
])("%s was meant as %s", (typed, meant) => {
  const parsed = parseExpectation(typed);
  expect(parsed).toMatchObject({ ok: false, problem: { nearest: meant } });
});

test.each(["", "hello", "file:../a exists", "file:a matches /(/", "?".repeat(5_000)])(
  "nothing near is made up for %j",
  (typed) => {
    expect(parseExpectation(typed)).toMatchObject({ ok: false, problem: { nearest: null } });
  },
);

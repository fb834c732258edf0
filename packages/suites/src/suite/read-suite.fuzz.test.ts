import fc from "fast-check";
import { expect, test } from "vitest";
import { checkSuite } from "./check-suite.ts";

const good = JSON.stringify(
  {
    name: "s",
    model: "m",
    defaults: { budget: 1, timeout: 2 },
    files: { "a/b": "x" },
    env: ["CI"],
    cases: [
      {
        id: "a",
        prompt: "p",
        expect: ["file:a exists", "test:npm test passes"],
        tags: ["t"],
        network: "none",
      },
    ],
  },
  null,
  2,
);
const fields = [
  "name",
  "cases",
  "defaults",
  "files",
  "env",
  "id",
  "prompt",
  "expect",
  "budget",
  "runs",
  "network",
  "__proto__",
  "constructor",
  "toString",
  "zzz",
];
const { suite } = fc.letrec((tie) => ({
  suite: fc.dictionary(
    fc.constantFrom(...fields),
    fc.oneof({ maxDepth: 4 }, tie("leaf"), tie("list"), tie("suite")),
    { maxKeys: 6 },
  ),
  list: fc.array(fc.oneof({ maxDepth: 4 }, tie("leaf"), tie("suite")), { maxLength: 3 }),
  leaf: fc.oneof(
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom("a", "file:a exists", "../x", "2.00"),
  ),
}));
const mutated = fc
  .tuple(
    fc.nat(good.length),
    fc.nat(12),
    fc.constantFrom(
      "",
      '"',
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      "\\",
      "//",
      "/*",
      "-1",
      "null",
      "\u0000",
      "\ud800",
      "1e999",
    ),
  )
  .map(([at, length, put]) => good.slice(0, at) + put + good.slice(at + length));

test("whatever the text is, it is a suite or has problems with a place", () => {
  let right = 0;
  fc.assert(
    fc.property(
      fc.oneof(
        suite.map((value) => JSON.stringify(value)),
        mutated,
        fc.string({ unit: "binary" }),
      ),
      (text) => {
        const checked = checkSuite(text, "s.json");
        if (checked.suite) right += 1;
        else expect(checked.problems.length).toBeGreaterThan(0);
        for (const { line, column, message } of checked.problems) {
          if (line! < 1 || column! < 1 || message === "" || /\p{Cc}/u.test(message))
            throw new Error(`bad problem ${message}`);
        }
      },
    ),
    { numRuns: 10_000 },
  );
  expect(right).toBeGreaterThan(0);
}, 120_000);

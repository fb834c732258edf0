import fc from "fast-check";
import { expect, test } from "vitest";
import type { Expectation, PlainExpectation } from "./expectation.ts";
import { formatExpectation } from "./format-expectation.ts";
import { compileGlob } from "./glob.ts";
import { parseExpectation } from "./parse-expectation.ts";
import { quotedCommand } from "./read-test.ts";
import { compileRegex } from "./regex.ts";
import { checkWorkspacePath } from "./workspace-path.ts";

const words = fc.constantFrom(
  "exists",
  "contains",
  "only",
  "json",
  "=",
  "'",
  '"',
  "\\",
  " ",
  "/",
  "passes",
  "not",
  "a",
  "x/",
);
const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.array(words, { maxLength: 8 }).map((all) => all.join(" ")),
);
const clean = (value: string) => value.isWellFormed() && !value.includes("\0");
const path = text
  .map((value) => checkWorkspacePath(value))
  .filter((check) => check.ok)
  .map((check) => check.path)
  .filter((it) => !it.includes("*"));
const filled = text.filter((value) => value !== "" && clean(value));
const trimmed = text.map((value) => value.trim()).filter((value) => value !== "" && clean(value));
/** Not only comments, which do nothing, and not in quotes as a whole, which is refused. */
const command = trimmed.filter(
  (all) => all.split("\n").some((line) => /^\s*[^\s#]/.test(line)) && quotedCommand(all) === null,
);
const regex = fc.record({
  pattern: text.filter((value) => clean(value) && compileRegex(value, "").ok),
  flags: fc.constantFrom("", "i", "m", "s", "im", "ims"),
});
const pointer = fc
  .array(filled, { maxLength: 3 })
  .map((parts) => parts.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""));
const value = fc.jsonValue({ maxDepth: 2 }).map((json) => JSON.parse(JSON.stringify(json)));

const plain: fc.Arbitrary<PlainExpectation> = fc.oneof(
  fc.record({
    kind: fc.constant("file-exists" as const),
    path: fc.oneof(
      path,
      path.map((it) => `${it}/`),
    ),
  }),
  fc.record({ kind: fc.constant("file-contains" as const), path, text: filled }),
  fc.tuple(path, regex).map(([at, it]) => ({ kind: "file-matches" as const, path: at, ...it })),
  fc.record({ kind: fc.constant("file-equals" as const), path, other: path }),
  fc.record({ kind: fc.constant("file-json" as const), path, pointer: pointer.filter(clean), value }),
  fc.record({ kind: fc.constant("test" as const), command }),
  fc.record({ kind: fc.constant("diff" as const), path }),
  fc.record({ kind: fc.constant("no-file" as const), path }),
  fc.record({
    kind: fc.constant("diff-only" as const),
    glob: text.filter((it) => clean(it) && compileGlob(it).ok),
  }),
  fc.record({ kind: fc.constant("output-contains" as const), text: filled }),
  regex.map((it) => ({ kind: "output-matches" as const, ...it })),
  fc.record({ kind: fc.constant("cost" as const), atMost: fc.nat(1e9).map((nano) => nano / 1e9) }),
  fc.record({ kind: fc.constant("turns" as const), atMost: fc.nat(1e6) }),
  fc.record({ kind: fc.constant("judge" as const), criterion: trimmed }),
);
const any: fc.Arbitrary<Expectation> = fc.oneof(
  plain,
  plain.map((of) => ({ kind: "not" as const, of })),
);

test("the canonical string of any expectation reads as this expectation", () => {
  fc.assert(
    fc.property(any, (expectation) => {
      const written = formatExpectation(expectation);
      expect(parseExpectation(written), written).toEqual({ ok: true, expectation });
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  "file:src/auth.ts exists",
  "file:src/auth.ts contains 'export function'",
  "file:src/auth.ts matches /^x$/im",
  "test:npm test",
  "test:./check passes passes",
  "diff:src/a.ts",
  "diff:'only'",
  "no-file:my notes.md",
  "not diff:only src/**",
  "file:a.json json /b = [1]",
  "cost <= 0.5",
  "turns <= 20",
])("%s is canonical", (text) => {
  const parsed = parseExpectation(text);
  expect(parsed.ok && formatExpectation(parsed.expectation)).toBe(text);
});

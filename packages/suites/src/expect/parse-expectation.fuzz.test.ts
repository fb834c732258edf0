import fc from "fast-check";
import { expect, test } from "vitest";
import { parseExpectation } from "./parse-expectation.ts";

const pieces = [
  ...[
    "file:",
    "no-file:",
    "diff:",
    "test:",
    "judge:",
    "output ",
    "cost <= ",
    "turns <= ",
    "not ",
    "diff:only ",
  ],
  ...[
    " exists",
    " contains ",
    " matches ",
    " equals ",
    " json ",
    " = ",
    " passes",
    "'",
    '"',
    "/",
    "\\",
    "..",
    "‘",
    "”",
  ],
  ...[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    "*",
    "**",
    "?",
    "+",
    "\\1",
    "(?=",
    "0.5",
    "1e9",
    "-1",
    "NaN",
    "null",
    "\0",
    "\n",
  ],
  ...[
    "\ud800",
    "\u202e",
    "\ufeff",
    "😀",
    "a",
    "src/a.ts",
    " ",
    "  ",
    "~",
    "~2",
    "C:",
    "$",
    "≤",
    "<",
    "=",
    ":",
  ],
];
const piece = fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 6 }));
/** Strings that are nearly right, and often right. */
const shaped = fc
  .tuple(
    fc.constantFrom("", "", "not "),
    fc.constantFrom(
      "file:",
      "file:",
      "no-file:",
      "diff:",
      "diff:only ",
      "test:",
      "judge:",
      "output",
      "cost <= ",
    ),
    fc.oneof(fc.constantFrom("a", "src/a b.ts", "'q'", "1"), piece),
    fc.constantFrom("", " exists", " contains '", " matches /", " equals ", " json /a = ", " passes"),
    piece,
    fc.constantFrom("", "'", "/", "/i", "1"),
  )
  .map((parts) => parts.join(""));
const arbitrary = fc.oneof(
  shaped,
  shaped,
  fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((all) => all.join("")),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes).toString("latin1")),
  fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes).toString("utf8")),
);

test("100,000 inputs: each is read or refused with a reason, and what is suggested can be read", () => {
  let right = 0;
  const start = performance.now();
  fc.assert(
    fc.property(arbitrary, (input) => {
      const parsed = parseExpectation(input);
      if (parsed.ok) right += 1;
      else {
        const { message, nearest } = parsed.problem;
        if (message === "" || /\p{Cc}/u.test(message))
          throw new Error(`bad message ${JSON.stringify(message)}`);
        if (nearest !== null && !parseExpectation(nearest).ok) throw new Error(`bad suggestion ${nearest}`);
      }
    }),
    { numRuns: 100_000 },
  );
  console.log(
    `100,000 expectation strings in ${Math.round(performance.now() - start)} ms, ${right} of them right`,
  );
  expect(right).toBeGreaterThan(0);
}, 300_000);

test.each([
  ["spaces", `file:${" ".repeat(99_000)}x`],
  ["verbs", `file:a${" exists contains".repeat(6_000)}`],
  ["quotes", `file:a contains ${"'\\".repeat(45_000)}`],
  ["backslashes", `file:a contains '${"\\".repeat(90_000)}`],
  ["equals signs", `file:a json /x${" = [".repeat(20_000)}`],
  ["braces", `diff:only ${"{a,b}".repeat(18_000)}`],
  ["open braces", `diff:only ${"{".repeat(90_000)}`],
  ["brackets", `file:a matches /${"(".repeat(9_000)}/`],
  ["repeats", "file:a matches /((a{1,100}){1,100}){1,100}/"],
  ["too long", `test:${"x".repeat(10_000_000)}`],
])("a long hostile input of %s comes to an end", (_what, input) => {
  expect(parseExpectation(input)).toMatchObject({ ok: false });
});

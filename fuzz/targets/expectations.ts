import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { Expectation } from "../../packages/suites/src/expect/expectation.ts";
import { formatExpectation } from "../../packages/suites/src/expect/format-expectation.ts";
import { compileGlob } from "../../packages/suites/src/expect/glob.ts";
import { parseExpectation } from "../../packages/suites/src/expect/parse-expectation.ts";
import { compileRegex } from "../../packages/suites/src/expect/regex.ts";
import { type FuzzTarget, holds, isPrintable } from "../fuzz-target.ts";

const beginnings = [
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
];
const middles = [" exists", " contains ", " matches ", " equals ", " json ", " = ", " passes"];
const marks = [
  ...[
    "'",
    '"',
    "/",
    "\\",
    "..",
    "‘",
    "”",
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
  ],
  ...[
    "0.5",
    "1e9",
    "-1",
    "NaN",
    "null",
    "\0",
    "\n",
    "\ud800",
    "\u202e",
    "\ufeff",
    "😀",
    "a",
    "src/a.ts",
    " ",
    "  ",
  ],
  ...[
    "~",
    "~2",
    "C:",
    "$",
    "≤",
    "<",
    "=",
    ":",
    "__proto__",
    "{1,1000}",
    "(a*)*",
    "\\pL",
    "[^",
    "a-",
    "{a,",
    "}}",
  ],
];
const pieces = [...beginnings, ...middles, ...marks];
const piece = fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 6 }));
/** Strings that are nearly right, and often right. */
const shaped = fc
  .tuple(
    fc.constantFrom("", "", "not "),
    fc.constantFrom(...beginnings),
    fc.oneof(fc.constantFrom("a", "src/a b.ts", "'q'", "1", "**/*.{ts,js}"), piece),
    fc.constantFrom("", " exists", " contains '", " matches /", " equals ", " json /a = ", " passes"),
    fc.oneof(fc.constantFrom("a", "1", "(a|b)*c", "{}"), piece),
    fc.constantFrom("", "'", "/", "/i", "1"),
  )
  .map((parts) => parts.join(""));
const bytes = fc.uint8Array({ maxLength: 80 });
const inputs = fc.oneof(
  shaped,
  shaped,
  fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((all) => all.join("")),
  fc.string({ unit: "binary", maxLength: 60 }),
  bytes.map((each) => Buffer.from(each).toString("latin1")),
  bytes.map((each) => Buffer.from(each).toString("utf8")),
);

const paths = ["a", "src/a b.ts", "aaaaaaaaaaaaaaaaaaaaaaaa/b/c.test.ts", "", "[id].ts", "\ud800"];

/** Expectation strings: what is read can be written and read again; what is not has a reason and a suggestion. */
export const expectations: FuzzTarget = {
  name: "expectations",
  holds: "read or refused with a reason that can be printed; written and read again it is the same",
  share: 26,
  open: () => ({ inputs, check }),
};

function check(input: string): void {
  const parsed = parseExpectation(input);
  if (!parsed.ok) {
    const { message, nearest } = parsed.problem;
    holds(message !== "" && message.length < 1_000, `a message of ${message.length} characters`);
    holds(isPrintable(message), `the message cannot be printed: ${JSON.stringify(message)}`);
    holds(nearest === null || parseExpectation(nearest).ok, `the suggestion ${nearest} cannot be read`);
    return;
  }
  const written = formatExpectation(parsed.expectation);
  const again = parseExpectation(written);
  holds(again.ok, `written as ${JSON.stringify(written)} it cannot be read`);
  holds(
    isDeepStrictEqual(again.expectation, parsed.expectation),
    `written as ${JSON.stringify(written)} it is another`,
  );
  holds(formatExpectation(again.expectation) === written, "written twice it differs");
  use(parsed.expectation);
}

/** What was accepted can be asked. */
function use(expectation: Expectation): void {
  const plain = expectation.kind === "not" ? expectation.of : expectation;
  switch (plain.kind) {
    case "diff-only": {
      const glob = compileGlob(plain.glob);
      holds(glob.ok, "the glob was accepted and does not compile");
      for (const path of paths) glob.matches(path);
      return;
    }
    case "file-matches":
    case "output-matches": {
      const regex = compileRegex(plain.pattern, plain.flags);
      holds(regex.ok, "the regex was accepted and does not compile");
      regex.regex.matcher("a".repeat(500)).find();
      return;
    }
    case "cost":
    case "turns":
      holds(Number.isFinite(plain.atMost) && plain.atMost >= 0, `a limit of ${plain.atMost}`);
  }
}

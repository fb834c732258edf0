import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { shellQuote } from "./shell-quote.ts";

const hostile = [
  "'",
  "''",
  "$(id)",
  "`id`",
  "$HOME",
  "\\",
  "\n",
  "a b",
  "*",
  "~",
  "-n",
  "",
  "!!",
  ";id",
  "é\u202e",
  "\\'",
];

test("a shell takes any text for exactly that text", () => {
  const pieces = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: "grapheme", maxLength: 8 }));
  const words = fc.sample(
    fc.array(pieces, { maxLength: 4 }).map((all) => all.join("").replaceAll("\0", "")),
    { numRuns: 500, seed: 5 },
  );
  const all = [...hostile, ...words].map((word) => word.toWellFormed());
  const said = execFileSync("sh", ["-c", `printf '%s\\0' ${all.map(shellQuote).join(" ")}`], {
    encoding: "utf8",
  });
  expect(said.split("\0").slice(0, -1)).toEqual(all);
});

import { expect, test } from "vitest";
import { addedAfter } from "./added-words.ts";
import { parseExpectation } from "./parse-expectation.ts";

test.each([
  ["a.ts does not exist", { path: "a.ts", words: "does not exist", state: "there", denied: true }],
  ["a b  was deleted", { path: "a b", words: "was deleted", state: "absent", denied: false }],
  ["zz MISSING", { path: "zz", words: "MISSING", state: "absent", denied: false }],
  ["zz is untouched", { path: "zz", words: "is untouched", state: "unchanged", denied: false }],
  ["a b.ts unchanged", { path: "a b.ts", words: "unchanged", state: "unchanged", denied: false }],
  ["a.ts edited.", { path: "a.ts", words: "edited.", state: "changed", denied: false }],
  ["why not", { path: "why", words: "not", state: null, denied: true }],
])("%s is a path and words about it", (text, added) => {
  expect(addedAfter(text)).toEqual(added);
});

test.each([
  "",
  "not",
  "gone",
  "is",
  "what it is",
  "over there",
  "knot",
  "it was found.md",
  "Gone Missing",
  "src/all present",
  "2.0 updated",
])("%j is a name to its end", (text) => {
  expect(addedAfter(text)).toBeNull();
});

test("in a text that is wrong anyway, more words count", () => {
  expect(addedAfter("zz was", true)).toMatchObject({ path: "zz", words: "was" });
  expect(addedAfter("zz absent", true)).toMatchObject({ path: "zz", state: "absent" });
});

const said = ["is", "was", "does not", "isn't", "has been", "not", "must be", ""].flatMap((helper) =>
  ["exist", "there", "deleted", "gone", "missing", "absent", "changed", "unchanged", ""].map((state) =>
    `${helper} ${state}`.trim(),
  ),
);

test.each(["file:", "no-file:", "diff:", "not file:", "not diff:"])(
  "what is proposed for %s never has the words in its path",
  (kind) => {
    for (const words of said.filter((each) => each !== "")) {
      const parsed = parseExpectation(`${kind}src/a.ts ${words}`);
      const nearest = parsed.ok ? null : parsed.problem.nearest;
      if (nearest !== null)
        expect(nearest).toMatch(/^(?:not )?(?:(?:no-file|diff):src\/a\.ts|file:src\/a\.ts exists)$/);
    }
  },
);

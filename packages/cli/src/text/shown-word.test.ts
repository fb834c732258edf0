import { expect, test } from "vitest";
import { passwordHint, shownWord } from "./shown-word.ts";

const url = "postgres://owner:s3cret@db:5432/x";

test.each([
  [url, "'postgres://owner:***@db:5432/x'"],
  [`--on=${url}`, "'--on=postgres://owner:***@db:5432/x'"],
  ["postgresql://owner:a@b/c:d@db/x", "'postgresql://owner:***@db/x'"],
  ["redis://:s3cret@queue:6379", "'redis://:***@queue:6379'"],
  ["postgres://db/x?user=owner&password=s3cret&ssl=1", "'postgres://db/x?user=owner&password=***&ssl=1'"],
  ["postgres://owner@db/x", "postgres://owner@db/x"],
  ["command:it's", "'command:it'\\''s'"],
])("%s is shown as %s", (word, shown) => {
  expect(shownWord(word, {})).toBe(shown);
});

test("the variable stands for an address that it holds", () => {
  expect(shownWord(url, { X_STORE: url })).toBe('"$X_STORE"');
  expect(shownWord(`--store=${url}`, { X_STORE: url })).toBe('--store="$X_STORE"');
  expect(shownWord(url, { X_STORE: "postgres://other" })).toContain("***");
});

test("a hidden password is explained, and nothing else", () => {
  expect(passwordHint(`Go on: x bench --on ${shownWord(url, {})}\n`)).toContain("*** is the password");
  expect(passwordHint("Go on: x bench\n")).toBe("");
});

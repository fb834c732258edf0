import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeHidden, hiddenCharacters } from "./hidden-characters.ts";

test.each([
  ["plain, ünïcode 日本, 🙂 and 👩‍👩‍👧", "plain, ünïcode 日本, 🙂 and 👩‍👩‍👧"],
  ["a\u001b[2J\u009b2J\n\t", "a\\u001b[2J\\u009b2J\\u000a\\u0009"],
  ["user\u202Enimda\u2066\u200b\ufeff\u00ad", "user\\u202enimda\\u2066\\u200b\\ufeff\\u00ad"],
  ["a tag\u{E0061}", "a tag\\u{e0061}"],
])("%j is written out as %j", (text, escaped) => {
  expect(escapeHidden(text)).toBe(escaped);
});

test("nothing hidden is left, and what can be seen stays", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const escaped = escapeHidden(text);
      return (
        escaped.search(hiddenCharacters) === -1 &&
        (escaped === text) === (text.search(hiddenCharacters) === -1)
      );
    }),
  );
});

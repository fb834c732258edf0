import fc from "fast-check";
import { expect, test } from "vitest";
import { showable } from "./showable.ts";

test.each([
  ["plain text, ünïcode 日本 🙂\tand tabs\n", "plain text, ünïcode 日本 🙂\tand tabs\n"],
  ["\u001b[31mred\u001b[0m", "␛[31mred␛[0m"],
  ["\u001b]0;title\u0007", "␛]0;title␇"],
  ["a\u0000b\u007fc\u009bd", "a␀b␡c⟨U+009B⟩d"],
  ["one\r\ntwo\rthree", "one\ntwo␍\nthree"],
  ["windows\r\r\nfile\r\n", "windows\nfile\n"],
  [" 1 %\r50 %\r99 %\n", " 1 %␍\n50 %␍\n99 %\n"],
  ["user\u202Enimda", "user⟨U+202E⟩nimda"],
  ["zero\u200bwidth\ufeff", "zero⟨U+200B⟩width⟨U+FEFF⟩"],
  ["soft\u00adhyphen\u061c\u180e\u2061", "soft⟨U+00AD⟩hyphen⟨U+061C⟩⟨U+180E⟩⟨U+2061⟩"],
  ["a tag\u{E0061}", "a tag⟨U+E0061⟩"],
  ["half \ud83d of a pair", "half \ufffd of a pair"],
])("%j is shown as %j", (text, shown) => {
  expect(showable(text)).toBe(shown);
});

test("nothing hidden is left, whatever comes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const shown = showable(text);
      return shown.isWellFormed() && !/(?![\t\n])\p{Cc}/u.test(shown) && showable(shown) === shown;
    }),
  );
});

test("a long row of carriage returns is shown in time", () => {
  const started = performance.now();
  expect(showable("\r".repeat(100_000))).toHaveLength(200_000);
  // Milliseconds when the time grows with the length, a quarter of a minute when it grows with its square.
  expect(performance.now() - started).toBeLessThan(5_000);
});

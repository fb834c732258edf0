import fc from "fast-check";
import { expect, test } from "vitest";
import { visibleLine, visibleLines, visibleText } from "./visible-text.ts";

test("what would act on a terminal is shown", () => {
  expect(visibleText("a\u001b[31mred\u001b]0;title\u0007")).toBe("a␛[31mred␛]0;title␇");
  expect(visibleText("\u009b2J\u202e\u200b\u007f\ud800")).toBe("<U+009B>2J<U+202E><U+200B>␡\ufffd");
  expect(visibleText("one\r\ntwo\rthree\tfour")).toBe("one\ntwo␍three  four");
  expect(visibleText("Grüße, 日本, 😀")).toBe("Grüße, 日本, 😀");
});

test("no line is a command to a build server, whatever stands before it", () => {
  expect(visibleText("::add-mask::a\n \t::Set-Output name=b::c\nstd::string ::x")).toBe(
    ": :add-mask::a\n   : :Set-Output name=b::c\nstd::string ::x",
  );
  expect(visibleText("a ##[error]b ###[x] ##vso[task.x]c ##TeamCity[d] ## [e]")).toBe(
    "a # #[error]b ## #[x] # #vso[task.x]c # #TeamCity[d] ## [e]",
  );
  expect(visibleLine("::error::\n::error::\n##[error]")).toBe(": :error::␊::error::␊# #[error]");
  expect(visibleText(`${"\n ".repeat(200_000)}${" ".repeat(200_000)}::a::`)).toMatch(/ : :a::$/);
});

test("lines are cut and counted", () => {
  expect(visibleLine("one\ntwo")).toBe("one␊two");
  expect(visibleLine("x".repeat(10_000_000), 10)).toBe("xxxxxxxxx…");
  const long = `${"y".repeat(2_000)}\n\n\n\nlast`;
  expect(visibleLines(long, { lines: 3, width: 5 })).toEqual([
    "yyyyy… [1,995 more characters]",
    ...["", "", "[2 more lines]"],
  ]);
});

test("whatever comes in, no control character but the line break comes out, nor one that turns the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.nat(200), (text, most) => {
      const unsafe = /(?!\n)[\p{Control}\u202A-\u202E\u2066-\u2069\u2028\u2029]|\p{Surrogate}/u;
      expect(visibleText(text)).not.toMatch(unsafe);
      const line = visibleLine(text, most + 2);
      expect(line).not.toMatch(/\p{Control}|\p{Surrogate}/u);
      expect(line.length).toBeLessThanOrEqual(most + 2);
      for (const each of visibleLines(text, { lines: 3, width: most + 1 }))
        expect(each).not.toMatch(/\p{Control}/u);
    }),
  );
});

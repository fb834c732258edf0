import fc from "fast-check";
import { expect, test } from "vitest";
import { csvField } from "./export-csv.ts";
import { xmlAttribute, xmlText } from "./xml-text.ts";

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =cmd|' /C calc'!A0", "＝1", "|x", "%0A"])(
  "a spreadsheet does not run %j",
  (text) => expect(csvField(text).replace(/^"/, "")).toMatch(/^'/),
);

test("fields are quoted where they must be; unknown is empty, and numbers stay numbers", () => {
  expect([csvField('say "a, b"'), csvField("two\nlines"), csvField("plain"), csvField("")]).toEqual([
    ...['"say ""a, b"""', '"two\nlines"', "plain", ""],
  ]);
  expect([csvField(null), csvField(-1.5), csvField(0), csvField(true)]).toEqual(["", "-1.5", "0", "true"]);
});

test("whatever a field holds, a row reads back as it was, but for the mark against formulas", () => {
  const value = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('"', ",", "\n", "\r", "=", "'", "a") }),
  );
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 5 }), (values) => {
      const read = parseRow(values.map(csvField).join(","));
      expect(read).toHaveLength(values.length);
      read.forEach((field, at) => {
        const was = values[at]!.replaceAll("\0", "\ufffd").toWellFormed();
        expect([was, `'${was}`]).toContain(field);
        expect(field).not.toMatch(/^\s*[=+\-@]/);
      });
    }),
  );
});

/** RFC 4180, by its grammar. */
function parseRow(text: string): string[] {
  const fields: string[] = [];
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === '"') {
      let field = "";
      for (at++; !(text[at] === '"' && text[at + 1] !== '"'); at++) {
        if (text[at] === '"') at++;
        field += text[at];
      }
      at++;
      fields.push(field);
    } else {
      const end = text.indexOf(",", at) === -1 ? text.length : text.indexOf(",", at);
      fields.push(text.slice(at, end));
      at = end;
    }
  }
  return fields;
}

test("XML: marks are escaped, what XML 1.0 cannot hold is gone", () => {
  expect(xmlText('<a href="x">&\u0000\u001b[31m\ud800</a>\ufffe')).toBe(
    "&lt;a href=&quot;x&quot;&gt;&amp;[31m\ufffd&lt;/a&gt;",
  );
  expect(xmlAttribute("a\nb\tc")).toBe("a&#10;b&#9;c");
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      // The grammar of the XML 1.0 recommendation, section 2.2, without its marks.
      expect(xmlText(text)).toMatch(/^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u);
      expect(xmlText(text).replaceAll(/&(amp|lt|gt|quot);/g, "")).not.toMatch(/[<>&"]/);
    }),
  );
});

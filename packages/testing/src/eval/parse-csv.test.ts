import fc from "fast-check";
import { expect, test } from "vitest";
import { parseCsv } from "./parse-csv.ts";

test.each<[string, string[][]]>([
  ["", []],
  ["\n\n", []],
  ["a", [["a"]]],
  [
    "a,b\n1,2",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "a,b\r\n1,2\r\n",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "a,b\r1,2",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  ["\uFEFFa\n1", [["a"], ["1"]]],
  [
    "a,\n,b",
    [
      ["a", ""],
      ["", "b"],
    ],
  ],
  ["a,", [["a", ""]]],
  ['"a,b"', [["a,b"]]],
  ['"a\nb","c\r\nd"', [["a\nb", "c\r\nd"]]],
  ['"he said ""no"""', [['he said "no"']]],
  ['""', [[""]]],
  ['"",""', [["", ""]]],
  [" a , b ", [[" a ", " b "]]],
  ["a\n\nb", [["a"], ["b"]]],
])("%j", (text, records) => {
  expect(parseCsv(text)).toEqual(records);
});

test.each([
  ['a\n"b', /line 2 begins a field in quotes that do not close/],
  ['a\n\n"b"c', /line 3 begins/],
  ['"x\ny"\na"b', /line 3 has a quote inside/],
])("%j says where it is wrong", (text, message) => {
  expect(() => parseCsv(text)).toThrow(message);
});

test("whatever is written comes back", () => {
  const field = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: fc.constantFrom(...'",\r\n a') }),
  );
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const records = fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { maxLength: 5 });
  const style = fc.record({
    end: fc.constantFrom("\n", "\r\n", "\r"),
    last: fc.boolean(),
    always: fc.boolean(),
  });
  fc.assert(
    fc.property(records, style, (written, { end, last, always }) => {
      const needed = (text: string) => always || text === "" || /[",\r\n\uFEFF]/.test(text);
      const lines = written.map((record) =>
        record.map((text) => (needed(text) ? quoted(text) : text)).join(","),
      );
      expect(parseCsv(lines.join(end) + (last && lines.length > 0 ? end : ""))).toEqual(written);
    }),
  );
});

test("fields may be large", () => {
  const text = 'x"\n,'.repeat(500_000);
  expect(parseCsv(`"${text.replaceAll('"', '""')}",b`)).toEqual([[text, "b"]]);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonInText } from "./json-in-text.ts";

test.each<[string, unknown]>([
  ["42", 42],
  ["\uFEFF[1]", [1]],
  ['```json\n{"a": 1}\n```', { a: 1 }],
  ['```\n{"a": 1}\n```\nor rather\n```\n{"a": 2}\n```', { a: 2 }],
  ['```ts\nlet a;\n```\n{"a": 3}', { a: 3 }],
  ["The list is [1, 2].", [1, 2]],
  ['I say {"a": [1]}.', { a: [1] }],
])("in %j", (text, value) => {
  expect(jsonInText(text)).toEqual({ found: true, value });
});

test.each(["", "no", "{a: 1}", "} {", "[", "see [1] and [x]"])("none in %j", (text) => {
  expect(jsonInText(text)).toEqual({ found: false });
});

test("whatever is written down between words is found", () => {
  fc.assert(
    fc.property(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())), (value) => {
      const found = jsonInText(`Here it is: ${JSON.stringify(value)} and that is all.`);
      expect(found).toEqual({ found: true, value: JSON.parse(JSON.stringify(value)) });
    }),
  );
});

import { expect, test } from "vitest";
import { textOf } from "./text-of.ts";

test.each([
  ["said", "said"],
  [5, "5"],
  [undefined, ""],
  [null, "null"],
  [JSON.parse('{"toString":1}'), '{\n "toString": 1\n}'],
])("%o is shown as %o", (value, text) => expect(textOf(value)).toBe(text));

import fc from "fast-check";
import { expect, test } from "vitest";
import { quote, readQuoted } from "./quoted.ts";

test("what is quoted is read again as it was, backslashes before quotes and at the end too", () => {
  const text = fc.array(fc.constantFrom("\\", "'", "a")).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(text, (it) => {
      const quoted = quote(it);
      expect(readQuoted(`${quoted} rest`)).toEqual({ text: it, end: quoted.length });
    }),
    { examples: [["a\\\\"], ["\\\\'"]] },
  );
});

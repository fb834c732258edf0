import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeText, encodeText } from "./text-codec.ts";

const text = fc.string({
  unit: fc.constantFrom("\u0000", "\u0001", "\u0002", "a", "\u{1f600}"),
  maxLength: 8,
});
const bytes = (value: string) => Buffer.from(value);

test("any text comes back, holds no U+0000 on the way, and keeps its place in the order", () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(decodeText(encodeText(a))).toBe(a);
      expect(encodeText(a)).not.toContain("\u0000");
      const order = Buffer.compare(bytes(encodeText(a)), bytes(encodeText(b)));
      expect(order).toBe(Buffer.compare(bytes(a), bytes(b)));
    }),
  );
});

test("ordinary text is left as it is", () => {
  expect(encodeText("Zeile\n✓")).toBe("Zeile\n✓");
});

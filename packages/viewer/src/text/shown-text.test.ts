import { expect, test } from "vitest";
import { firstPiece, shownText, textChunk } from "./shown-text.ts";

test("a long text is sent in pieces that are together the whole", () => {
  const text = ["x".repeat(firstPiece - 1), "🙂".repeat(150_000), "end"].join("");
  const first = shownText(text, { name: "output", attempt: 1 });
  expect(first).toMatchObject({ length: text.length, shown: firstPiece - 1 });
  let all = first.text;
  let from = first.shown;
  while (from < text.length) {
    const chunk = textChunk(text, from);
    expect(chunk.from).toBe(from);
    expect(chunk.next).toBeGreaterThan(from);
    all += chunk.text;
    from = chunk.next;
  }
  expect(all).toBe(text);
});

test("the end of a line of a Windows file is not cut in two", () => {
  const text = `${"x".repeat(firstPiece - 1)}\r\nnext`;
  expect(shownText(text)).toMatchObject({ text: `${"x".repeat(firstPiece - 1)}\n`, shown: firstPiece + 1 });
});

test.each([
  [-5, 0],
  [Number.NaN, 0],
  [99, 3],
])("a place that is not in the text is the nearest that is: %j", (from, place) => {
  expect(textChunk("abc", from).from).toBe(place);
});

import { expect, test } from "vitest";
import { outputText } from "./output-text.ts";

test("nothing is shown as nothing, data as JSON, and what JSON cannot hold as Node shows it", () => {
  expect(outputText(undefined)).toBe("");
  expect(outputText({ total: 3204 })).toBe('{\n  "total": 3204\n}');
  expect(outputText(0)).toBe("0");
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  expect(outputText(circular)).toContain("[Circular *1]");
  expect(outputText(12n)).toBe("12n");
});

test("all of it is shown, also where JSON cannot hold it", () => {
  const text = "word ".repeat(5_000);
  const list = Array.from({ length: 500 }, (_, at) => `item ${at}`);
  const shown = outputText({ id: 12n, text, list });
  expect(shown).toContain(text);
  expect(shown).toContain("item 499");
});

test.each([
  ["a map", new Map([["total", 3204]]), ["total", "3204"]],
  ["a set", new Set(["red"]), ["red"]],
  ["an error, without where it was thrown", new RangeError("too far"), ["RangeError: too far"]],
  ["a number that is none", Number.NaN, ["NaN"]],
  ["a pattern", /^a+$/u, ["/^a+$/u"]],
  ["a stream that nobody has read", (async function* () {})(), ["AsyncGenerator"]],
])("%s can be seen, by itself and within", (_, output, parts) => {
  for (const shown of [outputText(output), outputText({ within: [output] })]) {
    for (const part of parts) expect(shown).toContain(part);
    expect(shown).not.toContain("    at ");
  }
});

test("what JSON has a form for keeps it", () => {
  const output = { at: new Date(0), url: new URL("http://a/"), own: { toJSON: () => "mine" }, none: {} };
  expect(outputText(output)).toBe(JSON.stringify(output, null, 2));
  expect(outputText(new Uint8Array([7]))).toBe('{\n  "0": 7\n}');
});

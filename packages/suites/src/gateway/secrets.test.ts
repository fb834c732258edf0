import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hideSecrets } from "./secrets.ts";

const key = 'sk-a/b+c"d.e$f';
const { text, bytes, data } = hideSecrets([key, "short", "other-key-1"]);
const escaped = (value: string) =>
  [...value].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");

describe("a key is taken out however it is spelled", () => {
  test.each([
    ["as it is", key],
    ["in JSON", JSON.stringify(key).slice(1, -1)],
    ["in JSON with escaped slashes", JSON.stringify(key).slice(1, -1).replaceAll("/", "\\/")],
    ["in JSON letter by letter", escaped(key)],
    ["in JSON with capitals", escaped(key).replaceAll(/(?<=\\u)\w+/g, (hex) => hex.toUpperCase())],
    ["in JSON inside of JSON", JSON.stringify(escaped(key)).slice(1, -1)],
    ["in an address", encodeURIComponent(key)],
    ["another one", "other-key-1"],
  ])("%s", (_, spelled) => {
    expect(text(`<${spelled}>`)).toBe("<[redacted]>");
    expect(bytes(Buffer.from(`ü<${spelled}>`)).toString()).toBe("ü<[redacted]>");
    expect(data({ [spelled]: [spelled, 1, null] })).toEqual({ "[redacted]": ["[redacted]", 1, null] });
  });

  test("each letter in a way of its own", () => {
    const ways = [
      (letter: string) => JSON.stringify(letter).slice(1, -1),
      escaped,
      (letter: string) => `%${letter.charCodeAt(0).toString(16).padStart(2, "0")}`,
    ];
    const way = fc.integer({ min: 0, max: ways.length - 1 });
    fc.assert(
      fc.property(fc.array(way, { minLength: key.length, maxLength: key.length }), (chosen) => {
        const spelled = [...key].map((letter, at) => ways[chosen[at]!]!(letter)).join("");
        expect(text(`"${spelled}"`)).toBe('"[redacted]"');
      }),
    );
  });
});

test("anything else stays as it is, the same bytes", () => {
  const other = Buffer.from('{"a":"\\u0073k- short 100% ü"}');
  expect(bytes(other)).toBe(other);
  expect(text(other.toString())).toBe(other.toString());
  const none = hideSecrets(["short"]);
  expect(none.bytes(other)).toBe(other);
  expect(none.text("short")).toBe("short");
});

test("a text of nothing but escapes takes no longer than others", () => {
  const many = "\\".repeat(2_000_000);
  expect(text(many)).toBe(many);
  expect(text(`${many}${key}`)).toBe(`${many}[redacted]`);
});

import fc from "fast-check";

const put = [
  ...["", "", '"', "{", "}", "[", "]", ",", ":", "\\", "//", "/*", "-1", "null", "1e999", "\u0000", "\ud800"],
  ...[
    "\n",
    "\r\n",
    "\u2028",
    "\ufeff",
    "\u001b[2J",
    "__proto__",
    '"toString":1,',
    '"__proto__":{"a":1},',
    "-",
    ".",
  ],
];

/** A good text with a few places cut out, replaced, repeated or filled with something that matters to a parser. */
export function mutatedText(samples: readonly string[]): fc.Arbitrary<string> {
  const edit = fc.tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.nat(12),
    fc.oneof(fc.constantFrom(...put), fc.string({ unit: "binary", maxLength: 4 })),
  );
  return fc
    .tuple(fc.constantFrom(...samples), fc.array(edit, { minLength: 1, maxLength: 4 }))
    .map(([sample, edits]) => {
      let text = sample;
      for (const [place, length, piece] of edits) {
        const at = Math.floor(place * text.length);
        text = text.slice(0, at) + piece + text.slice(at + length);
      }
      return text;
    });
}

/** A good JSON value in which one value, anywhere, has become something else. `others` are texts of JSON. */
export function graftedJson(samples: readonly unknown[], others: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...samples), fc.double({ min: 0, max: 1, noNaN: true }), others)
    .map(([sample, place, other]) => {
      const paths = pathsIn(sample);
      return textWith(sample, paths[Math.min(paths.length - 1, Math.floor(place * paths.length))]!, other);
    });
}

type Path = readonly (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, [...path, name]))];
}

/** JSON text of the value, with `other` in the place. */
function textWith(value: unknown, [first, ...rest]: Path, other: string): string {
  if (first === undefined) return other;
  const inner = (name: string, each: unknown) =>
    name === String(first) ? textWith(each, rest, other) : JSON.stringify(each);
  if (Array.isArray(value)) return `[${value.map((each, at) => inner(String(at), each)).join(",")}]`;
  const fields = Object.entries(value as object);
  return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${inner(name, each)}`).join(",")}}`;
}

import fc from "fast-check";

/** Names that objects have already, or that programs ask for without thinking. */
const poison = ["__proto__", "constructor", "prototype", "toString", "valueOf", "toJSON", "then", "length"];

const leaves = [
  ...["null", "true", "false", "0", "-0", "1", "-1", "0.5", "1e308", "-1e308", "5e-324", "1e999", "-1e999"],
  ...["9007199254740993", "1000000", "1e12", "1e15", '""', '"12"', '"1e3"', '"\\u0000"', '"\\ud800"', '" "'],
  ...[
    '"\\u001b[2J"',
    '"\\u202e"',
    '"\\n"',
    '"../../x"',
    '"/etc/passwd"',
    '"$(touch x)"',
    '"NaN"',
    "[]",
    "{}",
  ],
];

/**
 * Texts of JSON values as somebody writes them who wishes us ill: the names and words that a parser looks for, in the
 * wrong places, with names that every object has, numbers without end, and fields given twice.
 */
export function hostileJson(names: readonly string[], words: readonly string[]): fc.Arbitrary<string> {
  const name = fc.oneof(
    { arbitrary: fc.constantFrom(...names), weight: 12 },
    { arbitrary: fc.constantFrom(...poison), weight: 1 },
  );
  const leaf = fc.oneof(
    { arbitrary: fc.constantFrom(...leaves), weight: 4 },
    { arbitrary: fc.constantFrom(...words).map((word) => JSON.stringify(word)), weight: 4 },
    { arbitrary: fc.double().map((value) => JSON.stringify(value)), weight: 1 },
    { arbitrary: fc.string({ unit: "binary", maxLength: 8 }).map((text) => JSON.stringify(text)), weight: 1 },
    { arbitrary: fc.constantFrom(300, 3_000).map((length) => `"${"x".repeat(length)}"`), weight: 1 },
  );
  const { value } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      leaf,
      fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(",")}]`),
      objectOf(name, tie("value")),
      objectOf(name, tie("value")),
    ),
  }));
  return value;
}

/** The same, but objects at the top. */
export function hostileObject(names: readonly string[], words: readonly string[]): fc.Arbitrary<string> {
  return objectOf(fc.constantFrom(...names), hostileJson(names, words));
}

function objectOf(name: fc.Arbitrary<string>, value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .array(fc.tuple(name, value), { maxLength: 5 })
    .map((pairs) => `{${pairs.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(",")}}`);
}

import { expect, test } from "vitest";
import { structuresIn } from "./structures-in.ts";

test.each([
  ['{"a":1}', [{ a: 1 }], ""],
  ['One {"a":[{"b":"}"}]} and ["x", "\\"]"].', [{ a: [{ b: "}" }] }, ["x", '"]']], "One  and ."],
  ["Note [1] of [2, 3], {a: 1} and {b}.", [], "Note [1] of [2, 3], {a: 1} and {b}."],
  ['{"a" 1, "b": {"c": 2}} {} []', [{ c: 2 }, {}, []], '{"a" 1, "b": }  '],
  ['It begins: {"a": "b', [], 'It begins: {"a": "b'],
  ['{"a": "5" long", "b": {"c": 2}}', [{ c: 2 }], '{"a": "5" long", "b": }'],
])("in %j", (text, found, around) => {
  expect(structuresIn(text)).toMatchObject({ found, around });
});

test.each([
  ['- [x] {"a":1} of [2], {b} and ["c"].', [{ a: 1 }, ["c"]]],
  ['{n: "one", d: {"a":1}} {"b":2}', [{ b: 2 }]],
  ['A ] and a [ before {"a":1}', []],
])("by themselves in %j", (text, apart) => {
  expect(structuresIn(text).apart).toEqual(apart);
});

test.each([
  ["brackets without end", '{"'.repeat(200_000)],
  ["brackets that end", `${"[".repeat(100_000)}x${"]".repeat(100_000)}`],
  ["many small ones", '{"a":1} '.repeat(50_000)],
])("%s do not hold up the process", (_, text) => {
  const before = process.cpuUsage();
  structuresIn(text);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000);
});

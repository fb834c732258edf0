import { expect, test } from "vitest";
import { describeDifference } from "./first-difference.ts";

const difference = (a: string, b: string) =>
  describeDifference({ name: "a", bytes: Buffer.from(a) }, { name: "b", bytes: Buffer.from(b) });

test.each([
  ["one\ntwo\n", "one\n2\n", 'line 2 of a is "two"; in b it is "2"'],
  ["ab", "ac", 'line 1 of a is "ab"; in b it is "ac"'],
  // The first byte that differs is a line break: it ends the line it stands in.
  ["one\ntwo\n", "onetwo\n", 'line 1 of a is "one"; in b it is "onetwo"'],
  ["one\n", "one\ntwo\n", 'line 2 of a is not there; in b it is "two"'],
  ["one\ntwo\n", "one\n", 'line 2 of a is "two"; in b it is not there'],
  ["one\r\ntwo", "one\ntwo", "a and b differ only in their line ends (CRLF and LF)"],
  ["a\0b", "b\0b", "a (3 bytes) and b (3 bytes) differ from byte 1 on"],
  ["a\0b", "a\0c", "a (3 bytes) and b (3 bytes) differ from byte 3 on"],
])("%j and %j", (a, b, expected) => {
  expect(difference(a, b)).toBe(expected);
});

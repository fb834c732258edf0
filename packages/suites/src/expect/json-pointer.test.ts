import { expect, test } from "vitest";
import { valueAt } from "./json-pointer.ts";

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));
const twelve = "k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11";

test.each([
  [{}, "/a", "the document is an empty object"],
  [keys(1), "/a", "the document has: k0"],
  [keys(12), "/a", `the document has: ${twelve}`],
  [keys(13), "/a", `the document has: ${twelve} and 1 more`],
  [[1, 2], "/2", "the document is a list of 2"],
  [[1, 2], "/length", "the document is a list of 2"],
  [{ a: {} }, "/a/b", "/a is an empty object"],
  [{ a: null }, "/a/b", "/a is a null"],
  [{ a: { b: 1 } }, "/a/b/c", "/a/b is a number"],
])("%j leads nowhere at %s", (document, pointer, reason) => {
  expect(valueAt(document, pointer)).toEqual({ ok: false, reason });
});

test.each([
  [{ a: 1 }, "", { a: 1 }],
  [{ "": 2 }, "/", 2],
  [[[3]], "/0/0", 3],
  [{ "~1": { "/": 4 } }, "/~01/~1", 4],
  [{ "01": 5 }, "/01", 5],
])("%j has a value at %j", (document, pointer, value) => {
  expect(valueAt(document, pointer)).toEqual({ ok: true, value });
});

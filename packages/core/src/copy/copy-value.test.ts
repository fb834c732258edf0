import { expect, test } from "vitest";
import { copyValue } from "./copy-value.ts";

test("plain data is copied at every depth, with what it holds that is no data", () => {
  const check = () => true;
  const value = { list: [{ a: 1 }], map: new Map([["k", [1]]]), set: new Set([1]), at: new Date(5), check };
  const copy = copyValue(value);
  expect(copy).toEqual(value);
  expect(copy.check).toBe(check);
  for (const part of ["list", "map", "set", "at"] as const) expect(copy[part]).not.toBe(value[part]);
  expect(copy.list[0]).not.toBe(value.list[0]);
  expect(copy.map.get("k")).not.toBe(value.map.get("k"));
});

test("what cannot be copied without becoming something else is the same", () => {
  class Own {
    n = 1;
  }
  const own = new Own();
  expect(copyValue(own)).toBe(own);
  expect(copyValue({ own }).own).toBe(own);
  const promise = Promise.resolve();
  expect(copyValue(promise)).toBe(promise);
});

test("circles stay circles, and what is deeper than the stack stays the same", () => {
  const circle: { self?: unknown; list: number[] } = { list: [] };
  circle.self = circle;
  const copy = copyValue(circle);
  expect(copy).not.toBe(circle);
  expect(copy.self).toBe(copy);
  let deep: unknown[] = [];
  for (let n = 0; n < 100_000; n++) deep = [deep];
  expect(copyValue(deep)).toBe(deep);
});

test("a key called __proto__ is a key", () => {
  const value = JSON.parse('{"__proto__": {"a": [1]}}') as object;
  const copy = copyValue(value);
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  expect(JSON.stringify(copy)).toBe('{"__proto__":{"a":[1]}}');
});

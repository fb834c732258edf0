import { contentHash } from "@flow-state-dev/records";
import fc from "fast-check";
import { expect, test } from "vitest";
import { taskHash } from "../benchmark-plan.ts";

const hashOf = (expected: unknown, metadata?: Record<string, unknown>) =>
  taskHash({
    id: "a",
    category: "reasoning",
    prompt: "p",
    rubric: [],
    expected,
    ...(metadata && { metadata }),
  });

test.each([
  ["patterns", /yes/, /hi/],
  ["flags of patterns", /yes/, /yes/i],
  ["maps", new Map([["a", 1]]), new Map([["a", 2]])],
  ["sets", new Set([1]), new Set([2])],
  ["functions", () => 1, () => 2],
  ["big numbers", 10n, 11n],
  ["a big number and a number", 10n, 10],
  ["numbers that are none", Number.NaN, Number.POSITIVE_INFINITY],
  ["bytes", new Uint8Array([1]), new Uint8Array([2])],
  ["dates", new Date(0), new Date(1)],
  ["errors", new Error("a"), new Error("b")],
  ["what lies deep inside", { a: [{ b: /x/ }] }, { a: [{ b: /y/ }] }],
])("%s that differ make another task; the same ones the same", (_, one, other) => {
  expect(hashOf(one)).not.toBe(hashOf(other));
  expect(hashOf(one)).toBe(hashOf(one));
  expect(hashOf("x", { one })).not.toBe(hashOf("x", { one: other }));
});

test("a value that holds itself is a task like any other", () => {
  const circle = (name: string) => {
    const value: Record<string, unknown> = { name };
    value.self = value;
    return value;
  };
  expect(hashOf(circle("a"))).toBe(hashOf(circle("a")));
  expect(hashOf(circle("a"))).not.toBe(hashOf(circle("b")));
});

test("what JSON can write is hashed as it is written, so that earlier runs are known again", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (expected) => {
      const plain = { prompt: "p", rubric: [], category: "reasoning", expected };
      expect(hashOf(expected)).toBe(contentHash(plain));
    }),
  );
});

test("objects that are held again at every level, or all hold each other, are not followed on all ways", () => {
  const levels = (inner: unknown) => {
    let value: unknown = { inner };
    for (let level = 0; level < 60; level++) value = { a: value, b: value };
    return value;
  };
  expect(hashOf(levels(1))).toBe(hashOf(levels(1)));
  expect(hashOf(levels(1))).not.toBe(hashOf(levels(2)));
  const ring: Record<string, unknown>[] = Array.from({ length: 20 }, (_, at) => ({ at }));
  for (const each of ring) for (const other of ring) each[`to${other.at}`] = other;
  expect(hashOf(ring)).toBe(hashOf(structuredClone(ring)));
  expect(hashOf(ring)).not.toBe(hashOf([...ring, 1]));
});

test("however many objects there are, one that differs makes another task", () => {
  const many = (last: number) =>
    Array.from({ length: 150_000 }, (_, at) => ({ at: at === 149_999 ? last : at }));
  expect(hashOf(many(1))).not.toBe(hashOf(many(2)));
  expect(hashOf(many(1))).toBe(
    contentHash({ prompt: "p", rubric: [], category: "reasoning", expected: many(1) }),
  );
});

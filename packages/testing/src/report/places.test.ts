import fc from "fast-check";
import { expect, test } from "vitest";
import { Places } from "./places.ts";

test("finds what was added, in any order of questions, and nothing else", () => {
  const name = fc.constantFrom("", "a", "b", "c", "d", "e");
  fc.assert(
    fc.property(fc.array(name, { maxLength: 40 }), (names) => {
      const places = new Places();
      const known = new Map<string, number>();
      names.forEach((key, at) => {
        expect(places.of(key)).toBe(known.get(key));
        if (known.has(key)) return;
        known.set(key, 10 * at);
        expect(places.add(key, 10 * at)).toBe(10 * at);
        expect(places.of(key)).toBe(10 * at);
      });
      expect(places.keys).toEqual([...known.keys()]);
    }),
  );
});

test("rounds through all names, forwards and backwards", () => {
  const places = new Places();
  const names = ["x", "y", "z"];
  names.forEach((name, at) => places.add(name, at));
  expect([...names, ...names].map((name) => places.of(name))).toEqual([0, 1, 2, 0, 1, 2]);
  expect([...names].reverse().map((name) => places.of(name))).toEqual([2, 1, 0]);
  expect(places.of("w")).toBeUndefined();
});

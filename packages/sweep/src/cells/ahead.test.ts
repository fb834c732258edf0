import fc from "fast-check";
import { expect, test } from "vitest";
import { Ahead } from "./ahead.ts";

test("several times as many as become free while one is made ready", () => {
  const ahead = new Ahead(50);
  expect(ahead.count).toBe(0);
  ahead.see(4, 50);
  expect(ahead.count).toBe(32);
  ahead.see(4, 2);
  expect(ahead.count).toBeGreaterThan(32);
});

test("none where cells take no time, as on mocked models", () => {
  const ahead = new Ahead(50);
  for (let cell = 0; cell < 100; cell += 1) ahead.see(4, 0.2);
  expect(ahead.count).toBe(0);
});

test.each([
  [50, 5, 2_000],
  [3, 5, 300],
  [1, 1, 100],
  [32, 30, 300],
])("none where cells take long: %d slots, ready after %d ms, at work for %d ms", (slots, ready, working) => {
  const ahead = new Ahead(slots);
  for (let cell = 0; cell < 100; cell += 1) ahead.see(ready, working);
  expect(ahead.count).toBe(0);
});

test("one slow cell among quick ones does not end it, many do", () => {
  const ahead = new Ahead(50);
  for (let cell = 0; cell < 100; cell += 1) ahead.see(4, 20);
  ahead.see(4, 60);
  expect(ahead.count).toBe(50);
  for (let cell = 0; cell < 100; cell += 1) ahead.see(4, 3_000);
  expect(ahead.count).toBe(0);
});

test("never more than there are slots, whatever the times are", () => {
  const times = fc.array(
    fc.tuple(fc.double({ min: 0, max: 1e9, noNaN: true }), fc.double({ min: 0, max: 1e9, noNaN: true })),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), times, (slots, seen) => {
      const ahead = new Ahead(slots);
      for (const [ready, working] of seen) {
        ahead.see(ready, working);
        expect(ahead.count).toBeGreaterThanOrEqual(0);
        expect(ahead.count).toBeLessThanOrEqual(slots);
        expect(Number.isInteger(ahead.count)).toBe(true);
      }
    }),
  );
});

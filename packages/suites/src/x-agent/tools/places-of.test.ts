import fc from "fast-check";
import { expect, test } from "vitest";
import { placesOf } from "./places-of.ts";

function byIndexOf(text: string, sought: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + sought.length))
    places.push(at);
  return places;
}

test("finds what indexOf finds, in texts and in lists", () => {
  const few = (maxLength: number, minLength = 0) =>
    fc.string({ unit: fc.constantFrom("a", "b", "\n"), minLength, maxLength });
  fc.assert(
    fc.property(few(40), few(5, 1), (text, sought) => {
      const places = byIndexOf(text, sought);
      expect(placesOf(text, sought)).toEqual(places);
      expect(placesOf([...text], [...sought])).toEqual(places);
    }),
    { numRuns: 2_000 },
  );
});

test("a text that was made to take long takes no time", () => {
  const [half, began] = ["a".repeat(25_000), performance.now()];
  expect(placesOf("a".repeat(2_000_000), `${half}b${half}`)).toEqual([]);
  expect(performance.now() - began).toBeLessThan(2_000);
});

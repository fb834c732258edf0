import fc from "fast-check";
import { expect, test } from "vitest";
import { CrewShare } from "./crew-share.ts";

const shareOf = (limit: number, size: number, rank: number) => {
  const share = new CrewShare();
  share.place = { size, rank };
  return share.of(limit);
};

test("the parts of all workers add up to the limit", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 10_000 }), (size, more) => {
      const limit = size + more;
      const parts = Array.from({ length: size }, (_, rank) => shareOf(limit, size, rank));
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(limit);
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
    }),
  );
});

test("alone it is all of it, and nobody is left with nothing", () => {
  expect(new CrewShare().of(7)).toBe(7);
  expect(shareOf(2, 5, 4)).toBe(1);
});

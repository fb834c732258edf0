import fc from "fast-check";
import { expect, test } from "vitest";
import { oracles, six } from "../../test/oracles.ts";
import { times } from "../../test/simulation.ts";
import { mcnemar } from "./mcnemar.ts";
import { signFlip } from "./sign-flip.ts";

test("oracle: six against one", () => {
  const { p, midP, probabilityABetter } = mcnemar({ onlyA: 6, onlyB: 1 });
  expect(six([p, midP, probabilityABetter])).toEqual([
    oracles["mcnemar exact b=6,c=1 two-sided p"],
    oracles["mcnemar mid-p"],
    oracles["dirichlet P(A>B) = P(Beta(b+1,c+1)>.5)"],
  ]);
});

test("subjects that never differ show nothing", () => {
  expect(mcnemar({ onlyA: 0, onlyB: 0 })).toEqual({ discordant: 0, p: 1, midP: 1, probabilityABetter: 0.5 });
});

test("what is no count is refused", () => {
  expect(() => mcnemar({ onlyA: -1, onlyB: 1 })).toThrow("onlyA must be");
  expect(() => mcnemar({ onlyA: 1, onlyB: 0.5 })).toThrow("onlyB must be");
});

const count = fc.integer({ min: 0, max: 400 });

test("symmetric, in 0 to 1, mid-p never above the exact p", () => {
  fc.assert(
    fc.property(count, count, (onlyA, onlyB) => {
      const one = mcnemar({ onlyA, onlyB });
      const other = mcnemar({ onlyA: onlyB, onlyB: onlyA });
      expect(other.p).toBeCloseTo(one.p, 12);
      expect(other.probabilityABetter).toBeCloseTo(1 - one.probabilityABetter, 12);
      expect(0 <= one.midP && one.midP <= one.p && one.p <= 1).toBe(true);
    }),
  );
});

test("is the sign-flip of differences of one", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }), (onlyA, onlyB) => {
      const differences = [...times(onlyA, () => 1), ...times(onlyB, () => -1), 0];
      expect(mcnemar({ onlyA, onlyB }).p).toBeCloseTo(signFlip(differences).p, 12);
    }),
  );
});

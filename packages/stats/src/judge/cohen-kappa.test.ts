import fc from "fast-check";
import { expect, test } from "vitest";
import { estimated } from "../../test/estimated.ts";
import { oracles, six } from "../../test/oracles.ts";
import { cohenKappa } from "./cohen-kappa.ts";

test("oracle: ten verdicts of a person and a judge", () => {
  const { observed, expected, kappa, standardError } = estimated(cohenKappa(oracles.human, oracles.judge));
  expect(six([observed, expected, kappa, standardError])).toEqual(oracles["kappa (po,pe,kappa,SE)"]);
});

test("labels may be anything, in any number of classes", () => {
  expect(
    estimated(cohenKappa(["met", "unmet", "cannot-judge"], ["met", "unmet", "cannot-judge"])).kappa,
  ).toBe(1);
  expect(estimated(cohenKappa([true, false], [false, true])).kappa).toBe(-1);
});

test("one class only, or nothing, has no kappa", () => {
  expect(cohenKappa([1, 1, 1], [1, 1, 1])).toEqual({ state: "one-class", items: 3, observed: 1 });
  expect(cohenKappa([], [])).toEqual({ state: "no-items", items: 0 });
  expect(() => cohenKappa([1], [])).toThrow("a must be as long as b (0)");
});

test("perfect agreement on few items is not certainty", () => {
  const { kappa, standardError, interval } = estimated(cohenKappa([1, 0, 1, 0], [1, 0, 1, 0]));
  expect([kappa, standardError, interval[1]]).toEqual([1, 0, 1]);
  expect(interval[0]).toBeLessThan(0.1);
});

test("symmetric, at most 1, inside its interval", () => {
  const verdict = fc.constantFrom("met", "unmet", "cannot-judge");
  fc.assert(
    fc.property(fc.array(fc.tuple(verdict, verdict), { minLength: 1 }), (pairs) => {
      const [a, b] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
      const result = cohenKappa(a, b);
      fc.pre(result.state === "estimated");
      expect(estimated(cohenKappa(b, a)).kappa).toBeCloseTo(result.kappa, 12);
      expect(result.kappa).toBeLessThanOrEqual(1);
      expect(result.interval[0] <= result.kappa + 1e-12 && result.kappa <= result.interval[1] + 1e-12).toBe(
        true,
      );
    }),
  );
});

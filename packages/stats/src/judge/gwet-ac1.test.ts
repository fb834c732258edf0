import { expect, test } from "vitest";
import { oracles, six } from "../../test/oracles.ts";
import { cohenKappa } from "./cohen-kappa.ts";
import { gwetAc1 } from "./gwet-ac1.ts";

test("oracle: ten verdicts", () =>
  expect(six(gwetAc1(oracles.human, oracles.judge))).toBe(oracles["Gwet AC1"]));

test("stays high when one class dominates, where kappa falls below zero", () => {
  const a = [...new Array<number>(18).fill(1), 0, 1];
  const b = [...new Array<number>(18).fill(1), 1, 0];
  expect(gwetAc1(a, b)).toBeGreaterThan(0.85);
  expect(cohenKappa(a, b)).toMatchObject({ kappa: expect.closeTo(-0.0526, 3) });
});

test("ratings that were used were possible", () => {
  const [a, b] = [
    ["x", "y", "z", "x"],
    ["x", "y", "z", "y"],
  ];
  // By hand: shares 3/8, 3/8, 1/4; chance (2·15/64 + 12/64)/2 = 21/64; (3/4 − 21/64)/(43/64) = 27/43.
  expect(six(gwetAc1(a, b))).toBe(six(27 / 43));
  expect(gwetAc1(a, b, { classes: 3 })).toBe(gwetAc1(a, b));
});

test("one class agreed on is full agreement; nothing has none; three classes lower the chance", () => {
  expect(gwetAc1([1, 1], [1, 1])).toBe(1);
  expect(gwetAc1([], [])).toBeNull();
  expect(gwetAc1(["a", "b", "a"], ["a", "b", "b"], { classes: 3 })).toBeGreaterThan(
    gwetAc1(["a", "b", "a"], ["a", "b", "b"])!,
  );
});

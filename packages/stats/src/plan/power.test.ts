import fc from "fast-check";
import { expect, test } from "vitest";
import { six } from "../../test/oracles.ts";
import { normals, share, slack, times } from "../../test/simulation.ts";
import { pairedT } from "../compare/paired-t.ts";
import { minimumDetectableEffect } from "./minimum-detectable-effect.ts";
import { detectableStandardErrors, power } from "./power.ts";

// z at 0.975 plus z at 0.8, as in Miller 2024 (arXiv 2411.00640).
test("2.801585 standard errors at 5 % and 80 %", () =>
  expect(six(detectableStandardErrors())).toBe(2.801585));

test("without an effect it is alpha", () => {
  expect(power(0, 0.1)).toBeCloseTo(0.05, 12);
  expect(power(0, 0.1, { alpha: 0.01 })).toBeCloseTo(0.01, 12);
});

test("the effect that is just detectable is detected as often as asked", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 50, max: 99 }),
      fc.integer({ min: 1, max: 1000 }),
      (percent, thousandths) => {
        const standardError = thousandths / 1000;
        const effect = minimumDetectableEffect(standardError, { power: percent / 100 })!;
        // The other tail adds next to nothing.
        expect(power(effect, standardError)).toBeCloseTo(percent / 100, 3);
      },
    ),
  );
});

test("more effect, more power; the side does not matter", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 }), (hundredths) => {
      const effect = hundredths / 100;
      expect(power(effect + 0.01, 0.2)).toBeGreaterThan(power(effect, 0.2));
      expect(power(-effect, 0.2)).toBe(power(effect, 0.2));
    }),
  );
});

test("is what a paired t test achieves with 50 tasks", () => {
  const normal = normals(77);
  const found = share(2000, () => {
    const result = pairedT(times(50, () => 0.4 + normal()));
    return result.state === "estimated" && result.p < 0.05;
  });
  // The t quantile costs about one point.
  expect(Math.abs(found - power(0.4, 1 / Math.sqrt(50)))).toBeLessThan(slack(2000, 0.8) + 0.015);
});

test("no standard error, no power", () => {
  expect(() => power(0.1, 0)).toThrow("standardError must be a finite number above 0");
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { differences } from "../../test/arbitraries.ts";
import { estimated } from "../../test/estimated.ts";
import { D8, oracles, six } from "../../test/oracles.ts";
import { tost } from "./tost.ts";

test("oracle: D8 with margins 0.3 and 0.2", () => {
  const wide = estimated(tost(D8, { margin: 0.3 }));
  const narrow = estimated(tost(D8, { margin: 0.2 }));
  expect(six(wide.interval)).toEqual(oracles["TOST D8 t.95,7 and 90% ci"].slice(1));
  expect(six([wide.p, narrow.p])).toEqual(oracles["TOST D8 p margin .3, .2"]);
  expect([wide.equivalent, narrow.equivalent]).toEqual([true, false]);
});

test("too few tasks and no variance", () => {
  expect(tost([0.1])).toEqual({ state: "too-few-tasks", tasks: 1 });
  expect(tost([0, 0, 0])).toEqual({ state: "zero-variance", tasks: 3, mean: 0 });
});

test("families count, as in the t test", () => {
  const families = D8.map((_, i) => i % 4);
  expect(estimated(tost(D8, { margin: 0.3, families })).interval).not.toEqual(estimated(tost(D8)).interval);
});

test("an alpha of a half leaves no interval", () => {
  expect(() => tost(D8, { alpha: 0.5 })).toThrow("2·alpha must be between 0 and 1");
});

test("equivalent exactly when the 90 % interval lies inside the margin; a wider margin is easier", () => {
  fc.assert(
    fc.property(differences, fc.integer({ min: 1, max: 100 }), (values, hundredths) => {
      const margin = hundredths / 100;
      const { p, equivalent, interval } = estimated(tost(values, { margin }));
      fc.pre(Math.abs(p - 0.05) > 1e-9);
      expect(interval[0] > -margin && interval[1] < margin).toBe(equivalent);
      expect(p >= 0 && p <= 1).toBe(true);
      expect(estimated(tost(values, { margin: margin + 0.1 })).p).toBeLessThanOrEqual(p);
    }),
  );
});

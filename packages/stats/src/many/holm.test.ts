import fc from "fast-check";
import { expect, test } from "vitest";
import { p, reordered } from "../../test/arbitraries.ts";
import { oracles, six } from "../../test/oracles.ts";
import { share, slack, times } from "../../test/simulation.ts";
import { mulberry32 } from "../random/mulberry32.ts";
import { holm } from "./holm.ts";

test("oracle: five p", () => expect(six(holm(oracles.p))).toEqual(oracles["holm adjusted"]));

test("none, one, and ties", () => {
  expect([holm([]), holm([0.03]), holm([0.02, 0.02])]).toEqual([[], [0.03], [0.04, 0.04]]);
});

test("a p that is no probability is refused", () =>
  expect(() => holm([0.1, 1.2])).toThrow("ps[1] must be from 0 to 1"));

test("never below the raw p nor above Bonferroni's, in the same order", () => {
  fc.assert(
    fc.property(fc.array(p), (ps) => {
      const adjusted = holm(ps);
      ps.forEach((raw, i) => {
        expect(adjusted[i]).toBeGreaterThanOrEqual(raw);
        expect(adjusted[i]).toBeLessThanOrEqual(Math.min(1, raw * ps.length));
        ps.forEach((other, j) => {
          if (raw < other) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j]!);
        });
      });
    }),
  );
});

test("does not depend on the order of the list", () => {
  fc.assert(
    fc.property(reordered(fc.array(p)), ([ps, other]) => {
      const sorted = (list: number[]) => [...list].sort((a, b) => a - b);
      expect(sorted(holm(other))).toEqual(sorted(holm(ps)));
    }),
  );
});

test("one false claim in twenty reports, not in every one", () => {
  const random = mulberry32(2);
  const wrong = share(4000, () => holm(times(15, random)).some((adjusted) => adjusted < 0.05));
  expect(wrong).toBeLessThan(0.05 + slack(4000, 0.05));
});

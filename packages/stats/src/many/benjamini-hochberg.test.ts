import fc from "fast-check";
import { expect, test } from "vitest";
import { p, reordered } from "../../test/arbitraries.ts";
import { oracles, six } from "../../test/oracles.ts";
import { benjaminiHochberg } from "./benjamini-hochberg.ts";
import { holm } from "./holm.ts";

// scipy.stats.false_discovery_control 1.17.1 gives the same.
test("oracle: five p", () => expect(six(benjaminiHochberg(oracles.p))).toEqual(oracles["BH adjusted"]));

test("none and one", () => expect([benjaminiHochberg([]), benjaminiHochberg([0.03])]).toEqual([[], [0.03]]));

test("between the raw p and Holm's, in the same order, whatever the order of the list", () => {
  fc.assert(
    fc.property(reordered(fc.array(p)), ([ps, other]) => {
      const adjusted = benjaminiHochberg(ps);
      const strict = holm(ps);
      ps.forEach((raw, i) => {
        expect(adjusted[i]).toBeGreaterThanOrEqual(raw);
        expect(adjusted[i]).toBeLessThanOrEqual(strict[i]! + 1e-12);
        ps.forEach((more, j) => {
          if (raw < more) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j]!);
        });
      });
      const sorted = (list: number[]) => [...list].sort((a, b) => a - b);
      expect(sorted(benjaminiHochberg(other))).toEqual(sorted(adjusted));
    }),
  );
});

test("a p that is no probability is refused", () =>
  expect(() => benjaminiHochberg([0.1, 1.2])).toThrow("ps[1] must be from 0 to 1"));

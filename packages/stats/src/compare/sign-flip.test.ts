import fc from "fast-check";
import { expect, test } from "vitest";
import { difference, reordered } from "../../test/arbitraries.ts";
import { A, B, D8, oracles } from "../../test/oracles.ts";
import { normals, share, slack, times } from "../../test/simulation.ts";
import { mulberry32 } from "../random/mulberry32.ts";
import { signFlip, signFlips } from "./sign-flip.ts";
import { taskDifferences } from "./task-differences.ts";

test("oracle: D6 and D8, counted", () => {
  const counts = ({ extreme, patterns, p }: ReturnType<typeof signFlip>) => [extreme, patterns, p];
  expect(counts(signFlip(taskDifferences(A, B).differences))).toEqual(oracles["signflip.D6 (count,total,p)"]);
  expect(counts(signFlip(D8))).toEqual(oracles["signflip.D8"]);
});

test("below six tasks nothing can be significant", () => {
  const smallest = [0, 1, 4, 5, 6].map((tasks) => signFlip(new Array<number>(tasks).fill(0.5)));
  expect(smallest.map(({ p }) => p)).toEqual([1, 1, 0.125, 0.0625, 0.03125]);
  expect(smallest.map(({ smallestP }) => smallestP)).toEqual([1, 1, 0.125, 0.0625, 0.03125]);
});

test("differences that are all zero are no evidence", () => {
  expect(signFlip([0, 0, 0, 0, 0, 0, 0])).toMatchObject({ p: 1, exact: true });
  expect(signFlip(new Array<number>(50).fill(0))).toMatchObject({ p: 1, exact: false });
});

test("nor are those that only rounding tells from zero, however many lean to one side", () => {
  for (const tasks of [12, 40, 20_000]) expect(signFlip(new Array<number>(tasks).fill(1e-13)).p).toBe(1);
  expect(signFlip(new Array<number>(40).fill(1e-9)).p).toBe(1e-4);
});

test("counting by halves is counting one by one", () => {
  fc.assert(
    fc.property(fc.array(difference, { minLength: 1, maxLength: 10 }), (values) => {
      const seen = Math.abs(values.reduce((a, b) => a + b, 0));
      let extreme = 0;
      for (let pattern = 0; pattern < 2 ** values.length; pattern++) {
        const sum = values.reduce((total, value, i) => total + (pattern & (1 << i) ? value : -value), 0);
        if (Math.abs(sum) >= seen - 1e-9) extreme++;
      }
      expect(signFlip(values).extreme).toBe(extreme);
    }),
  );
});

test("drawing comes close to counting", () => {
  fc.assert(
    fc.property(fc.array(difference, { minLength: 6, maxLength: 20 }), fc.integer(), (values, seed) => {
      const exact = signFlip(values);
      const drawn = signFlip(values, { exactUpTo: 0, seed });
      expect(drawn.exact).toBe(false);
      expect(Math.abs(drawn.p - exact.p)).toBeLessThan(slack(9999, exact.p) * 1.5 + 1e-3);
    }),
    { numRuns: 40 },
  );
});

test("a seed repeats the draws", () => {
  const values = times(60, normals(4));
  expect(signFlip(values, { seed: 5 })).toEqual(signFlip(values, { seed: 5 }));
  expect(signFlip(values)).toMatchObject({ exact: false, patterns: 9999, smallestP: 1e-4 });
});

test("drawn, p is never zero", () => {
  expect(signFlip(new Array<number>(60).fill(0.5))).toMatchObject({ p: 1e-4, extreme: 0, exact: false });
});

test("order and side do not matter", () => {
  fc.assert(
    fc.property(reordered(fc.array(difference, { maxLength: 16 })), ([values, other]) => {
      const { p } = signFlip(values);
      expect(p > 0 && p <= 1).toBe(true);
      expect(signFlip(other).p).toBe(p);
      expect(signFlip(values.map((value) => -value)).p).toBe(p);
    }),
  );
});

test("rarely finds what is not there, with coarse scores too", () => {
  const normal = normals(21);
  const found = share(3000, () => signFlip(times(9, () => Math.round(normal()))).p < 0.05);
  expect(found).toBeLessThan(0.05 + slack(3000, 0.05));
  const fine = share(3000, () => signFlip(times(9, normal)).p < 0.05);
  expect(Math.abs(fine - 0.05)).toBeLessThan(slack(3000, 0.05) + 1 / 256);
});

test("counting beyond forty tasks is refused", () => {
  expect(() => signFlip([1], { exactUpTo: 41 })).toThrow("exactUpTo must be at most 40");
});

test("from ten thousand differences of a size on the normal law stands for the draws, and is closer", () => {
  const tasks = 12_000;
  // Differences of 1 and −1: how far their sum is from zero is a matter of coins, and can be counted.
  for (const wins of [6_000, 6_050, 6_107, 6_150, 6_300]) {
    const values = Array.from({ length: tasks }, (_, task) => (task < wins ? 1 : -1));
    const { p, exact, patterns, smallestP } = signFlip(values);
    expect([exact, patterns, smallestP]).toEqual([false, 0, 1e-4]);
    const counted = Math.min(1, 2 * coinTail(tasks, wins));
    expect(Math.abs(p - Math.max(1e-4, counted))).toBeLessThan(0.0075);
    if (counted < 0.06) expect(Math.abs(p - Math.max(1e-4, counted))).toBeLessThan(0.0015);
  }
  expect(signFlip(new Array<number>(9_999).fill(1)).patterns).toBe(9_999);
});

/** The chance of so many heads or more. */
function coinTail(coins: number, heads: number): number {
  let [chance, tail] = [-coins * Math.LN2, 0];
  for (let at = 0; at <= coins; at++) {
    if (at >= heads) tail += Math.exp(chance);
    chance += Math.log((coins - at) / (at + 1));
  }
  return tail;
}

test("a few large differences among many small ones are drawn: their sum follows no normal law", () => {
  const values = [...new Array<number>(20_000).fill(0), 1, 1, 1, 1, 1, 1];
  const { p, patterns } = signFlip(values);
  expect(patterns).toBe(9_999);
  expect(Math.abs(p - 2 / 64)).toBeLessThan(slack(9_999, 2 / 64) * 1.5);
});

test("many lists together have the results that each has alone, whatever their lengths", () => {
  const list = fc.array(difference, { maxLength: 90 });
  fc.assert(
    fc.property(fc.array(list, { maxLength: 5 }), fc.integer(), (lists, seed) => {
      const options = { seed, exactUpTo: 12, draws: 500 };
      expect(signFlips(lists, options)).toEqual(lists.map((values) => signFlip(values, options)));
    }),
    { numRuns: 50 },
  );
  const normal = normals(3);
  const crowd = times(150, (at) => times(30 + (at % 40), normal));
  expect(signFlips(crowd, { draws: 300 })).toEqual(crowd.map((values) => signFlip(values, { draws: 300 })));
});

test("the patterns of a seed are fixed: 32 tasks after the other, a number of the source for each pattern", () => {
  const [tasks, draws, seed] = [75, 400, 11];
  const values = times(tasks, normals(9));
  const random = mulberry32(seed);
  const sums = new Float64Array(draws);
  for (let start = 0; start < tasks; start += 32) {
    for (let draw = 0; draw < draws; draw++) {
      const coins = random() * 2 ** 32;
      values.slice(start, start + 32).forEach((value, bit) => {
        sums[draw]! += Math.floor(coins / 2 ** bit) % 2 ? Math.abs(value) : -Math.abs(value);
      });
    }
  }
  const seen = Math.abs(values.reduce((a, b) => a + b, 0));
  const extreme = sums.filter((sum) => Math.abs(sum) >= seen).length;
  expect(extreme).toBeGreaterThan(0);
  expect(signFlip(values, { draws, seed }).extreme).toBe(extreme);
});

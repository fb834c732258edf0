import { describe, expect, test } from "vitest";
import { normals, share, times } from "../../test/simulation.ts";
import { mulberry32 } from "../random/mulberry32.ts";
import { logChoose } from "../special/log-beta.ts";
import { differenceBounds } from "./difference-bounds.ts";
import { type EquivalentOptions, isEquivalent } from "./equivalent.ts";
import { tost } from "./tost.ts";

const lost = (count: number, tasks: number, by = 1) => times(tasks, (task) => (task < count ? -by : 0));
const passOrFail = { passOrFail: true };

describe("tasks that are lost whole", () => {
  // The sizes of samples that show 95 % reliability with 95 % confidence and so many failures.
  test.each([
    [0, 59],
    [1, 93],
    [2, 124],
    [3, 153],
    [4, 181],
  ])("%i lost are few among %i tasks, and not among one less", (count, tasks) => {
    expect(isEquivalent(lost(count, tasks), passOrFail)).toBe(true);
    expect(isEquivalent(lost(count, tasks - 1), passOrFail)).toBe(false);
  });

  test("gained are as good as lost, and both are weighed", () => {
    expect(isEquivalent(lost(1, 93, -1), passOrFail)).toBe(true);
    expect(isEquivalent(lost(1, 92, -1), passOrFail)).toBe(false);
    expect(isEquivalent([1, ...lost(1, 61)], passOrFail)).toBe(false);
    expect(isEquivalent([1, ...lost(1, 99)], passOrFail)).toBe(true);
  });

  test("runs that flicker are no sign that no task can be lost whole", () => {
    const flicker = [1 / 3, -1 / 3, ...times(22, () => 0)];
    expect(tost(flicker)).toMatchObject({ equivalent: true });
    expect(isEquivalent(flicker, passOrFail)).toBe(false);
    expect(isEquivalent([...flicker, ...times(76, () => 0)], passOrFail)).toBe(true);
  });

  test.each([0.02, 0.05, 0.1])("a true loss of %d is called equivalent at most 5 times of 100", (margin) => {
    for (const tasks of [29, 46, 59, 93, 124, 200]) {
      for (const gained of [0, 0.005, 0.01, 0.02, 0.05])
        expect(claimed(tasks, { gained, lost: gained + margin }, { margin })).toBeLessThan(0.0501);
    }
  });

  test("what is equivalent is within the bounds that a gate goes by", () => {
    for (const [gains, losses] of [
      [0, 2],
      [2, 4],
      [5, 6],
      [8, 8],
    ] as const) {
      const differences = [...times(gains, () => 1), ...lost(losses, 150 - gains)];
      const [low, high] = differenceBounds(differences, passOrFail)!;
      expect(isEquivalent(differences, passOrFail)).toBe(low > -0.05 && high < 0.05);
    }
  });

  test("no difference is still seen to be none, with enough tasks", () => {
    expect(claimed(200, { gained: 0.005, lost: 0.005 }, {})).toBeGreaterThan(0.98);
    expect(claimed(200, { gained: 0.02, lost: 0.02 }, {})).toBeGreaterThan(0.75);
  });
});

describe("scores between 0 and 1", () => {
  test("a bell curve is called equivalent about as often as by t alone", () => {
    const normal = normals(3);
    const samples = times(600, () => times(24, () => 0.1 * normal()));
    const byT = share(600, (at) => equivalentByT(samples[at]!));
    expect(byT).toBeGreaterThan(0.5);
    expect(share(600, (at) => isEquivalent(samples[at]!))).toBeGreaterThan(byT - 0.06);
  });

  test("a rare loss that has been seen is reckoned with", () => {
    const random = mulberry32(5);
    // 0.8 on one task in 16: the margin, which t alone calls equivalent 10 to 12 times of 100.
    for (const tasks of [60, 100]) {
      const draw = () => times(tasks, () => (random() < 0.0625 ? -0.8 : 0));
      expect(share(2000, () => isEquivalent(draw()))).toBeLessThan(0.06);
    }
    expect(isEquivalent(lost(1, 54, 0.8))).toBe(false);
    expect(isEquivalent(lost(1, 100, 0.8))).toBe(true);
  });
});

test("without variance only never having differed counts, on tasks enough", () => {
  expect(isEquivalent(times(59, () => 0))).toBe(true);
  expect(isEquivalent(times(58, () => 0))).toBe(false);
  expect(isEquivalent(times(100, () => 0.01))).toBe(false);
});

test("too few tasks show nothing; a margin that is none is refused", () => {
  expect([isEquivalent([]), isEquivalent([0])]).toEqual([false, false]);
  expect(() => isEquivalent([0, 0.1], { margin: 0 })).toThrow("margin");
});

function equivalentByT(differences: readonly number[]): boolean {
  const test = tost(differences);
  return test.state === "estimated" && test.equivalent;
}

/** How often so many tasks are called equivalent, without simulation: summed over all counts of gains and losses. */
function claimed(
  tasks: number,
  chance: { gained: number; lost: number },
  options: EquivalentOptions,
): number {
  const log = (share: number, count: number) => (count === 0 ? 0 : count * Math.log(share));
  let total = 0;
  for (let gains = 0; gains <= (chance.gained === 0 ? 0 : 30); gains++) {
    for (let losses = 0; losses <= 40 && gains + losses <= tasks; losses++) {
      const rest = tasks - gains - losses;
      const ways = logChoose(tasks, gains) + logChoose(tasks - gains, losses);
      const probability = Math.exp(
        ways +
          log(chance.gained, gains) +
          log(chance.lost, losses) +
          log(1 - chance.gained - chance.lost, rest),
      );
      if (probability < 1e-9) continue;
      const sample = [...times(gains, () => 1), ...lost(losses, tasks - gains)];
      if (isEquivalent(sample, { ...options, ...passOrFail })) total += probability;
    }
  }
  return total;
}

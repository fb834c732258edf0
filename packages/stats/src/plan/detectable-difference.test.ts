import { describe, expect, test } from "vitest";
import { normals, share, times } from "../../test/simulation.ts";
import { pairedT } from "../compare/paired-t.ts";
import { signFlip } from "../compare/sign-flip.ts";
import { mulberry32 } from "../random/mulberry32.ts";
import { logChoose } from "../special/log-beta.ts";
import { detectableDifference } from "./detectable-difference.ts";

const passOrFail = { passOrFail: true };
const sample = (gained: number, lost: number, tasks: number) =>
  times(tasks, (task) => (task < gained ? 1 : task < gained + lost ? -1 : 0));

/** Does a report see these differences? As it decides: by t, or by the signs where nothing varies. */
function sees(differences: readonly number[], alpha = 0.05): boolean {
  const test = pairedT(differences);
  return (test.state === "estimated" ? test.p : signFlip(differences).p) < alpha;
}

describe("tasks that are gained or lost whole", () => {
  test.each([
    // Where none differed, as many are lost as t sees, four, 4 times of 5.
    [0, 24],
    [0, 60],
    [0, 200],
    [1, 24],
    [1, 100],
    [4, 100],
  ])("%i lost of %i: what is told is seen about 4 times of 5", (lost, tasks) => {
    const told = detectableDifference(sample(0, lost, tasks), passOrFail)!;
    // As many tasks as differed do so again, either way, and those that make the difference come on top.
    const churn = lost / tasks / 2;
    const seen = chanceSeen(tasks, { gained: churn, lost: churn + told });
    expect(seen).toBeGreaterThan(0.72);
    expect(seen).toBeLessThan(0.92);
    // By the spread alone it was 31 times of 100 where one was lost.
    expect(chanceSeen(tasks, { gained: 0, lost: (2.8 * Math.sqrt(lost)) / tasks })).toBeLessThan(
      lost === 4 ? 0.82 : 0.35,
    );
  });

  test("many that differ: as the spread says", () => {
    const told = detectableDifference(sample(60, 60, 300), passOrFail)!;
    expect(told).toBeGreaterThan(0.95 * 2.8 * Math.sqrt(0.4 / 300));
    expect(told).toBeLessThan(1.15 * 2.8 * Math.sqrt(0.4 / 300));
  });

  test("beyond 400 tasks it goes on as it was", () => {
    for (const [gained, lost] of [
      [0, 0],
      [0, 2],
      [80, 80],
    ] as const) {
      const [at, after] = [400, 401].map(
        (tasks) => detectableDifference(sample(gained, lost, tasks), passOrFail)!,
      );
      expect(Math.abs(after! / at! - 1)).toBeLessThan(0.06);
    }
  });

  test("six that are compared with many others show nothing, whatever they come to", () => {
    expect(detectableDifference(sample(0, 1, 6), { ...passOrFail, alpha: 0.05 / 9 })).toBe(1);
  });
});

describe("other scores", () => {
  test.each([6, 12, 30])(
    "%i tasks on a bell curve: seen about 4 times of 5, a little less with few",
    (tasks) => {
      const normal = normals(11);
      const seen = share(800, () => {
        const told = detectableDifference(times(tasks, () => 0.1 * normal()))!;
        return sees(times(tasks, () => told + 0.1 * normal()));
      });
      expect(seen).toBeGreaterThan(0.67);
      expect(seen).toBeLessThan(0.83);
    },
  );

  test("few that differ, but much: the spread alone would be too hopeful", () => {
    const random = mulberry32(3);
    const draw = (loss: number) =>
      times(40, () =>
        random() < loss / 0.6 ? -0.6 : random() < 0.05 ? (random() < 0.5 ? 0.6 : -0.6) : 0.01,
      );
    const few = draw(0).map((value) => (value === 0.01 ? 0 : value));
    const told = detectableDifference(few)!;
    expect(told).toBeGreaterThan(0.08);
    expect(share(400, () => sees(draw(told + 0.01)))).toBeGreaterThan(0.7);
  });

  test("that do not vary say nothing; pass or fail of whole tasks does", () => {
    expect(detectableDifference(times(20, () => 0))).toBeNull();
    expect(detectableDifference(times(20, () => 0.3))).toBeNull();
    expect(
      detectableDifference(
        times(20, () => 0),
        passOrFail,
      ),
    ).toBeCloseTo(0.27, 1);
  });
});

test("runs that make shares of tasks: by the spread when most of them differ", () => {
  const shares = [1 / 3, 1 / 3, 1 / 3, 1 / 3, 1 / 3, -1 / 3];
  expect(detectableDifference(shares, passOrFail)).toBeCloseTo(0.391852, 6);
  expect(detectableDifference([1 / 3, ...times(23, () => 0)], passOrFail)).toBeGreaterThan(0.2);
});

test("too few tasks for a verdict see nothing", () => {
  expect(detectableDifference([0.1, 0.2, 0.3, 0, 0.1])).toBeNull();
});

/** How often a report sees tasks that are gained and lost with these chances, summed over all outcomes. */
function chanceSeen(tasks: number, chance: { gained: number; lost: number }): number {
  const log = (value: number, count: number) => (count === 0 ? 0 : count * Math.log(value));
  let total = 0;
  for (let gained = 0; gained <= Math.min(tasks, 12); gained++)
    for (let lost = 0; lost <= Math.min(tasks - gained, 30); lost++) {
      const ways = logChoose(tasks, gained) + logChoose(tasks - gained, lost);
      const rest = log(1 - chance.gained - chance.lost, tasks - gained - lost);
      const probability = Math.exp(ways + log(chance.gained, gained) + log(chance.lost, lost) + rest);
      if (probability > 1e-7 && lost > gained && sees(sample(gained, lost, tasks))) total += probability;
    }
  return total;
}

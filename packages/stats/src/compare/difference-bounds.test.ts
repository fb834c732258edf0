import { describe, expect, test } from "vitest";
import { share, slack, times } from "../../test/simulation.ts";
import { mulberry32, type Random } from "../random/mulberry32.ts";
import { differenceBounds } from "./difference-bounds.ts";
import { pairedT } from "./paired-t.ts";

const passOrFail = { passOrFail: true };
const sample = (gained: number, lost: number, tasks: number) =>
  times(tasks, (task) => (task < gained ? 1 : task < gained + lost ? -1 : 0));

describe("tasks that are gained or lost whole", () => {
  // The largest shares that are compatible with so many losses, by Clopper and Pearson.
  test.each([
    [0, 59, 0.0495],
    [1, 93, 0.05],
    [2, 124, 0.0499],
  ])("%i lost of %i: at most %d are", (lost, tasks, most) => {
    const [low] = differenceBounds(sample(0, lost, tasks), passOrFail)!;
    expect(-low).toBeCloseTo(most, 4);
  });

  test("all six lost: as many as a share of 0.607 loses 5 times of 100", () => {
    const [low, high] = differenceBounds(sample(0, 6, 6), passOrFail)!;
    expect(low).toBe(-1);
    // The others are gained: what is lost half of the time and more is not worse by itself.
    expect(high).toBeCloseTo(1 - 2 * 0.05 ** (1 / 6), 5);
  });

  test("an end is wrong at most 5 times of 100, whatever is gained and lost", () => {
    for (const tasks of [6, 7, 9, 12, 16, 20]) {
      const lows = times(tasks + 1, (gained) =>
        times(tasks + 1 - gained, (lost) => differenceBounds(sample(gained, lost, tasks), passOrFail)![0]),
      );
      for (const difference of [0.2, 0.05, 0, -0.02, -0.05, -0.1, -0.2]) {
        for (const churn of times(12, (at) => at / 11)) {
          const fewest = Math.max(0, -difference);
          const lost = fewest + ((1 - difference) / 2 - fewest) * churn;
          const wrong = chanceOf(tasks, { gained: lost + difference, lost }, (gains, losses) => {
            return lows[gains]![losses]! > difference;
          });
          expect(wrong).toBeLessThan(0.0501);
        }
      }
    }
  });

  test("gains are losses the other way", () => {
    const [low, high] = differenceBounds(sample(3, 8, 30), passOrFail)!;
    const mirrored = differenceBounds(sample(8, 3, 30), passOrFail)!;
    expect([-mirrored[1], -mirrored[0]]).toEqual([low, high]);
  });

  test("a drop is seen about as often as by t alone", () => {
    const random = mulberry32(2);
    const samples = times(400, () => times(30, () => -Number(random() < 0.3)));
    const seen = share(400, (at) => differenceBounds(samples[at]!, passOrFail)![1] < -0.05);
    const byT = share(400, (at) => {
      const test = pairedT(samples[at]!, { confidence: 0.9 });
      return test.state === "estimated" && test.interval[1] < -0.05;
    });
    expect(seen).toBeGreaterThan(byT - 0.02);
  });

  test("beyond 400 tasks the ends go on as they were", () => {
    const [low, high] = differenceBounds(sample(20, 40, 400), passOrFail)!;
    const more = differenceBounds(sample(20, 40, 401), passOrFail)!;
    expect(more[0]).toBeCloseTo(low, 2);
    expect(more[1]).toBeCloseTo(high, 2);
  });
});

describe("tasks that several runs make shares of", () => {
  const passes = (random: Random, rate: number) =>
    times(2, () => Number(random() < rate)).reduce((a, b) => a + b) / 2;

  test.each([
    ["runs that flicker", (random: Random) => passes(random, 0.45) - passes(random, 0.55)],
    [
      "losses beside flicker",
      (random: Random) =>
        random() < 0.1 ? -1 : (passes(random, 0.7) - passes(random, 0.7)) * Number(random() < 0.5),
    ],
    [
      "rare losses",
      (random: Random) => (random() < 0.1 ? -1 : random() < 0.02 ? 0.5 : random() < 0.02 ? -0.5 : 0),
    ],
  ])("%s: a loss of 0.1 is ruled out, or more claimed, at most 5 times of 100", (_, draw) => {
    const random = mulberry32(7);
    for (const tasks of [10, 30]) {
      const bounds = times(
        3000,
        () =>
          differenceBounds(
            times(tasks, () => draw(random)),
            passOrFail,
          )!,
      );
      expect(share(3000, (at) => bounds[at]![0] > -0.1)).toBeLessThan(0.05 + slack(3000, 0.05));
      expect(share(3000, (at) => bounds[at]![1] < -0.1)).toBeLessThan(0.05 + slack(3000, 0.05));
    }
  });

  test("one run lost tells no more than none, which takes 59 tasks", () => {
    const lost = (tasks: number) => differenceBounds([-1 / 3, ...times(tasks, () => 0)], passOrFail)![0];
    expect(lost(45)).toBeLessThan(-0.05);
    expect(lost(75)).toBeGreaterThan(-0.05);
  });
});

describe("other scores", () => {
  test("have the t interval, but for large losses that are rare", () => {
    const even = [0.1, -0.1, 0.05, -0.05, 0.02, -0.02, 0.07, -0.06];
    const test = pairedT(even, { confidence: 0.9 });
    expect(differenceBounds(even)).toEqual(test.state === "estimated" && test.interval);
    const random = mulberry32(5);
    // 0.8 on one task in 16: the margin, which t alone rules out 10 to 12 times of 100.
    const draw = () => times(60, () => (random() < 0.0625 ? -0.8 : 0.001 * random()));
    expect(share(1000, () => differenceBounds(draw())![0] > -0.05)).toBeLessThan(0.06);
  });

  test("have none without variance", () => {
    expect(differenceBounds([0.1, 0.1, 0.1])).toBeNull();
  });
});

test("one task has no bounds; a confidence that is none is refused", () => {
  expect([differenceBounds([]), differenceBounds([1], passOrFail)]).toEqual([null, null]);
  expect(() => differenceBounds([0, 1], { alpha: 0.5 })).toThrow("alpha");
});

/** The chance of the outcomes asked for, summed one by one. */
function chanceOf(
  tasks: number,
  { gained, lost }: { gained: number; lost: number },
  isAsked: (gains: number, losses: number) => boolean,
): number {
  const same = Math.max(0, 1 - gained - lost);
  let total = 0;
  for (let gains = 0; gains <= tasks; gains++)
    for (let losses = 0; gains + losses <= tasks; losses++) {
      if (!isAsked(gains, losses)) continue;
      let chance = gained ** gains * lost ** losses * same ** (tasks - gains - losses);
      for (let at = 1; at <= gains; at++) chance *= (tasks - at + 1) / at;
      for (let at = 1; at <= losses; at++) chance *= (tasks - gains - at + 1) / at;
      total += chance;
    }
  return total;
}

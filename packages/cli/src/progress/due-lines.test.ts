import { expect, test } from "vitest";
import { createDueLines, lookMs } from "./due-lines.ts";

const busy = { heldUp: [{ cells: 1, provider: "acme", answer: "HTTP 429" }] };
const fine = { heldUp: [] };

/** The seconds at which a line is written, when it is looked at every five. */
function toldAt(until: number, stateAt: (seconds: number) => typeof busy | typeof fine): number[] {
  let now = 0;
  const lines = createDueLines(() => now);
  const told: number[] = [];
  for (now = lookMs; now <= until * 1000; now += lookMs) {
    if (!lines.due(stateAt(now / 1000))) continue;
    lines.told();
    told.push(now / 1000);
  }
  return told;
}

test("a line a minute while all is well", () => {
  expect(toldAt(200, () => fine)).toEqual([60, 120, 180]);
});

test("trouble is told soon, once, and then with every beat", () => {
  expect(toldAt(150, (at) => (at >= 20 ? busy : fine))).toEqual([30, 90, 150]);
});

test("trouble that passes at once is not told; one that comes again is", () => {
  expect(toldAt(59, (at) => (at === 20 || at === 30 ? busy : fine))).toEqual([]);
  expect(toldAt(59, (at) => (at === 25 ? fine : busy))).toEqual([15, 40]);
});

import { expect, test } from "vitest";
import { placeLabels } from "../page/charts/place-labels.ts";
import { ticks, tickTexts } from "../page/charts/scale.ts";
import { cutNames, cutText } from "../page/parts/cut-text.ts";

test.each([
  ["score", 0.98, 1, ["0.980", "0.985", "0.990", "0.995", "1.000"]],
  ["score", 0.5, 1, ["0.60", "0.80", "1.00"]],
  ["pass rate", 0, 0.1, ["0.0 %", "2.5 %", "5.0 %", "7.5 %", "10.0 %"]],
  ["pass rate", 0, 1, ["0 %", "25 %", "50 %", "75 %", "100 %"]],
] as const)("tick marks of a %s from %d to %d are where they say", (unit, low, high, texts) => {
  expect(tickTexts(ticks(low, high, 4), unit)).toEqual(texts);
});

test.each([
  [0.14, 0.98, 2],
  [0.551, 0.649, 3],
])("from %d to %d there are two tick marks, or more: one alone tells no scale", (low, high, wanted) => {
  expect(ticks(low, high, wanted).length).toBeGreaterThan(1);
});

test.each([
  ["short", "short"],
  ["supervisor", "super…"],
  ["👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦…"],
])("a name that has to fit is cut between its signs: %s", (name, shown) => {
  const signs = (text: string) => [...new Intl.Segmenter("en").segment(text)].length;
  expect(cutText(name, 6, signs)).toBe(shown);
});

test("a name that nothing of fits keeps its first sign", () => {
  expect(cutText("🚀🚀", 0, (text) => text.length)).toBe("🚀…");
});

test("names that begin alike are cut in their midst, so that each is told from the others", () => {
  const names = ["command:sh agent.sh 50", "command:sh agent.sh 90", "short", "another-long-one"];
  const shown = cutNames(names, 12, (text) => text.length);
  expect(shown).toEqual(["comman…sh 50", "comman…sh 90", "short", "another-lon…"]);
  expect(cutNames(["one", "one"], 2, (text) => text.length)).toEqual(["o…", "o…"]);
});

const point = (name: string, x: number, y: number, rank = 0) => ({ name, x, y, rank, length: 60 });

test("no label lies over another label or a mark; who is left out is the last in rank", () => {
  const crowd = Array.from({ length: 30 }, (_, at) => point(`p${at}`, 100 + at * 3, 80, at === 17 ? 0 : 1));
  const placed = placeLabels(crowd, { left: 44, right: 400, bottom: 300 });
  const labels = placed.flatMap(({ label }) => (label ? [label] : []));
  expect(labels.length).toBeGreaterThan(1);
  expect(labels.length).toBeLessThan(30);
  expect(placed[17]!.label).not.toBeNull();
  for (const [at, a] of labels.entries())
    for (const b of labels.slice(at + 1))
      expect(
        Math.abs(a.y - b.y) >= 12 || spanOf(a).right <= spanOf(b).left || spanOf(b).right <= spanOf(a).left,
      ).toBe(true);
});

test("labels that have room are all there, and inside the chart", () => {
  const placed = placeLabels([point("a", 60, 20), point("b", 200, 20), point("c", 390, 20)], {
    ...{ left: 44, right: 400, bottom: 300 },
  });
  for (const { label } of placed) {
    expect(spanOf(label!).left).toBeGreaterThanOrEqual(44);
    expect(spanOf(label!).right).toBeLessThanOrEqual(400);
  }
});

test("no label lies on what is below the chart", () => {
  const low = [point("a", 60, 290), point("b", 62, 291), point("c", 64, 292)];
  for (const { label } of placeLabels(low, { left: 44, right: 400, bottom: 300 }))
    if (label) expect(label.y).toBeLessThanOrEqual(300);
});

function spanOf({ x, anchor }: { x: number; anchor: "start" | "end" }) {
  return anchor === "start" ? { left: x, right: x + 60 } : { left: x - 60, right: x };
}

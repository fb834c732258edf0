import { expect, test } from "vitest";
import {
  countOutcomes,
  findPlace,
  firstPlace,
  isCell,
  nextPlace,
  placesShown,
  runsOf,
  runsText,
  tasksShown,
} from "../page/grid/grid-model.ts";
import type { GridView } from "../src/contract/index.ts";

/** Two agents, a case of one run and a case of three; the second agent has nothing to do with the first case. */
const grid: GridView = {
  ...{ run: "r", subjects: ["x", "y"], repetitions: 3, perTask: null, scores: " ".repeat(12) },
  tasks: [
    { id: "a", category: null },
    { id: "b", category: null },
  ],
  codes: ["p  ", "pf.", "   ", "..."].join(""),
};
const all = { outcome: "", category: "", subject: "", text: "", sort: "order" } as const;

test("places without a cell are neither shown, nor counted, nor found", () => {
  expect([0, 1, 3, 6].map((place) => isCell(grid, place))).toEqual([true, false, true, false]);
  expect(placesShown(grid, ["x", "y"], all, "subject")).toEqual([0, 3, 4, 5, 9, 10, 11]);
  expect(countOutcomes(grid, [0, 1], [0, 1])).toEqual({ passed: 2, failed: 1, untried: 4 });
  expect(tasksShown(grid, [0, 1], { ...all, outcome: "untried" })).toEqual([1]);
  expect(findPlace(grid, { subject: "x", task: "a", repetition: 1 })).toBe(-1);
  expect(findPlace(grid, { subject: "x", task: "b", repetition: 1 })).toBe(4);
  expect(firstPlace(grid, [1, 0], [0, 1])).toBe(9);
  expect([0, 1].map((task) => runsOf(grid, task))).toEqual([[0], [0, 1, 2]]);
  expect(runsText(grid)).toBe("1–3 runs");
  expect(runsText({ ...grid, codes: "p".repeat(12) })).toBe("3 runs");
  expect(runsText({ ...grid, repetitions: 1, codes: "p".repeat(4) })).toBe("1 run");
});

test("arrow keys go over places without a cell, and stay where there is none beyond", () => {
  const across = { subjects: [0, 1], tasks: [0, 1], wide: true };
  expect(nextPlace(grid, across, 0, [1, 0])).toBe(3);
  expect(nextPlace(grid, across, 3, [-1, 0])).toBe(0);
  expect(nextPlace(grid, across, 0, [0, 1])).toBe(0);
  expect(nextPlace(grid, across, 9, [-1, 0])).toBe(9);
  expect(nextPlace(grid, { ...across, wide: false }, 4, [0, -1])).toBe(4);
  expect(nextPlace(grid, { ...across, wide: false }, 3, [0, -1])).toBe(0);
  expect(nextPlace(grid, { ...across, wide: false }, 5, [1, 0])).toBe(9);
});

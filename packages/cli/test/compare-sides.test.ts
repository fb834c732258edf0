import { openStore } from "@flow-state-dev/records";
import type { RunHead } from "@flow-state-dev/viewer";
import { expect, test } from "vitest";
import { compareSides } from "../src/view/compare-sides.ts";
import { keepRun } from "./kept-run.ts";
import { tempFolder } from "./temp-folder.ts";

/** Two runs of a kind, of a subject with these scores by task, as the page is told of them. */
async function sides(kind: string, before: Record<string, number[]>, after: Record<string, number[]>) {
  await using folder = await tempFolder();
  const [a, b] = [
    await keepRun(folder.path, { x: before }, { kind }),
    await keepRun(folder.path, { x: after }, { kind }),
  ];
  const store = openStore(folder.path);
  const view = await compareSides(store, { run: a.id }, { run: b.id }, async () => ({}) as RunHead);
  await store.close();
  return view;
}

test("an interval of a difference never leaves −1 to +1, neither in words nor in the chart", async () => {
  const { interval, sentences } = await sides("bench", { t1: [0], t2: [0] }, { t1: [1], t2: [0] });
  expect(interval).toEqual([-1, 1]);
  expect(sentences[0]).toContain("The pass rate goes from 0.00 to 0.50, +0.50 (−1.00 to +1.00), ");
});

test("tasks of a benchmark have scores, even where all of them are 1", async () => {
  const { sentences } = await sides("compare", { t1: [1], t2: [1] }, { t1: [1], t2: [1] });
  expect(sentences[0]).toMatch(/^The mean score goes from 1\.00 to 1\.00, 0\.00, /);
});

test("a task that passed as often on both sides is not told as flipped", async () => {
  const before = { same: [1, 1, 0], worse: [1, 1, 0], better: [0] };
  const { better, worse } = await sides("bench", before, { same: [0, 1, 1], worse: [0, 0, 1], better: [1] });
  expect([better, worse].map((flips) => flips.map(({ task }) => task))).toEqual([["better"], ["worse"]]);
  expect(worse[0]).toMatchObject({ cellA: { repetition: 0 }, cellB: { repetition: 0 }, outcomeB: "failed" });
});

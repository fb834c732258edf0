import { expect, test } from "vitest";
import type { RunRow } from "./run-row.ts";
import { runsNote, runsText } from "./runs-text.ts";

const row: RunRow = {
  ...{ id: "7f3a0000", shortId: "7f3a", kind: "compare", name: "choose-a-pattern", state: "finished" },
  createdAt: "2026-01-01T00:00:00.000Z",
  subjects: ["single-generator", "debate"],
  best: { subject: "debate", mean: 0.9, interval: [0.8, 1] },
  ...{
    costUsd: 7.62,
    carriedUsd: 0,
    unknownCalls: 0,
    unknownCosts: 0,
    atLeast: false,
    scored: 432,
    planned: 432,
  },
  ...{
    commit: "517f2c0aaaa",
    dirty: true,
    simulated: true,
    importedAt: null,
    waiting: false,
    incomplete: false,
    regradeOf: null,
  },
};
const now = Date.parse("2026-01-01T00:30:00.000Z");
const headOf = (columns?: number) => runsText([row], now, columns).split("\n")[0]!.split(/ {2,}/);

test("all columns where nobody says how wide, and on a wide terminal", () => {
  const all = ["run", "kind", "name", "who", "score", "cost", "cells", "when", "commit", "state"];
  expect(headOf()).toEqual(all);
  expect(headOf(200)).toEqual(all);
});

test.each([120, 100, 80])("at %i columns no line is longer, and what matters is there", (columns) => {
  const lines = runsText([row], now, columns).trimEnd().split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
  expect(lines[1]).toContain("7f3a  ");
  expect(lines[1]).toContain("debate 0.90 (0.80–1.00)");
  expect(lines[1]).toMatch(/ (finished, simulated|sim)$/);
});

test("a run that is given out while nobody works on it waits for workers", () => {
  const given = { ...row, state: "running", waiting: true } as const;
  expect(runsText([given], now)).toContain("waiting for workers, simulated");
  expect(runsText([given], now, 60)).toMatch(/ waiting sim$/m);
});

test("a cost that is a worst case in part is marked, and the mark explained", () => {
  const carried = { ...row, carriedUsd: 1 };
  expect(runsText([carried], now)).toContain("  ≤ $7.62  ");
  expect(runsText([{ ...carried, unknownCalls: 1 }], now)).toContain("  ≤ $7.62+?  ");
  expect(runsNote([row, carried])).toMatch(/^≤ is the most it can be/);
  expect(runsNote([row])).toBe("");
});

test("what is dropped first is the commit, and the narrowest terminal has what tells runs apart", () => {
  expect(headOf(125)).not.toContain("commit");
  expect(headOf(60)).toEqual(["run", "name", "score", "cost", "state"]);
  expect(headOf(40)).toEqual(["run", "name", "score", "state"]);
});

test.each([79, 60, 40, 20, 10])("at %i columns no line is longer either", (columns) => {
  const rows = [row, { ...row, state: "interrupted", importedAt: row.createdAt } as const];
  const lines = runsText(rows, now, columns).trimEnd().split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
  expect(lines).toHaveLength(3);
  expect(lines[1]!.startsWith("7f3a  ")).toBe(true);
});

test("a run that was imported is marked, whatever else there is to say of it", () => {
  const imported = { ...row, importedAt: row.createdAt };
  expect(runsText([imported], now)).toMatch(/ finished, simulated, imported$/m);
  expect(runsText([{ ...imported, simulated: false }], now)).toMatch(/ finished, imported$/m);
  expect(runsText([imported], now, 79)).toMatch(/ sim imported$/m);
  expect(runsText([{ ...imported, simulated: false, state: "interrupted" }], now, 60)).toMatch(
    / interrupted imported$/m,
  );
});

test("a run with calls that broke off unheard may have cost more", () => {
  expect(runsText([{ ...row, atLeast: true }], now)).toContain("$7.62+?");
  expect(runsText([row], now)).not.toContain("+?");
});

test("a run that graded outputs of another anew is marked", () => {
  const regrade = { ...row, regradeOf: "7f3a" };
  expect(runsText([regrade], now)).toMatch(/finished, simulated, regrade$/m);
  expect(runsText([regrade], now, 80)).toMatch(/ sim regrade$/m);
});

test("a run of which everything was tried is not called interrupted", () => {
  const tried = { ...row, state: "interrupted" as const, scored: 0, simulated: false };
  expect(runsText([{ ...tried, incomplete: true }], now)).toMatch(/ incomplete$/m);
  expect(runsText([{ ...tried, incomplete: true }], now, 80)).toMatch(/ incomplete\b/);
  expect(runsText([tried], now)).toMatch(/ interrupted$/m);
});

test("runs and subjects whose names begin alike are told apart, however little room there is for them", () => {
  const start = "packages/application-server/of-a-long-name";
  const rows = ["one", "two"].map((end) => {
    const subjects = [`${start}/first-${end}`, "other"];
    return { ...row, name: `${start}/${end}`, subjects, best: { ...row.best!, subject: subjects[0]! } };
  });
  for (const columns of [undefined, 120, 80, 40]) {
    const [, first, second] = runsText(rows, now, columns).split("\n");
    expect(first, `at ${columns} columns`).not.toBe(second);
  }
  expect(runsText(rows, now)).toMatch(/name\/one .*st-one \+1 .*st-one 0\.90/);
});

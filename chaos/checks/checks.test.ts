import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CallRecord } from "@flow-state-dev/records";
import { describe, expect, test } from "vitest";
import { mostCostUsd } from "../programs/usage.ts";
import { quietLife } from "../round/run-life.ts";
import { emptySnapshot, type Snapshot } from "../round/snapshot.ts";
import type { Workload } from "../round/workload.ts";
import { budgetProblems, dearestUsd } from "./budget.ts";
import { cellProblems, lostResults, standing } from "./cells.ts";
import { exitProblems } from "./exits.ts";
import { findProcesses } from "./find-processes.ts";
import { leftInProject, leftInTemporary } from "./left-files.ts";
import { hasSentence, messageProblems } from "./messages.ts";

describe("messages", () => {
  test.each([
    ["a stack trace", "TypeError: no\n    at run (file:///x/a.ts:1:2)\n"],
    ["a warning of Node", "(node:12) ExperimentalWarning: SQLite"],
    ["an object as text", "It failed: [object Object]."],
    ["a word that means nothing to a reader", "It cost $NaN."],
  ])("%s is told", (what, text) => {
    expect(messageProblems(text)).toEqual([expect.stringContaining(`It printed ${what}`)]);
  });

  test("a sentence is fine, and is one", () => {
    const text = "The disk is full: x.db could not be written.\n";
    expect(messageProblems(text)).toEqual([]);
    expect([hasSentence(text), hasSentence("ENOSPC\n")]).toEqual([true, false]);
  });
});

describe("exit codes", () => {
  const work = { codes: { done: [0], budget: 1, badFile: [2, 4] } } as unknown as Workload;
  const ended = { stdout: "", stderr: "The store is gone.\n", killed: false, hung: false };
  const half = (what: "half-definition" | "half-store") => ({ ...quietLife, half: { what, left: 0.5 } });
  test.each([
    ["done", 0, quietLife, false, true],
    ["the budget is spent", 1, quietLife, true, true],
    ["the budget, and there is none", 1, quietLife, false, false],
    ["a store in trouble", 2, half("half-store"), true, true],
    ["a store in trouble for no reason", 2, quietLife, true, false],
    ["a definition that is cut off", 4, half("half-definition"), true, true],
    ["a definition that is cut off, and it went well", 0, half("half-definition"), true, false],
    ["Ctrl-C", 130, { ...quietLife, interrupt: { afterMs: 1, twice: false } }, true, true],
    ["Ctrl-C by nobody", 130, quietLife, true, false],
    ["an error nobody planned for", 10, quietLife, true, false],
    ["an error nobody planned for while the store is in trouble", 10, half("half-store"), true, false],
  ])("%s", (_what, code, life, budgeted, fine) => {
    expect(exitProblems({ ...ended, code }, life, work, budgeted)).toHaveLength(fine ? 0 : 1);
  });

  test("a run that its store broke off says how to go on", () => {
    const said = {
      ...ended,
      code: 10,
      stderr: "There is no room left.\nGo on: x bench suite.json --resume\n",
    };
    expect(exitProblems(said, half("half-store"), work, true)).toEqual([]);
    expect(exitProblems(said, quietLife, work, true)).toEqual([expect.stringContaining("ended with 10")]);
  });

  test("2 without a sentence; one that did not end", () => {
    const mute = { ...ended, code: 2, stderr: "ENOSPC\n" };
    expect(exitProblems(mute, half("half-store"), work, true)).toEqual([
      expect.stringContaining("no sentence"),
    ]);
    const hung = { ...ended, code: null, hung: true };
    expect(exitProblems(hung, quietLife, work, true)).toEqual(["It did not end by itself."]);
  });
});

describe("cells", () => {
  const cell = (task: string, kind: string | null) =>
    ({ subject: "s", task, run: 0, outcome: kind && { kind, score: 1 }, endedAt: "12:00" }) as never;
  const whole: Snapshot = {
    ...{ ...emptySnapshot, runs: 1, run: { state: "finished" } as never },
    cells: [cell("a", "passed"), cell("b", "errored")],
    attempts: [{ cell: "a", states: ["lost", "ended"] }],
  };
  test("one result a cell", () => {
    expect(cellProblems(whole, 2)).toEqual([]);
    expect(cellProblems(whole, 3)).toHaveLength(2);
    expect(cellProblems({ ...whole, cells: [cell("a", "passed"), cell("b", "cancelled")] }, 2)).toHaveLength(
      1,
    );
    expect(cellProblems({ ...whole, attempts: [{ cell: "a", states: ["running"] }] }, 2)).toHaveLength(2);
    expect(cellProblems({ ...whole, runs: 2 }, 2)).toHaveLength(1);
    expect(cellProblems({ ...whole, run: { state: "running" } as never }, 2)).toHaveLength(1);
  });

  test("a result that stood and is another now", () => {
    const before = standing(whole);
    expect(lostResults(before, standing(whole))).toEqual([]);
    expect(lostResults(before, standing({ ...whole, cells: [cell("a", "failed")] }))).toHaveLength(2);
  });
});

test("a budget: strict to the limit, else by no more than the calls under way", () => {
  const strict = { limitUsd: 1, strict: true, callsAtOnce: 2, mostUsd: mostCostUsd };
  expect(budgetProblems({ spentUsd: 1, carriedUsd: 0.5 }, strict)).toEqual([]);
  expect(budgetProblems({ spentUsd: 1.00001, carriedUsd: 0.5 }, strict)).toHaveLength(1);
  const loose = { ...strict, strict: false };
  expect(budgetProblems({ spentUsd: 1.5 + 2 * mostCostUsd, carriedUsd: 0.5 }, loose)).toEqual([]);
  expect(budgetProblems({ spentUsd: 1.5001 + 2 * mostCostUsd, carriedUsd: 0.5 }, loose)).toHaveLength(1);
});

test("the most that a call costs: what the provider bills, or what a prompt is that it did not bill", () => {
  const call = (usageKnown: string, costUsd: number) =>
    ({ state: "charged", costUsd, details: { usageKnown } }) as unknown as CallRecord;
  expect(dearestUsd([])).toBe(mostCostUsd);
  expect(dearestUsd([call("reported", 1)])).toBe(mostCostUsd);
  expect(dearestUsd([call("reported", 1), call("estimated", 0.05)])).toBe(0.05);
});

test("files that are left, and processes by marker or place", async () => {
  const folder = mkdtempSync(join(tmpdir(), "checks-"));
  const marker = `x-chaos-test-${process.pid}`;
  const words = ["-e", "setInterval(() => {}, 1000); console.log('here')"];
  const children = [
    spawn(process.execPath, words, { env: { MARK: marker } }),
    spawn(process.execPath, [...words, marker], { env: {} }),
    spawn(process.execPath, words, { cwd: folder, env: {} }),
  ];
  try {
    mkdirSync(join(folder, "x-workspaces-0"));
    expect(leftInTemporary(folder)).toEqual([]);
    mkdirSync(join(folder, "x-workspaces-0", "run-a"));
    writeFileSync(join(folder, "a.tmp"), "");
    expect(leftInTemporary(folder)).toHaveLength(2);
    expect(leftInProject(folder, [/^b/])).toEqual(["Left in the project: a.tmp"]);
    await Promise.all(children.map((child) => once(child.stdout!, "data")));
    if (process.platform === "linux") {
      const found = findProcesses(marker, folder).map(({ pid }) => pid);
      expect(found.sort()).toEqual(children.map(({ pid }) => pid).sort());
    }
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? once(child, "close")));
    rmSync(folder, { recursive: true, force: true });
  }
  if (process.platform === "linux") expect(findProcesses(marker, folder)).toEqual([]);
});

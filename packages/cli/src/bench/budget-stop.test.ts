import type { SweepResult } from "@flow-state-dev/sweep";
import { expect, test } from "vitest";
import { budgetPassed, budgetStop, budgetToGoOn, countedUsd } from "./budget-stop.ts";

const result = (agent: number, wantedUsd?: number, carried = 0, cancelled = 0) =>
  ({
    ...{ planned: 3, coverage: { scored: 2 }, outcomes: { cancelled } },
    spend: { subject: 0, judge: 0, agent, carried },
    ...(wantedUsd !== undefined && { wantedUsd }),
  }) as SweepResult;
const twice = { least: 2, untried: 2 };
const budget = (usd: number, strict = false, paid = { cells: 0, usd: 0 }) => ({
  ...{ usd, strict, paid, isReported: false },
});
/** As if nothing was paid but for two cells that have a result. */
const all = (agent: number, carried = 0) => ({ cells: 2, usd: agent - carried });

test("a budget that is spent", () => {
  expect(budgetStop(result(0.8), budget(0.5, false, all(0.8)), "run")).toBe(
    "Stopped at the budget: $0.80 of $0.50 after 2 of 3 runs. What a call costs is known only when it has ended, so that the last ones may pass it; with --strict none does. A run has cost $0.40 so far, so that all 3 take about $1.20. What is finished is kept.",
  );
  expect(budgetToGoOn(result(0.8), budget(0.5, false, all(0.8)), twice)).toBe("1.6");
  // 30 at 0.40, and a fifth.
  expect(budgetToGoOn({ ...result(0.8), planned: 30 }, budget(0.5, false, all(0.8)), twice)).toBe("15");
});

test("a budget whose rest is too little says so, and more than the next call takes is advised", () => {
  const stopped = result(0.0022, 0.1);
  expect(budgetStop(stopped, budget(0.03, false, all(0.0022)), "run")).toBe(
    "Stopped at the budget: $0.0022 of $0.030 after 2 of 3 runs. What is left ($0.028) does not pay for another call, which may cost up to $0.10. A run has cost $0.0011 so far, so that all 3 take about $0.0033. What is finished is kept.",
  );
  expect(Number(budgetToGoOn(stopped, budget(0.03), twice))).toBeGreaterThan(0.1022);
  // Amounts that differ do not look the same.
  expect(budgetStop(result(0.9831, 0.0172), budget(1), "run")).toContain(
    "What is left ($0.0169) does not pay for another call, which may cost up to $0.0172.",
  );
});

test.each([
  [0.03, "0.06"],
  [0.805, "1.7"],
  [61.5, "130"],
])("while nothing has a result, twice %d is rounded up to %s", (usd, typed) => {
  const nothing = { ...result(0), coverage: { scored: 0 } } as SweepResult;
  expect(budgetToGoOn(nothing, budget(usd), twice)).toBe(typed);
});

test("after a budget of 0, of which nothing could be learnt, a dollar is advised", () => {
  const nothing = { ...result(0), coverage: { scored: 0 } } as SweepResult;
  expect(budgetToGoOn(nothing, budget(0), twice)).toBe("1");
  // What the first call may cost is not what a run takes.
  expect(budgetToGoOn({ ...nothing, wantedUsd: 0.028 }, budget(0), twice)).toBe("1");
  expect(budgetToGoOn({ ...nothing, wantedUsd: 4 }, budget(0), twice)).toBe("6");
});

test("what may have been spent when a process died is no part of what was spent, unless the budget is strict", () => {
  const killed = result(91.25, undefined, 89.19, 1);
  expect(budgetStop(killed, budget(2, false, all(91.25, 89.19)), "cell")).toBe(
    "Stopped at the budget: $2.06 of $2.00 after 2 of 3 cells. What a call costs is known only when it has ended, so that the last ones may pass it; with --strict none does. Calls whose end nobody knows may have cost up to $89.19 more. A cell has cost $1.03 so far, so that all 3 take about $3.09. What is finished is kept; 1 cell was cut off and will run again.",
  );
  expect(budgetStop(killed, budget(90, true, all(91.25, 89.19)), "cell")).toBe(
    "Stopped at the budget: $91.25 of $90.00 after 2 of 3 cells. A cell has cost $1.03 so far, so that all 3 take about $3.09. What is finished is kept; 1 cell was cut off and will run again.",
  );
  const wanting = result(91.25, 1, 89.19);
  expect(Number(budgetToGoOn(wanting, budget(1), { least: 1, untried: 2 }))).toBeLessThan(4);
  expect(Number(budgetToGoOn(wanting, budget(1, true), twice))).toBeGreaterThan(92);
});

test("what suites before took of a budget for all counts, and no more is told to be left than there is", () => {
  const second = { ...budget(1, false, all(0.6)), takenUsd: 0.4 };
  expect(budgetStop(result(0.6, 0.1), second, "run")).toBe(
    "Stopped at the budget: $1.00 of $1.00 after 2 of 3 runs. A run has cost $0.30 so far, so that all 3 take about $1.30. What is finished is kept.",
  );
  expect(budgetStop(result(0.58, 0.1), second, "run")).toContain("What is left ($0.020) does not pay");
  // 30 at 0.30 and a fifth, on top of what the others took.
  expect(budgetToGoOn({ ...result(0.6), planned: 30 }, second, twice)).toBe("12");
});

test("what was spent before under a larger budget is not taken for calls that passed this one", () => {
  const before = { ...budget(0.5), beforeUsd: 0.8 };
  expect(budgetStop(result(0.8), before, "run")).toContain(
    "Stopped at the budget: $0.80 of $0.50 after 2 of 3 runs. $0.80 was spent before.",
  );
  expect(budgetPassed(result(0.8), before, "run", "--budget")).toEqual([
    "All runs are there, but $0.80 was spent, more than --budget allows ($0.50). $0.80 was spent before.",
  ]);
  expect(budgetStop(result(0.8), { ...budget(0.5), beforeUsd: 0.4 }, "run")).toContain("with --strict");
});

test("what was paid for cells without a result is no part of what a cell has cost, and counts once", () => {
  const cutOff = { ...result(0.8, undefined, 0, 7), planned: 8, coverage: { scored: 1 } } as SweepResult;
  const one = budget(0.75, false, { cells: 1, usd: 0.1 });
  expect(budgetStop(cutOff, one, "run")).toContain(
    " A run has cost $0.10 so far, so that all 8 take about $1.50, with the $0.70 for runs that have no result. ",
  );
  // 8 at 0.10 and a fifth, and 0.70.
  expect(budgetToGoOn(cutOff, one, { least: 1, untried: 2 })).toBe("1.7");
});

test("what agents report of their own spending is held back by no budget", () => {
  const why =
    "What an agent reports of its own spending is known only when it is spent, so that the last ones may pass it, with --strict too.";
  for (const strict of [false, true]) {
    const reported = { ...budget(0.5, strict), isReported: true };
    expect(budgetStop(result(0.8), reported, "run")).toContain(`after 2 of 3 runs. ${why}`);
    expect(budgetPassed(result(0.8), reported, "run", "--budget")).toEqual([
      expect.stringMatching(/\(\$0\.50\)\. What an agent reports /),
    ]);
  }
});

test("by how little a budget was passed is seen", () => {
  expect(budgetStop(result(0.1812), budget(0.18), "cell")).toContain("$0.181 of $0.180 after 2 of 3 cells.");
});

test("while nothing has a result, nothing is said of what the whole takes", () => {
  const nothing = { ...result(0.2, 0.4), coverage: { scored: 0 } } as SweepResult;
  expect(budgetStop(nothing, budget(0.3), "run")).toBe(
    "Stopped at the budget: $0.20 of $0.30 after 0 of 3 runs. What is left ($0.10) does not pay for another call, which may cost up to $0.40.",
  );
});

test("a call whose end nobody knows takes nothing from the suites that follow, unless the budget is strict", () => {
  const killed = result(91.25, undefined, 89.19);
  expect(countedUsd(killed, false)).toBeCloseTo(2.06, 9);
  expect(countedUsd(killed, true)).toBe(91.25);
});

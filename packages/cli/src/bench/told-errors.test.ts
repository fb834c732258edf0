import type { CaseRun } from "@flow-state-dev/suites";
import { expect, test } from "vitest";
import { caseLines } from "./case-line.ts";
import { type ToldErrors, withoutTold } from "./told-errors.ts";

const broken = (run: number, outcome: CaseRun["outcome"], error: string): CaseRun => ({
  ...{ run, outcome, error, pass: false, cost: 0, judgeCost: 0, duration: 2, tokens: null, turns: null },
  ...{ attempts: 1, ended: "infrastructure", detail: "", expectations: [], putBack: [], warnings: [] },
  suspect: false,
});

test("what broke one run breaks the others: it is told once, by name from then on", () => {
  const told: ToldErrors = new Map();
  const why = (run: CaseRun) => caseLines("a", run, { of: 9, width: 1, told }).slice(1);
  const words = "      no result, the machine, the provider or the setup failed";
  expect(why(broken(0, "infrastructure", "No agent. Install it."))).toEqual([
    `${words}: No agent. Install it.`,
  ]);
  expect(why(broken(1, "infrastructure", "No agent. Install it."))).toEqual([`${words}, as for a #1`]);
  expect(why(broken(2, "infrastructure", "No disk."))).toEqual([`${words}: No disk.`]);
  // What an agent does is its own, in every run.
  for (const at of [3, 4])
    expect(why(broken(at, "errored", "exit 1"))).toEqual(["      the agent broke: exit 1"]);
  expect(withoutTold("3 cells failed (no-agent): No agent. Install it.", told)).toBe(
    "3 cells failed (no-agent), as told above.",
  );
  expect(withoutTold("3 cells failed: exit 1", told)).toBe("3 cells failed: exit 1");
});

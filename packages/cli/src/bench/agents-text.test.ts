import { buildSuiteResults, type CaseRun, type CaseRuns } from "@flow-state-dev/suites";
import { expect, test } from "vitest";
import { againstFirst, agentsText } from "./agents-text.ts";

const facts = {
  ...{ suite: "s", duration: 1, budgetExceeded: false, aborted: false, simulated: false, run: "r" },
  ...{ notices: [], warnings: [], sandbox: { name: "host", notice: "" } },
};

function run(number: number, pass: boolean, cost: number): CaseRun {
  return {
    ...{ run: number, outcome: pass ? "passed" : "failed", pass, cost, judgeCost: 0, duration: 2 },
    ...{ tokens: { input: 1, output: 1 }, turns: 1, attempts: 1, ended: "done", detail: "" },
    ...{ expectations: [], putBack: [], warnings: [], suspect: false },
  };
}

const caseRuns = (id: string, agent: string, passes: boolean[], cost: number): CaseRuns => ({
  ...{ id, agent, planned: passes.length, agentVersion: "1", model: null, tags: [] },
  runs: passes.map((pass, number) => run(number, pass, cost)),
});

const results = (agents: string[], cases: CaseRuns[]) => buildSuiteResults(cases, { ...facts, agents });

test("a row for each agent, then what it says and where they differ", () => {
  const ids = ["a", "b", "c", "d", "e", "f"];
  const cases = ids.flatMap((id, at) => [
    caseRuns(id, "one", [true, at < 3], 0.1),
    caseRuns(id, "two", [true, true], 0.4),
    caseRuns(id, "three", [true, at !== 5], 0.1),
  ]);
  expect(agentsText(results(["one", "two", "three"], cases))).toEqual([
    // Of one: 3 cases 1 and 3 cases 1/2, mean 0.75, standard error 0.1118, t.975 of 5 degrees of freedom 2.570582.
    "agent  every time  rate   95 % interval  all 2 pass  $/run  time/run  Δ of runs vs one        verdict",
    "one    3 of 6      75 %   46–100 %       50 %        $0.10  2.0 s     –                       first",
    "two    6 of 6      100 %  61–100 %       100 %       $0.40  2.0 s     +0.25 (−0.04 to +0.54)  inconclusive",
    "three  5 of 6      92 %   70–100 %       83 %        $0.10  2.0 s     +0.17 (−0.10 to +0.44)  inconclusive",
    "",
    "two against one: no difference seen; better on 3 and worse on 0 of 6 cases, at 4.0 times the cost. This run could have seen about 0.34 or more.",
    "  they differ on d (50 → 100 %), e (50 → 100 %), f (50 → 100 %)",
    "three against one: no difference seen; better on 2 and worse on 0 of 6 cases, at the same cost. This run could have seen about 0.32 or more.",
    "  they differ on d (50 → 100 %), e (50 → 100 %)",
    "",
  ]);
});

test("a verdict that the second test does not see is told as a hint", () => {
  // Differences of 0, 0, 0, 0, 1, 1, 1, 1: a paired t of 2.646 (p 0.033), of 16 signs 2 as far out (p 0.125).
  const cases = Array.from({ length: 8 }, (_, at) => [
    caseRuns(`case-${at}`, "one", [true], 0.1),
    caseRuns(`case-${at}`, "two", [at < 4], 0.1),
  ]).flat();
  const { comparisons, ...rest } = results(["one", "two"], cases);
  const said =
    "two against one: worse by 0.50, better on 0 and worse on 4 of 8 cases, at the same cost. A second test, which assumes less, does not see the difference: take it as a hint; more cases would settle it.";
  expect(agentsText({ comparisons, ...rest })).toContain(said);
  expect(againstFirst(comparisons[0]!)).toBe(said.replace("0.50,", "0.50 (−0.95 to −0.05),"));
});

test("one agent has no scorecard of agents, and what nobody knows is not told", () => {
  expect(agentsText(results(["one"], [caseRuns("a", "one", [true], 1)]))).toEqual([]);
  const [, one, , , said] = agentsText(
    results(
      ["one", "two"],
      [{ ...caseRuns("a", "one", [], 1), planned: 1 }, caseRuns("a", "two", [true], 1)],
    ),
  );
  expect(one).toMatch(/^one +0 of 1 +– +– /);
  expect(said).toBe("two against one: no case has a result of both.");
});

test("agents that share no case are not compared, in one line", () => {
  const own = ["one", "two", "three"].map((agent) => caseRuns(`case-of-${agent}`, agent, [true], 1));
  expect(agentsText(results(["one", "two", "three"], own))).toEqual([
    "No two agents work on the same case, so they are not compared.",
    "",
  ]);
});

test("those who have no result beside the first are named in one line", () => {
  const ids = ["one", "two", "three"];
  const cases = [
    { ...caseRuns("a", "one", [], 1), planned: 1 },
    ...ids.slice(1).map((agent) => caseRuns("a", agent, [true], 1)),
  ];
  expect(agentsText(results(ids, cases)).slice(4)).toEqual([
    "",
    "two, three against one: no case has a result of both.",
    "",
  ]);
});

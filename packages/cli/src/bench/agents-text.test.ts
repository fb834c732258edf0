import { buildSuiteResults, type CaseRun, type CaseRuns } from "@flow-state-dev/suites";
import { expect, test } from "vitest";
import { agentsText } from "./agents-text.ts";

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
    "two against one: no difference seen; better on 3 and worse on 0 of 6 cases, at 4.0 times the cost. This run could have seen about 0.47 or more.",
    "  they differ on d (50 → 100 %), e (50 → 100 %), f (50 → 100 %)",
    "three against one: no difference seen; better on 2 and worse on 0 of 6 cases, at the same cost. This run could have seen about 0.45 or more.",
    "  they differ on d (50 → 100 %), e (50 → 100 %)",
    "",
  ]);
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

test("better by a lucky row is told as a hint, as the second test is not convinced", () => {
  const cases = Array.from({ length: 7 }, (_, at) => [
    caseRuns(`c${at}`, "one", [at === 6], 1),
    caseRuns(`c${at}`, "two", [at !== 6], 1),
  ]).flat();
  const all = results(["one", "two"], cases);
  // Six of seven one way: t 2.5, p 0.047; of 128 sign patterns 16 are as far out, p 0.125.
  expect(all.comparisons[0]).toMatchObject({ verdict: "better", permutation: { p: 0.125 } });
  expect(agentsText(all)[4]).toBe(
    "two against one: better by 0.71, better on 6 and worse on 1 of 7 cases, at the same cost; a test that assumes less does not see it: take it as a hint.",
  );
});

test("a difference that is shown is never 0.00, nor a cost that is not nothing", () => {
  const cases = Array.from({ length: 2500 }, (_, at) => [
    caseRuns(`c${at}`, "one", [at >= 10], 1),
    caseRuns(`c${at}`, "two", [true], 0.002),
  ]).flat();
  const said = agentsText(results(["one", "two"], cases));
  expect(said[2]).toMatch(/\+0\.004 \(\+0\.002 to \+0\.006\) +better$/);
  expect(said[4]).toBe(
    "two against one: better by 0.004, better on 10 and worse on 0 of 2,500 cases, at 0.0020 times the cost.",
  );
});

test("what would count alone is not told as unseen, and a run that could see nothing says so", () => {
  const agents = ["one", "two", "three", "four"];
  const cases = Array.from({ length: 10 }, (_, at) =>
    agents.map((agent) => caseRuns(`c${at}`, agent, [agent === "two" && at < 4], 1)),
  ).flat();
  // Four of ten gained: t 2.449, p 0.037; of three comparisons 0.110.
  expect(agentsText(results(agents, cases))[6]).toBe(
    "two against one: no difference shown; better on 4 and worse on 0 of 10 cases, at the same cost. It would count alone, but not as one of several comparisons.",
  );
  const rough = (length: number) => {
    const flipped = Array.from({ length }, (_, at) => [
      caseRuns(`c${at}`, "one", [at < 3], 1),
      caseRuns(`c${at}`, "two", [at > length - 4], 1),
      caseRuns(`c${at}`, "three", [at < 3], 1),
    ]);
    return agentsText(results(["one", "two", "three"], flipped.flat()))[5];
  };
  // Of six even six that are gained are no more than chance, where two are compared.
  expect(rough(6)).toContain("This run could hardly have seen any.");
  expect(rough(20)).toContain("This run could have seen about 0.55 or more.");
});

test("a verdict that hangs on what is missing says so", () => {
  const cases = Array.from({ length: 12 }, (_, at) => [
    { ...caseRuns(`c${at}`, "one", at < 6 ? [] : [false], 1), planned: 1 },
    { ...caseRuns(`c${at}`, "two", at < 6 ? [] : [true], 1), planned: 1 },
  ]).flat();
  expect(agentsText(results(["one", "two"], cases))[4]).toBe(
    "two against one: better by 1.00, better on 6 and worse on 0 of 6 cases, at the same cost. The verdict would change if all runs without a result went for it, or all against it.",
  );
});

test("on a terminal of 80 columns the table leaves out what does not fit, and says what", () => {
  const ids = ["a", "b", "c", "d", "e", "f"];
  const cases = ids.flatMap((id, at) => [
    caseRuns(id, "one", [true, at < 3], 0.1),
    caseRuns(id, "two", [true, true], 0.4),
  ]);
  expect(agentsText(results(["one", "two"], cases), 80).slice(0, 4)).toEqual([
    "agent  every time  rate   $/run  Δ of runs vs one        verdict",
    "one    3 of 6      75 %   $0.10  –                       first",
    "two    6 of 6      100 %  $0.40  +0.25 (−0.04 to +0.54)  inconclusive",
    "Left out for want of width: time/run, all 2 pass, 95 % interval.",
  ]);
});

import { unheardMark } from "@flow-state-dev/records";
import { buildSuiteResults, type CaseRun, type CaseRuns } from "@flow-state-dev/suites";
import { expect, test } from "vitest";
import { resultsMarkdown } from "../export/results-markdown.ts";
import { resultsText } from "./results-text.ts";

function caseRuns(id: string, passes: boolean[], agent = "one", planned = passes.length): CaseRuns {
  const runs = passes.map((pass, run): CaseRun => {
    return {
      ...{ run, outcome: pass ? "passed" : "failed", pass, cost: 0.1, judgeCost: 0, duration: 2 },
      ...{ tokens: null, turns: 1, attempts: 1, ended: "done", detail: "" },
      ...{ expectations: [], putBack: [], warnings: [], suspect: false },
    };
  });
  return { ...{ id, agent, planned, agentVersion: "1", model: null, tags: [] }, runs };
}

const resultsOf = (cases: CaseRuns[]) =>
  buildSuiteResults(cases, {
    ...{ suite: "s", duration: 1, budgetExceeded: false, aborted: false, simulated: false, run: "r" },
    ...{ notices: [], warnings: [], sandbox: { name: "host", notice: "" } },
    agents: [...new Set(cases.map(({ agent }) => agent))],
  });

test("with several runs a case, the pass rate is that of runs, and cases passed every time", () => {
  const results = resultsOf([
    caseRuns("a", [true, true]),
    caseRuns("b", [true, false]),
    caseRuns("c", [false, false]),
    caseRuns("d", [true, false]),
  ]);
  // Means 1, 1/2, 0, 1/2: standard error 0.20412, t.975 of 3 degrees of freedom 3.182446.
  const said = "1 of 4 passed every time · pass rate 50 % (95 % interval 0–100 %)";
  expect(resultsText(results)).toContain(`\n${said} · $0.80 · `);
  expect(resultsMarkdown(results)).toContain(`### s: ${said}\n`);
});

test("with one run a case both are one figure, of the cases with a result", () => {
  const cases = [caseRuns("a", [true]), caseRuns("b", [false])];
  expect(resultsText(resultsOf(cases))).toContain("\n1 of 2 passed (50 %, 95 % interval 9–91 %) · ");
  expect(resultsText(resultsOf([...cases, caseRuns("c", [], "one", 1)]))).toContain(
    "\n1 of 3 passed (50 % of the 2 with a result, 95 % interval 9–91 %) · ",
  );
  expect(resultsText(resultsOf([caseRuns("a", [true])]))).toContain("\n1 of 1 passed (100 %) · ");
});

test("names that are alike for long are told apart where they do not pass every time", () => {
  const long = "a-name-that-goes-on-and-on-".repeat(4);
  const text = resultsText(resultsOf(["1", "2"].map((end) => caseRuns(long + end, [true, false]))));
  const [first, second] = text.match(/not every time: (.*) \(1 of 2\), (.*) \(1 of 2\)/)!.slice(1);
  expect(first).not.toBe(second);
});

test("over several agents there is no chance that all runs pass: each has its own", () => {
  const cases = [caseRuns("a", [true, true]), caseRuns("a", [true, false], "two")];
  expect(resultsText(resultsOf(cases))).not.toContain("runs of a case pass");
  expect(resultsText(resultsOf(cases))).toContain("\nnot every time: a two (1 of 2)\n");
  expect(resultsText(resultsOf(cases.slice(0, 1)))).toContain("\nall 2 runs of a case pass: 100 %\n");
});

test("of how many cases all runs pass is told where some have fewer results", () => {
  const cases = [caseRuns("a", [true, true, true]), caseRuns("b", [false])];
  expect(resultsText(resultsOf(cases))).toContain(
    "\nall 3 runs of a case pass: 100 % of the 1 with 3 results\n1 of 2 passed every time · pass rate 50 % (",
  );
  const two = [...cases, caseRuns("a", [true, true], "two"), caseRuns("b", [true, true], "two", 3)];
  const [one, other] = resultsText(resultsOf(two))
    .split("\n")
    .filter((line) => /^(one|two) /.test(line));
  expect(one).toMatch(/ 100 % of 1 /);
  expect(other).toMatch(/^two +1 of 2 +100 % +\S+ % +– /);
});

test("in Markdown a case that passed has its notes too: that it changed its tests must not stay in a log", () => {
  const [a, b] = [caseRuns("a", [true, true]), caseRuns("b", [true])];
  const warned = a.runs.map((run) => ({
    ...run,
    warnings: ["The agent changed tests: a|b.ts.", "Another."],
  }));
  const text = resultsMarkdown(resultsOf([{ ...a, runs: warned }, b]));
  expect(text).toContain("| note: The agent changed tests: a\\|b.ts. (and 1 more) |\n");
  expect(text).toMatch(/\| b \| 1 of 1 .* \| {2}\|\n/);
});

test("where calls broke off unheard, what was spent is told to be the least", () => {
  const results = resultsOf([caseRuns("a", [true])]);
  const broke = { ...results, warnings: [`1 call ${unheardMark} its answer came.`] };
  expect(resultsText(results)).toContain(" · $0.10 · ");
  expect(resultsText(broke)).toContain(" · at least $0.10 · ");
  expect(resultsMarkdown(broke)).toContain("at least $0.10");
});

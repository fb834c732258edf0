import { type CaseExamination, type Check, flickersOf, verdictOf } from "@flow-state-dev/suites";
import { lastLines } from "../text/last-lines.ts";
import { capped, casesLine } from "./capped.ts";

/** How the solutions did: on one line while they are few and fine, each that stands out on a line of its own. */
export function solutionLines(cases: readonly CaseExamination[], mostTold: number): string[] {
  const proven = cases.flatMap(({ id, solution }) =>
    solution?.checks.length ? [{ id, checks: solution.checks }] : [],
  );
  const untried = cases.filter(({ solution }) => solution?.checks.length === 0).map(({ id }) => id);
  const unproven = cases.filter(({ solution }) => solution === null).map(({ id }) => id);
  const fine = proven.filter(({ checks }) => checks.every((check) => verdictOf(check) === "passes"));
  const odd = proven.filter((each) => !fine.includes(each));
  const few = fine.length <= mostTold;
  return [
    ...(fine.length === 0
      ? []
      : [few ? fine.map(rateOf).join(" · ") : `${fine.length} of ${proven.length} pass every time`]),
    ...capped(
      odd.map(({ id, checks }) => [`${rateOf({ id, checks })}  ← ${whyOf(checks)}`, ...writtenBy(checks)]),
      mostTold,
    ),
    ...casesLine("not tried", untried, mostTold),
    ...casesLine("without a solution, so unproven", unproven, mostTold),
  ];
}

function rateOf({ id, checks }: { id: string; checks: readonly Check[] }): string {
  const verdicts = checks.map(verdictOf);
  if (verdicts.every((verdict) => verdict === "untold")) return id;
  return `${id} ${verdicts.filter((verdict) => verdict === "passes").length} of ${checks.length}`;
}

function whyOf(checks: readonly Check[]): string {
  const verdicts = checks.map(verdictOf);
  const failed = checks.findIndex((check) => verdictOf(check) === "fails");
  if (failed === -1)
    return verdicts.includes("broken")
      ? `cannot be run: ${errorOf(checks[verdicts.indexOf("broken")])}`
      : "passes as far as that can be told without a judge";
  const mixed = verdicts.includes("passes") || verdicts.includes("untold");
  return mixed ? `flaky: ${flickerText(checks, failed)}` : `fails: ${failureText(checks[failed]!)}`;
}

function flickerText(checks: readonly Check[], failed: number): string {
  const flickers = flickersOf(checks).map(({ expectation, failed: where }) => {
    const runs = where.map(({ run }) => run);
    return `${expectation} (${where[0]!.evidence}; in run ${runs.join(", ")})`;
  });
  return flickers.length > 0 ? flickers.join(", ") : `${failureText(checks[failed]!)} (in run ${failed + 1})`;
}

function failureText(check: Check): string {
  if (check.error !== null) return errorOf(check);
  if (check.outcome === "timed-out") return "it was not done in time";
  const first = check.expectations.find(({ pass }) => pass !== true);
  return first ? `${first.expectation} (${first.evidence})` : check.outcome;
}

/** What the command wrote that kept a solution from passing. */
function writtenBy(checks: readonly Check[]): string[] {
  const failed = checks.find((check) => verdictOf(check) === "fails" && check.error === null);
  return lastLines(failed?.expectations.find(({ pass }) => pass !== true)?.output);
}

function errorOf(check: Check | undefined): string {
  return check?.error?.split("\n", 1)[0] ?? "no reason is known";
}

import { formatDuration, formatMoney } from "@flow-state-dev/core";
import {
  type CaseExamination,
  type Check,
  endlessTests,
  gradingFlickers,
  holdsAlready,
  passesWithout,
  type SuiteExamination,
  verdictOf,
} from "@flow-state-dev/suites";
import { lastLines } from "../text/last-lines.ts";
import { counted } from "../text/show-numbers.ts";
import { visibleLine } from "../text/visible-text.ts";
import { capped, casesLine } from "./capped.ts";
import { solutionLines } from "./solution-lines.ts";

/** Cases that are told one by one; of more only those that stand out. */
const mostTold = 6;
const room = 18;
/** Characters of where a part is. */
const longestPart = 400;

/** What `x doctor` says about a suite, but for its last line. */
export function doctorText(examination: SuiteExamination): string {
  const { suite, cases, interrupted, notices } = examination;
  const head = `${suite}, ${counted(cases.length, "case")}`;
  const rows: [string, string[]][] = [
    ["schema", ["fine"]],
    ["untouched", idleLines(cases, ({ untouched }) => untouched[0] ?? null, lastLines)],
    ["holds already", alreadyLines(cases)],
    ["noop", idleLines(cases, ({ noop }) => noop)],
    [`solution × ${examination.solutionRuns}`, solutionLines(cases, mostTold)],
    ["near misses", nearMissLines(cases)],
    ["grading twice", agreementLines(cases)],
    ...endlessRow(cases),
    ["set-up", setupLines(cases)],
    ["cost", costLines(examination)],
  ];
  // An expectation may hold line breaks: a text in several lines, or a script.
  const lines = rows.flatMap(([name, [first = "nothing to say", ...more]]) =>
    [`  ${name.padEnd(room)}${first}`, ...more.map((line) => `  ${" ".repeat(room)}${line}`)].map((line) =>
      line.replaceAll(/\r?\n/g, "␊"),
    ),
  );
  return [
    head,
    ...(interrupted ? ["  interrupted: what follows is not complete"] : []),
    ...lines,
    ...notices.map((notice) => `  note: ${notice}`),
    "",
  ].join("\n");
}

/** The last line: what is wrong, and where the receipt is. */
export function doctorVerdict(examination: SuiteExamination, receipt: string): string {
  const { problems } = examination;
  if (problems.length === 0) return `${noProblem(examination)} ${receipt}\n`;
  const told = problems.slice(0, mostTold).map(({ message }) => message);
  const more = problems.length > mostTold ? `; the receipt has ${problems.length - mostTold} more` : "";
  return `${counted(problems.length, "problem")}: ${told.join("; ")}${more}. ${receipt}\n`;
}

function noProblem({ cases, interrupted }: SuiteExamination): string {
  if (interrupted) return "Interrupted.";
  const unproven = cases.filter(({ solution }) => solution === null).length;
  if (unproven === 0) return "Fine.";
  return unproven === cases.length
    ? "No problem found, and no solution to prove that it can be passed."
    : `No problem found; ${unproven} of ${cases.length} cases are unproven, for they have no solution.`;
}

/** `both`, `all 12`: of so many cases. */
function allOf(count: number): string {
  return count === 1 ? "it" : count === 2 ? "both" : `all ${count}`;
}

function idleLines(
  cases: readonly CaseExamination[],
  checkOf: (it: CaseExamination) => Check | null,
  written: (output: string) => string[] = () => [],
): string[] {
  const verdicts = cases.map((it) => {
    const check = checkOf(it);
    return { id: it.id, verdict: check && verdictOf(check) };
  });
  const ids = (wanted: string | null) =>
    verdicts.filter(({ verdict }) => verdict === wanted).map(({ id }) => id);
  const failing = ids("fails").length;
  if (failing === cases.length) return [`fails ${allOf(failing)}, as it must`];
  return [
    ...(failing > 0 ? [`fails ${failing} of ${cases.length}, as it must`] : []),
    ...capped(
      ids("passes").map((id) => `passes ${id}  ← must fail: it proves nothing`),
      mostTold,
    ),
    ...capped(
      ids("broken").map((id) => {
        const [reason, output] = reasonOf(cases, id, checkOf);
        return [`${id} cannot be run  ← ${reason}`, ...written(output)];
      }),
      mostTold,
    ),
    ...casesLine("cannot be told without a judge", ids("untold"), mostTold),
    ...casesLine("not looked at", ids(null), mostTold),
  ];
}

/** Why a case cannot be run, in a line, and what a command of its set-up wrote. */
function reasonOf(
  cases: readonly CaseExamination[],
  id: string,
  checkOf: (it: CaseExamination) => Check | null,
): [string, string] {
  const it = cases.find((each) => each.id === id);
  const [reason = "", ...output] = (it && checkOf(it)?.error)?.split("\n") ?? ["no reason is known"];
  return [reason, output.join("\n")];
}

function alreadyLines(cases: readonly CaseExamination[]): string[] {
  const found = cases
    .map((it) => ({ id: it.id, holds: holdsAlready(it) }))
    .filter(({ holds }) => holds.length > 0);
  if (found.length === 0) return ["nothing"];
  if (found.length > mostTold)
    return [`something in ${found.length} of ${cases.length} cases; the receipt has it`];
  return found.map(({ id, holds }) => `${id}: ${holds.join(" · ")}`);
}

function nearMissLines(cases: readonly CaseExamination[]): string[] {
  const checks = cases.flatMap(({ nearMisses }) => nearMisses.map(({ check }) => check));
  const tried = checks.map(verdictOf).filter((verdict) => verdict !== "broken");
  const lost = checks.filter(({ outcome }) => outcome === "infrastructure").length;
  const untaken =
    lost > 0 ? [`${lost} could not be tried: the solution is not the same each time that it is applied`] : [];
  if (tried.length === 0) return lost > 0 ? untaken : ["not tried"];
  const failing = tried.filter((verdict) => verdict === "fails").length;
  const passing = cases.flatMap((it) =>
    passesWithout(it).map(
      (part) => `${it.id} passes without ${visibleLine(part, longestPart)}  ← nothing checks it`,
    ),
  );
  return [
    `${failing} of ${tried.length} fail; each is a solution without a part of it`,
    ...capped(passing, mostTold),
    ...untaken,
  ];
}

function agreementLines(cases: readonly CaseExamination[]): string[] {
  const twice = cases.filter(({ untouched }) => untouched.length > 1);
  const lines = twice.flatMap((it) =>
    gradingFlickers(it).map(
      ({ expectation, failed }) => `${it.id} disagrees  ← ${expectation} (${failed[0]!.evidence}, once)`,
    ),
  );
  return lines.length > 0 ? capped(lines, mostTold) : [twice.length === 0 ? "not done" : "agrees"];
}

/** No row where every command ended by itself. */
function endlessRow(cases: readonly CaseExamination[]): [string, string[]][] {
  const lines = cases.flatMap((it) =>
    endlessTests(it).map(
      ({ expectation, evidence, times, of }) =>
        `${it.id}: ${expectation} ${evidence}, ${times} of ${of} times  ← a test that fails should end`,
    ),
  );
  return lines.length === 0 ? [] : [["without an end", capped(lines, mostTold)]];
}

function setupLines(cases: readonly CaseExamination[]): string[] {
  const times = cases.flatMap(({ id, setupMs }) => (setupMs === null ? [] : [{ id, setupMs }]));
  if (times.length === 0) return ["not done"];
  const mean = times.reduce((sum, { setupMs }) => sum + setupMs, 0) / times.length;
  const slowest = times.reduce((most, each) => (each.setupMs > most.setupMs ? each : most));
  const tail = slowest.setupMs > 2 * mean && slowest.setupMs > 1000;
  return [
    `${formatDuration(mean)} a case${tail ? `, ${slowest.id} ${formatDuration(slowest.setupMs)}` : ""}`,
  ];
}

function costLines({ cost: { mostUsd, judged, earlier }, cases }: SuiteExamination): string[] {
  const most = `at most ${formatMoney(mostUsd)}${judged ? ", and what the judge takes" : ""}`;
  if (earlier === null) return [`${most}; no earlier run tells more`];
  const some = earlier.cases < cases.length ? ` for ${earlier.cases} of ${cases.length} cases` : "";
  return [
    `about ${formatMoney(earlier.usd)}${some}, from ${counted(earlier.runs, "earlier run")} of a case; ${most}`,
  ];
}

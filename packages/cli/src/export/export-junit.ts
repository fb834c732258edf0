import {
  type AttemptRecord,
  type CellId,
  type CellRecord,
  isScored,
  keyOfCell,
  type Run,
  type RunStore,
} from "@flow-state-dev/records";
import { subjectTimes } from "@flow-state-dev/records/store";
import { outcomeText } from "../show/cell-text.ts";
import { objectsIn } from "../show/objects-in.ts";
import { plannedPairs } from "../show/planned-pairs.ts";
import { plannedRuns } from "../show/planned-runs.ts";
import { xmlAttribute, xmlText } from "./xml-text.ts";

/** Of one suite of the report: a subject or agent. */
interface Counts {
  tests: number;
  failures: number;
  errors: number;
  skipped: number;
  seconds: number;
}

const longestText = 20_000;

/** Something beside the cells that was asked for, such as a limit of a gate. */
export interface ExtraCheck {
  name: string;
  broken: boolean;
  sentence: string;
}

/** A suite that was asked for and has no results. */
export interface WithoutResults {
  suite: string;
  /** What broke it, in words; null when it was not run at all. */
  problem: string | null;
}

/**
 * Runs as JUnit XML: a suite a subject, a test a cell. What was graded and failed is a failure, what broke or ran out
 * of time or money an error, what has no score is skipped, and so is what was never tried. A suite without results is
 * one test. Times are those of subjects and agents, without set-up, judging and grading. Two passes over the cells; of
 * a finished run little memory.
 */
export async function* exportJunit(
  store: RunStore,
  runs: readonly Run[],
  checks: readonly ExtraCheck[] = [],
  without: readonly WithoutResults[] = [],
): AsyncGenerator<string, void, void> {
  const counted: CountedRun[] = [];
  for (const run of runs) counted.push(await countCells(store, run));
  const gate = {
    ...noCounts(),
    tests: checks.length,
    failures: checks.filter(({ broken }) => broken).length,
  };
  const ran = counted.flatMap((each) => [...each.bySubject.values(), unnamedCounts(each)]);
  const all = sumOf([...ran, ...without.map(withoutCounts), gate]);
  const names = [...runs.map(({ manifest }) => manifest.name), ...without.map(({ suite }) => suite)];
  const name = [...new Set(names)].join(", ");
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${xmlAttribute(name)}" ${attributes(all)}>\n`;
  for (const { run, bySubject, tasks, untried, unnamed, secondsOf } of counted) {
    for (const [subject, own] of bySubject) {
      yield suiteHead(run, subject, own);
      for (const task of tasks) {
        for await (const cell of store.cells(run.id, { subject, task }))
          yield await testcase(store, run, cell, secondsOf(cell));
        for (const cell of untried.get(task) ?? [])
          if (cell.subject === subject) yield untriedCase(run, cell);
      }
      yield "  </testsuite>\n";
    }
    if (unnamed > 0) yield unnamedSuite(run, unnamed);
  }
  for (const each of without) yield withoutSuite(each);
  if (checks.length > 0) yield gateSuite(checks, gate);
  yield "</testsuites>\n";
}

interface CountedRun {
  run: Run;
  bySubject: Map<string, Counts>;
  /** In their order; those that were planned once, and are not any more, come last. */
  tasks: Iterable<string>;
  /** Planned, and never tried, by task. */
  untried: ReadonlyMap<string, readonly CellId[]>;
  /** How many of these nobody can name. */
  unnamed: number;
  /** What the subject or agent took; the whole cell where nobody measured that. */
  secondsOf: (cell: CellRecord) => number;
}

async function countCells(store: RunStore, run: Run): Promise<CountedRun> {
  const bySubject = new Map<string, Counts>(run.manifest.subjects.map((name) => [name, noCounts()]));
  const countsOf = (subject: string) => {
    const own = bySubject.get(subject) ?? noCounts();
    bySubject.set(subject, own);
    return own;
  };
  const timeOf = await subjectTimes(store, run);
  const secondsOf = (cell: CellRecord) => (timeOf(cell) ?? cell.workingMs) / 1000;
  const tried = new Set<string>();
  const tasks = new Set(Object.keys(run.manifest.tasks));
  let cells = 0;
  for await (const cell of store.cells(run.id)) {
    count(countsOf(cell.subject), cell, secondsOf(cell));
    tasks.add(cell.task);
    if (run.state !== "finished") tried.add(keyOfCell(cell));
    cells += 1;
  }
  const left = Math.max(0, run.plannedCells - cells);
  const missing = left === 0 ? [] : plannedCells(run).filter((cell) => !tried.has(keyOfCell(cell)));
  // Where tasks repeat differently, or have subjects of their own, only their number is known.
  const untried = missing.length === left ? missing : [];
  for (const { subject } of untried) {
    const own = countsOf(subject);
    own.tests++;
    own.skipped++;
  }
  return {
    ...{ run, bySubject, tasks, unnamed: left - untried.length, secondsOf },
    untried: Map.groupBy(untried, ({ task }) => task),
  };
}

function plannedCells(run: Run): CellId[] {
  const known = plannedRuns(run);
  return (plannedPairs(run) ?? []).flatMap(([subject, task]) =>
    Array.from({ length: known?.get(task) ?? run.manifest.runs }, (_, at) => ({ subject, task, run: at })),
  );
}

function unnamedCounts({ unnamed }: Pick<CountedRun, "unnamed">): Counts {
  return { ...noCounts(), tests: unnamed > 0 ? 1 : 0, skipped: unnamed > 0 ? 1 : 0 };
}

function unnamedSuite({ manifest }: Run, unnamed: number): string {
  const name = xmlAttribute(`${manifest.name}, never tried`);
  const message = `${unnamed} planned ${unnamed === 1 ? "cell was" : "cells were"} never tried`;
  return (
    `  <testsuite name="${name}" ${attributes(unnamedCounts({ unnamed }))}>\n` +
    `    <testcase classname="${xmlAttribute(manifest.name)}" name="never tried" time="0.000">\n` +
    `      <skipped message="${message}"/>\n    </testcase>\n  </testsuite>\n`
  );
}

function withoutCounts({ problem }: WithoutResults): Counts {
  return { ...noCounts(), tests: 1, ...(problem === null ? { skipped: 1 } : { errors: 1 }) };
}

function withoutSuite(each: WithoutResults): string {
  const name = xmlAttribute(each.suite);
  const why =
    each.problem === null
      ? `<skipped message="not run"/>`
      : `<error type="broken" message="${xmlAttribute(each.problem)}"/>`;
  return (
    `  <testsuite name="${name}" ${attributes(withoutCounts(each))}>\n` +
    `    <testcase classname="${name}" name="${name}" time="0.000">\n` +
    `      ${why}\n    </testcase>\n  </testsuite>\n`
  );
}

function untriedCase(run: Run, cell: CellId): string {
  return `${caseHead(run, cell, 0)}>\n      <skipped message="never tried"/>\n    </testcase>\n`;
}

function suiteHead({ id, manifest, createdAt }: Run, subject: string, own: Counts): string {
  const { name, kind, simulated } = manifest;
  const head = `  <testsuite name="${xmlAttribute(`${name} ${subject}`)}" ${attributes(own)} timestamp="${xmlAttribute(createdAt)}">\n`;
  const properties = [
    ["run", id],
    ["kind", kind],
    ["simulated", String(simulated)],
  ].map(([key, value]) => property(key!, value!));
  return `${head}    <properties>\n${properties.join("")}    </properties>\n`;
}

function gateSuite(checks: readonly ExtraCheck[], counts: Counts): string {
  const seen = new Map<string, number>();
  const cases = checks.map(({ name, broken, sentence }) => {
    // Readers of JUnit tell tests by class and name.
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    const own = times === 1 ? name : `${name} #${times}`;
    const head = `    <testcase classname="gate" name="${xmlAttribute(own)}" time="0.000"`;
    const message = xmlAttribute(sentence);
    return broken
      ? `${head}>\n      <failure type="gate" message="${message}"/>\n    </testcase>\n`
      : `${head}/>\n`;
  });
  return `  <testsuite name="gate" ${attributes(counts)}>\n${cases.join("")}  </testsuite>\n`;
}

function sumOf(all: readonly Counts[]): Counts {
  const sum = noCounts();
  for (const each of all) for (const key of Object.keys(sum) as (keyof Counts)[]) sum[key] += each[key];
  return sum;
}

function noCounts(): Counts {
  return { tests: 0, failures: 0, errors: 0, skipped: 0, seconds: 0 };
}

function count(counts: Counts, cell: CellRecord, seconds: number): void {
  counts.tests++;
  counts.seconds += seconds;
  const element = elementOf(cell);
  if (element === "failure") counts.failures++;
  if (element === "error") counts.errors++;
  if (element === "skipped") counts.skipped++;
}

function elementOf({ outcome }: CellRecord): "failure" | "error" | "skipped" | null {
  if (outcome === null || !isScored(outcome.kind)) return "skipped";
  if (outcome.kind === "passed") return null;
  return outcome.kind === "failed" ? "failure" : "error";
}

function attributes({ tests, failures, errors, skipped, seconds }: Counts): string {
  return `tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="${seconds.toFixed(3)}"`;
}

function property(name: string, value: string): string {
  return `      <property name="${xmlAttribute(name)}" value="${xmlAttribute(value)}"/>\n`;
}

function caseHead({ manifest }: Run, { subject, task, run }: CellId, seconds: number): string {
  const name = manifest.runs > 1 ? `${task} #${run + 1}` : task;
  return `    <testcase classname="${xmlAttribute(`${manifest.name}.${subject}`)}" name="${xmlAttribute(name)}" time="${seconds.toFixed(3)}"`;
}

async function testcase(store: RunStore, run: Run, cell: CellRecord, seconds: number): Promise<string> {
  const head = caseHead(run, cell, seconds);
  const element = elementOf(cell);
  if (element === null) return `${head}/>\n`;
  const message = xmlAttribute(outcomeText(cell.outcome, cell.running).slice(0, 1000));
  if (element === "skipped") return `${head}>\n      <skipped message="${message}"/>\n    </testcase>\n`;
  const last = (await store.attempts(run.id, cell)).findLast(({ state }) => state === "ended");
  const type = xmlAttribute(cell.outcome!.kind);
  return `${head}>\n      <${element} type="${type}" message="${message}">${xmlText(whyText(last))}</${element}>\n    </testcase>\n`;
}

/** What did not hold, with its evidence. */
function whyText(attempt: AttemptRecord | undefined): string {
  if (attempt?.state !== "ended") return "";
  const { expectations, findings, detail } = attempt.evidence as Record<string, unknown>;
  const lines = [
    ...(typeof detail === "string" && detail !== "" ? [detail] : []),
    ...objectsIn(expectations)
      .filter(({ pass }) => pass !== true)
      .flatMap((each) => [
        `${each.expectation}: ${each.evidence}`,
        ...(typeof each.output === "string" ? [each.output] : []),
      ]),
    ...objectsIn(findings)
      .filter(({ verdict }) => verdict !== "met")
      .map((each) => `${each.criterion}: ${each.verdict}. ${each.evidence}`),
  ];
  const text = lines.join("\n");
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}

import { formatDuration, formatMoneyApart } from "@flow-state-dev/core";
import { type RunComparison, type SubjectComparison, shortRunId } from "@flow-state-dev/records";
import { minimumTasks } from "@flow-state-dev/stats";
import { measureName } from "../diff/measure-name.ts";
import { listNames } from "../text/list-names.ts";
import { shortNames } from "../text/short-names.ts";
import {
  asSet,
  counted,
  countedInFamilies,
  differenceRange,
  digitsOfChange,
  fixed,
  signed,
} from "../text/show-numbers.ts";
import { visibleLine } from "../text/visible-text.ts";
import type { GatePolicy } from "./gate-policy.ts";
import { unknownAgent } from "./results-file.ts";
import { hasSeveral, uncomparedOf } from "./uncompared.ts";

/** What a gate looks at. */
export interface GateFacts {
  /** What one run of a task costs and takes on average; null when nobody knows. */
  subjects: readonly { name: string; costUsd: number | null; seconds: number | null }[];
  coverage: { scored: number; planned: number };
  /** Of a suite: how many of its cases passed. */
  passes?: { passed: number; total: number };
  /** With the earlier run; null without one, `itself` when nothing was run and the earlier run is this one. */
  comparison: RunComparison | "itself" | null;
  /** What the earlier run is called. Default: by its id. */
  against?: string;
  /** Tasks that were paired by name alone, for nobody knows what they held before. */
  unchecked?: readonly string[];
  /**
   * Set when the run repeats the work of the earlier one, so that there is no chance in it: the tasks that passed there
   * and do not pass now, and those that were changed since, which are compared all the same. Default: it does not.
   */
  repeated?: { lost: readonly string[]; changed: readonly string[] } | null;
  /** Which earlier run would have more in common with this one, as a sentence. Default: none is known. */
  fuller?: string | null;
  /** What one of them is called: `case` or `task`. */
  unit: string;
}

/** One thing that was asked for. `open` is neither held nor broken, and does not fail the gate. */
export interface GateCheck {
  name: "regression" | "cost" | "time" | "coverage" | "passes";
  state: "held" | "broken" | "open";
  /** In words, with the figures. */
  sentence: string;
}

/** What a gate came to. */
export interface GateResult {
  passed: boolean;
  checks: GateCheck[];
}

/** Holds a run against a policy. Pure. */
export function holdGate(facts: GateFacts, policy: GatePolicy): GateResult {
  const checks = [
    ...(facts.comparison ? regressionChecks(facts.comparison, facts, policy) : []),
    ...limitChecks(facts, policy),
    ...coverageChecks(facts, policy),
    ...passChecks(facts, policy),
  ];
  return { passed: checks.every(({ state }) => state !== "broken"), checks };
}

function regressionChecks(
  comparison: RunComparison | "itself",
  facts: GateFacts,
  policy: GatePolicy,
): GateCheck[] {
  if (comparison === "itself") {
    const sentence = "This is the very run that it is held against: name an earlier one.";
    return [{ name: "regression", state: "broken", sentence }];
  }
  const { subjects, unlike, a } = comparison;
  const against = visibleLine(facts.against ?? `run ${shortRunId(a.id)}`, 100);
  if (subjects.length === 0 || subjects.every(({ tasks }) => tasks === 0)) {
    const why = unlike.length > 0 ? unlike.join(" ") : "No task has a score in both.";
    const sentence = `Nothing can be compared with ${against}. ${visibleLine(why, 400)}`;
    return [{ name: "regression", state: "broken", sentence }];
  }
  const nameOf = shortNames(subjects.flatMap(({ a, b }) => [a.subject, b.subject]));
  return [
    ...subjects.map((subject) =>
      regressionCheck(subject, policy, {
        against: facts.repeated
          ? `${against}, whose work it repeats`
          : `${against}${otherName(subject, facts.unit, nameOf)}`,
        measure: measureName(comparison),
        who: hasSeveral(comparison) ? `${nameOf(subject.b.subject)}: ` : "",
        repeated: facts.repeated ?? null,
        unit: facts.unit,
      }),
    ),
    ...uncomparedChecks(comparison, facts, policy, against),
    ...uncheckedChecks(facts, policy, against),
  ];
}

/**
 * One beside one is compared whatever they are called: a reader must know that it is not one agent before and after.
 */
function otherName({ a, b }: SubjectComparison, unit: string, nameOf: (subject: string) => string): string {
  if (a.subject === b.subject || a.subject === unknownAgent) return "";
  const noun = unit === "case" ? "agent" : "subject";
  return ` (another ${noun}: ${nameOf(a.subject)})`;
}

/** A task that was changed would go unseen, so this is doubt. */
function uncheckedChecks(
  { unchecked = [], unit }: GateFacts,
  { failOn }: GatePolicy,
  against: string,
): GateCheck[] {
  if (unchecked.length === 0) return [];
  const writer = unit === "case" ? "x bench --output" : "x compare --format json --output";
  return [
    {
      name: "regression",
      state: failOn === "doubt" ? "broken" : "open",
      sentence: `Whether ${counted(unchecked.length, "task")} changed since cannot be told, for ${against} does not hold their hash (${listNames(unchecked)}). Write it anew with ${writer}.`,
    },
  ];
}

/** What was left out of the comparison is doubt; when it is most of it, and nobody chose so, the gate fails. */
function uncomparedChecks(
  comparison: RunComparison,
  { unit, fuller = null }: GateFacts,
  { failOn }: GatePolicy,
  against: string,
): GateCheck[] {
  const found = uncomparedOf(comparison, { unit, against });
  return found.map(({ sentence, most }, at): GateCheck => {
    const hint = fuller === null || at < found.length - 1 ? "" : ` ${fuller}`;
    const state = failOn === "doubt" || most ? "broken" : "open";
    return { name: "regression", state, sentence: `${sentence}${hint}` };
  });
}

/**
 * Fails by the paired test. Where nothing differs there is no regression; where there are too few tasks for any test to
 * speak, or the work is the same, every task that passed must still pass.
 */
function regressionCheck(
  comparison: SubjectComparison,
  policy: GatePolicy,
  { against, measure, who, repeated, unit }: RegressionWords,
): GateCheck {
  const { a, b, delta, tasks, families } = comparison;
  if (a.mean === null || b.mean === null || delta === null) {
    const sentence = `${who}no task has a score both here and in ${against}.`;
    return { name: "regression", state: policy.failOn === "doubt" ? "broken" : "open", sentence };
  }
  const { state, words } = repeated ? judgedAgain(repeated, comparison, unit) : judged(comparison, policy);
  const digits = digitsOfChange(a.mean, b.mean);
  const moved = `${who}${measure} ${fixed(a.mean, digits)} → ${fixed(b.mean, digits)} (${signed(delta, digits)}, ${countedInFamilies(tasks, families)}) against ${against}`;
  const flipped = comparison.flips.filter(({ direction }) => direction === "lost").map(({ task }) => task);
  const lost = repeated?.lost ?? flipped;
  const noLonger = state === "held" || lost.length === 0 ? "" : ` No longer passed: ${listNames(lost)}.`;
  const changed = repeated?.changed ?? [];
  const since = changed.length === 0 ? "" : ` Changed since: ${listNames(changed)}.`;
  return { name: "regression", state, sentence: `${moved}: ${words}.${noLonger}${since}` };
}

interface RegressionWords extends Required<Pick<GateFacts, "repeated" | "unit">> {
  against: string;
  measure: string;
  who: string;
}

/**
 * The same work, graded anew: nothing of it is chance, so one that is lost is enough, and what is gained is no doubt.
 */
function judgedAgain(
  { lost }: NonNullable<GateFacts["repeated"]>,
  { winsTiesLosses: [wins, , losses] }: SubjectComparison,
  unit: string,
): { state: GateCheck["state"]; words: string } {
  if (lost.length > 0)
    return { state: "broken", words: `every ${unit} that passed with this work must still pass` };
  return {
    state: "held",
    words: wins + losses === 0 ? "the same on every task" : "all that passed with this work still does",
  };
}

function judged(
  comparison: SubjectComparison,
  { margin, failOn }: GatePolicy,
): { state: GateCheck["state"]; words: string } {
  const { nonInferiority, tasks, families, flips, winsTiesLosses } = comparison;
  const [wins, , losses] = winsTiesLosses;
  if (wins + losses === 0) return { state: "held", words: "the same on every task" };
  const { interval } = nonInferiority;
  const seen = interval === null ? "" : ` (interval ${differenceRange(interval, -margin)})`;
  if (nonInferiority.state === "shown-worse")
    return { state: "broken", words: `surely worse by more than ${asSet(margin)}${seen}` };
  if (nonInferiority.state === "shown-not-worse")
    return { state: "held", words: `surely not worse by more than ${asSet(margin)}${seen}` };
  const doubtful = failOn === "doubt" ? "broken" : "open";
  if ((families ?? tasks) >= minimumTasks)
    return {
      state: doubtful,
      words: `whether it is worse by more than ${asSet(margin)} cannot be told${seen}`,
    };
  const units = families === undefined ? "tasks" : "families of tasks";
  const few = `too few ${units} for a test, which takes ${minimumTasks}`;
  return flips.some(({ direction }) => direction === "lost")
    ? { state: "broken", words: `${few}, so every task that passed must still pass` }
    : { state: doubtful, words: few };
}

function limitChecks({ subjects, unit }: GateFacts, policy: GatePolicy): GateCheck[] {
  const { maxCost, maxTime, failOn } = policy;
  const checks: GateCheck[] = [];
  const nameOf = shortNames(subjects.map(({ name }) => name));
  for (const { name, costUsd, seconds } of subjects) {
    const who = nameOf(name);
    if (maxCost !== null) {
      const show = (usd: readonly number[]) => formatMoneyApart(usd).map((text) => `${text} a ${unit}`);
      checks.push(limitCheck("cost", costUsd, maxCost, { show, who, unknown: "broken" }));
    }
    if (maxTime !== null) {
      const show = (each: readonly number[]) => durationsApart(each).map((text) => `${text} a ${unit}`);
      const unknown = failOn === "doubt" ? "broken" : "open";
      checks.push(limitCheck("time", seconds, maxTime, { show, who, unknown }));
    }
  }
  return checks;
}

/** Times of one sentence, given in seconds: to the millisecond where two that are not the same would look the same. */
function durationsApart(seconds: readonly number[]): string[] {
  const texts = seconds.map((each) => exactDuration(each * 1000));
  const alike = new Set(texts).size < new Set(seconds).size;
  return alike ? seconds.map((each) => `${Number(each.toFixed(3))} s`) : texts;
}

/** So short that it would look like none: with two digits that count. */
function exactDuration(ms: number): string {
  return ms < 10 ? `${Number(ms.toPrecision(2))} ms` : formatDuration(ms);
}

function limitCheck(
  name: "cost" | "time",
  value: number | null,
  most: number,
  {
    show,
    who,
    unknown,
  }: {
    /** Values of one sentence as text: those that are not the same do not look the same. */
    show: (values: readonly number[]) => readonly string[];
    who: string;
    /** What it is when nobody knows. */
    unknown: GateCheck["state"];
  },
): GateCheck {
  const verb = name === "cost" ? "costs" : "takes";
  if (value === null) {
    const what = name === "cost" ? "what it costs" : "how long it takes";
    const why = name === "cost" ? "" : " (every run broke, or was measured while the machine was starved)";
    return {
      name,
      state: unknown,
      sentence: `${who}: nobody knows ${what}${why}, and at most ${show([most])[0]} is asked for.`,
    };
  }
  const [own, limit] = show([value, most]);
  const held = value <= most + 1e-12;
  return {
    name,
    state: held ? "held" : "broken",
    sentence: `${who} ${verb} ${own}; at most ${limit} is asked for.`,
  };
}

function coverageChecks({ coverage }: GateFacts, { minCoverage }: GatePolicy): GateCheck[] {
  if (minCoverage === null) return [];
  const { scored, planned } = coverage;
  const share = planned === 0 ? 0 : scored / planned;
  const sentence = `${scored} of ${planned} runs have a result (${percent(share)} %); at least ${percent(minCoverage)} % is asked for.`;
  return [{ name: "coverage", state: share >= minCoverage - 1e-12 ? "held" : "broken", sentence }];
}

function passChecks({ passes }: GateFacts, { failUnder }: GatePolicy): GateCheck[] {
  if (passes === undefined || failUnder === undefined) return [];
  const { passed, total } = passes;
  const share = total === 0 ? 0 : passed / total;
  const sentence = `${passed} of ${counted(total, "case")} passed (${percent(share)} %); at least ${percent(failUnder)} % is asked for with --fail-under.`;
  return [{ name: "passes", state: isShare(passes, failUnder) ? "held" : "broken", sentence }];
}

/** Did so many of the cases pass, but for what the machine rounds? */
export function isShare({ passed, total }: { passed: number; total: number }, share: number): boolean {
  return passed >= total * share - 1e-9;
}

/** Rounded down, so that what falls short never looks as if it did not. */
function percent(share: number): string {
  return String(Math.floor(share * 1000 + 1e-9) / 10);
}

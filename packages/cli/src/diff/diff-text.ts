import { formatDuration, formatMoney } from "@flow-state-dev/core";
import {
  type ComparedSide,
  type RunComparison,
  type RunDifference,
  type SideRatio,
  type SubjectComparison,
  shortRunId,
} from "@flow-state-dev/records";
import { minimumTasks } from "@flow-state-dev/stats";
import { alignRows } from "../text/align-rows.ts";
import { listNames } from "../text/list-names.ts";
import { shortNames } from "../text/short-names.ts";
import {
  asSet,
  counted,
  countedInFamilies,
  differenceRange,
  digitsOfChange,
  fixed,
  roundedUp,
  signed,
  times,
  timesRange,
} from "../text/show-numbers.ts";
import { visibleLine } from "../text/visible-text.ts";
import { asStarted } from "../typed/as-started.ts";
import { countsAlone, hintText } from "./doubts.ts";
import { measureName } from "./measure-name.ts";
import { subjectsAlone } from "./subjects-alone.ts";

/** So many differences are told one by one. */
const detailsShown = 8;

/** Two runs beside each other, for people: what differs, then score, cost, time and flips of each subject. */
export function diffText(comparison: RunComparison): string {
  const { unlike, subjects } = comparison;
  const lines = [
    headOf(comparison),
    ...unlike.map((sentence) => `! ${visibleLine(sentence, 400)}`),
    ...differenceLines(comparison),
    ...leftOutLines(comparison),
    ...coverageLines(comparison),
  ];
  const nameOf = shortNames(subjects.flatMap(({ a, b }) => [a.subject, b.subject]));
  const blocks = subjects.map((subject) => {
    const head = subjects.length > 1 ? `${sideNames(subject, nameOf)}\n` : "";
    return `${head}${subjectText(subject, measureName(comparison))}`;
  });
  return `${lines.join("\n")}\n${blocks.map((block) => (subjects.length > 1 ? `\n${block}` : block)).join("")}`;
}

function headOf({ a, b, subjects, differences }: RunComparison): string {
  const nameOf = shortNames([a.name, b.name]);
  const name = a.name === b.name ? nameOf(b.name) : `${nameOf(a.name)} and ${nameOf(b.name)}`;
  const model = differences.matter.filter(({ topic }) => topic === "model");
  const [only] = subjects.length === 1 ? subjects : [];
  const who = only
    ? `, ${sideNames(only, shortNames([only.a.subject, only.b.subject]))}${modelChange(model)}`
    : `, ${counted(subjects.length, "subject")}`;
  return `${name}${who} · run ${shortRunId(a.id)} → ${shortRunId(b.id)}`;
}

function sideNames({ a, b }: SubjectComparison, nameOf: (subject: string) => string): string {
  return a.subject === b.subject ? nameOf(a.subject) : `${nameOf(a.subject)} → ${nameOf(b.subject)}`;
}

/** `: one → other`, when exactly one model took the place of another. */
function modelChange(differences: readonly RunDifference[]): string {
  const changes = differences.filter(({ a, b }) => a !== "none" && b !== "none");
  const pairs = new Set(changes.map(({ a, b }) => changeText(a, b)));
  return pairs.size === 1 ? `: ${[...pairs][0]}` : "";
}

function differenceLines({ differences, tasks }: RunComparison): string[] {
  if (tasks.unchecked) return ["One of them is a file of results: what else differs cannot be told."];
  const topics = [...new Set(differences.matter.map(({ topic }) => topic))];
  const informational = [...new Set(differences.informational.map(({ topic }) => topic))];
  const also = informational.length === 0 ? "" : `; also, for information: ${informational.join(", ")}`;
  const same = differences.same.length === 0 ? "" : `; same ${differences.same.join(", ")}`;
  const head =
    topics.length === 0 ? `same in all that matters${also}` : `differs: ${topics.join(", ")}${same}${also}`;
  const detailed = differences.matter.filter(({ topic }) => topic !== "tasks").slice(0, detailsShown);
  const more = differences.matter.filter(({ topic }) => topic !== "tasks").length - detailed.length;
  return [
    `(${visibleLine(head, 300)})`,
    ...detailed.map(({ what, a, b }) => `  ${visible(what)}: ${changeText(a, b)}`),
    ...(more > 0 ? [asStarted(`  and ${more} more; x diff … --json has all`)] : []),
  ];
}

/** What is in one of the two alone, or not the same in both, and is therefore not compared. */
function leftOutLines(comparison: RunComparison): string[] {
  const { tasks, a, b } = comparison;
  const subjects = subjectsAlone(comparison);
  const said: [string, readonly string[]][] = [
    ["tasks with changed content, left out", tasks.changed],
    [`tasks only in ${shortRunId(a.id)}, left out`, tasks.onlyA],
    [`tasks only in ${shortRunId(b.id)}, left out`, tasks.onlyB],
    [`subjects only in ${shortRunId(a.id)}, left out`, subjects.onlyA],
    [`subjects only in ${shortRunId(b.id)}, left out`, subjects.onlyB],
  ];
  return said.filter(([, names]) => names.length > 0).map(([what, names]) => `${what}: ${listNames(names)}`);
}

function coverageLines({ a, b }: RunComparison): string[] {
  if (a.scored === a.planned && b.scored === b.planned) return [];
  return [`scored ${a.scored} of ${a.planned} cells → ${b.scored} of ${b.planned}`];
}

function subjectText(comparison: SubjectComparison, measure: string): string {
  const { a, b, flips, tasks, families, droppedTasks, pairs } = comparison;
  if (tasks === 0)
    return `nothing to compare: no task has a score on both sides (${counted(pairs.length, "task")}).\n`;
  const rows = [
    [measure, scoreText(comparison)],
    ...(families === undefined ? [] : [["compared", `on ${countedInFamilies(tasks, families)}`]]),
    ["cost", ratioText(comparison.costRatio, costOf(a), costOf(b))],
    ["time", ratioText(comparison.timeRatio, timeOf(a), timeOf(b)) + untimedText(a, b)],
    ...flipRows(flips),
    ...(droppedTasks.length > 0 ? [["no score", `on one side: ${listNames(droppedTasks)}`]] : []),
  ];
  return alignRows(rows);
}

function scoreText(comparison: SubjectComparison): string {
  const { a, b, delta } = comparison;
  const digits = digitsOfChange(a.mean!, b.mean!);
  return `${fixed(a.mean!, digits)} → ${fixed(b.mean!, digits)}   ${signed(delta!, digits)}${intervalText(comparison)}, ${verdictText(comparison)}`;
}

function intervalText({ paired }: SubjectComparison): string {
  return paired === null ? "" : ` (${differenceRange(paired.interval95)})`;
}

/** The verdict, and what a reader needs to take it rightly. */
export function verdictText(comparison: SubjectComparison): string {
  const { verdict, tasks, families, margin, winsTiesLosses } = comparison;
  const [wins, , losses] = winsTiesLosses;
  const tally = `better on ${wins} of ${tasks} tasks, worse on ${losses}`;
  switch (verdict) {
    case "too-few-tasks":
      return families === undefined
        ? `too few tasks to tell: ${tasks} of at least ${minimumTasks}`
        : `too few families of tasks to tell: ${families} of at least ${minimumTasks}`;
    case "equivalent":
      return `equivalent (within ${asSet(margin)})`;
    case "inconclusive":
      return `inconclusive${openText(comparison)}`;
    default:
      return `${verdict} (${tally})${hintText(comparison)}`;
  }
}

/** Why nothing is said though there may be a difference. */
function openText({ paired, detectable: seen }: SubjectComparison): string {
  if (countsAlone(paired)) return ": it would count alone, but not as one of several comparisons";
  if (seen === null) return "";
  return seen >= 1
    ? ": hardly any difference would have been seen"
    : `: about ${roundedUp(seen)} or more would have been seen`;
}

function costOf({ costUsd }: ComparedSide): string | null {
  return costUsd === null ? null : formatMoney(costUsd);
}

function timeOf({ workingMs }: ComparedSide): string | null {
  return workingMs === null ? null : formatDuration(workingMs);
}

/** Why a time is not known. */
function untimedText(...sides: ComparedSide[]): string {
  return sides.every(({ workingMs }) => workingMs !== null)
    ? ""
    : "; not known where no run of a task can be timed: it broke, or the machine was starved";
}

function ratioText(ratio: SideRatio | null, a: string | null, b: string | null): string {
  const amounts = `${a ?? "not known"} → ${b ?? "not known"} a run`;
  if (ratio === null) return amounts;
  const interval = ratio.interval95 === null ? "" : ` (${timesRange(ratio.interval95)})`;
  return `${amounts}, ${times(ratio.value)} times${interval}`;
}

function flipRows(flips: SubjectComparison["flips"]): string[][] {
  const of = (direction: "gained" | "lost") =>
    flips.filter((flip) => flip.direction === direction).map(({ task }) => task);
  const parts = [
    ...(of("gained").length > 0 ? [`✓ ${listNames(of("gained"))}`] : []),
    ...(of("lost").length > 0 ? [`✗ ${listNames(of("lost"))}`] : []),
  ];
  return parts.length === 0 ? [["flipped", "nothing"]] : [["flipped", parts.join("      ")]];
}

/** Two that are different look different, however long they are alike. */
function changeText(a: string, b: string): string {
  return [a, b].map(shortNames([a, b])).join(" → ");
}

function visible(text: string): string {
  return visibleLine(text, 60);
}

import { formatCellCost, formatDuration } from "@flow-state-dev/core";
import {
  type CellRecord,
  type Outcome,
  type RunManifest,
  type Spend,
  shortRunId,
} from "@flow-state-dev/records";
import { showHint } from "../bench/show-hint.ts";
import { alignRows } from "../text/align-rows.ts";
import { fitLines } from "../text/fit-lines.ts";
import { counted, fixed, grouped } from "../text/show-numbers.ts";
import { type BlockLimits, visibleLine, visibleLines } from "../text/visible-text.ts";
import { comparedText } from "./compared-text.ts";
import type { FoundCell } from "./find-cell.ts";
import { objectsIn } from "./objects-in.ts";
import type { CellView } from "./read-cell.ts";
import { textOf } from "./text-of.ts";
import { transcriptLines } from "./transcript-text.ts";

const brief: BlockLimits = { lines: 20, width: 200 };
/** Nothing is cut. */
const whole: BlockLimits = { lines: Number.POSITIVE_INFINITY, width: Number.POSITIVE_INFINITY };

/** Sections with what others wrote: their lines stay as they are, however narrow a terminal is. */
const foreign = new Set(["Prompt", "Output", "Patch", "Transcript"]);

/**
 * A cell for people: what was asked, how it ended and why, what it cost, what came out, what happened.
 *
 * @param columns of the terminal, which what is said of the cell is fitted to; absent for files and pipes
 */
export function cellText(
  view: CellView,
  others: FoundCell["others"],
  { full = false, columns }: { full?: boolean | undefined; columns?: number | undefined } = {},
): string {
  const limits = full ? whole : brief;
  const { events, prompt, output, patch } = view;
  const sections: [string, readonly string[]][] = [
    ["Prompt", prompt === null ? ["(not kept)"] : visibleLines(prompt, limits)],
    ["Expectations", expectationLines(view, limits)],
    ["Judge", findingLines(view, limits)],
    ["Scorers", scorerLines(view, limits)],
    ["Attempts", attemptLines(view)],
    ["Notes", noteLines(view, limits)],
    ["Output", output === null ? [] : visibleLines(output, limits)],
    ["Patch", patch === null || patch === "" ? [] : visibleLines(patch, limits)],
    ["Transcript", events === null ? [] : transcriptSection(events, full)],
  ];
  const shown = sections.filter(([, lines]) => lines.length > 0);
  const section = ([name, lines]: [string, readonly string[]]) => {
    const indented = lines.map((line) => `  ${line}`.trimEnd());
    const fitted = foreign.has(name) ? indented : indented.map((line) => fitSaid(line, columns));
    return `\n${name}\n${fitted.join("\n")}\n`;
  };
  return [
    fitLines(headText(view), columns),
    ...shown.map(section),
    fitLines(othersText(view, others, full), columns),
  ].join("");
}

/** What a program printed stands behind a bar and keeps its lines. */
function fitSaid(line: string, columns: number | undefined): string {
  return line.startsWith("      │") ? line : fitLines(line, columns);
}

function headText({ run, cell, isOfAnother, calls, used, costUsd, evidence }: CellView): string {
  const { subject, task, workingMs, waitingMs, suspect, spend } = cell;
  const who = `${visibleLine(subject, 60)} on ${visibleLine(task, 60)}, run ${cell.run + 1}`;
  const parts = [
    ["agentMs", "agent"],
    ["setupMs", "set-up"],
    ["gradingMs", "grading"],
    ["latencyMs", "subject"],
  ].flatMap(([name, what]) => {
    const ms = evidence[name!];
    return typeof ms === "number" ? [`${what} ${formatDuration(ms)}`] : [];
  });
  const split = parts.length === 0 ? "" : ` (${parts.join(", ")})`;
  const waited = waitingMs > 0 ? `, waited ${formatDuration(waitingMs)}` : "";
  const models = [...calls.byModel]
    .map(([model, count]) => `${visibleLine(model, 60)} × ${count}`)
    .join(", ");
  const rows = [
    [
      "outcome",
      `${outcomeText(cell.outcome, cell.running)}${cell.outcome && isOfAnother ? beforeChange(run) : ""}`,
    ],
    [
      "cost",
      evidence.costUsd === null && spend.subject + spend.agent === 0
        ? unknownCost(spend)
        : `${spendText(spend, run.manifest, costUsd !== null)}${comparedText(cell)}`,
    ],
    ["tokens", tokensText(used)],
    [
      "time",
      `${formatDuration(workingMs)}${split}${waited}${suspect ? ", not to be trusted: the machine was starved" : ""}`,
    ],
    ...(calls.count > 0 ? [["calls", `${calls.count} (${models})`]] : []),
  ];
  const { kind, name, simulated } = run.manifest;
  const notice = simulated ? "simulated model: this shows the tool, not the models\n" : "";
  return `${who} · ${visibleLine(name, 60)} (${visibleLine(kind, 20)}, run ${shortRunId(run.id)})\n${notice}${alignRows(rows)}`;
}

function tokensText(used: CellView["used"]): string {
  if (used === null) return "unknown";
  return `${grouped(used.inputTokens)} in, ${grouped(used.outputTokens)} out`;
}

/** How a cell ended, in a line. */
export function outcomeText(outcome: Outcome | null, running = false): string {
  if (outcome === null) return running ? "running" : "no result yet";
  switch (outcome.kind) {
    case "passed":
    case "failed":
      return `${outcome.kind === "passed" ? "✓" : "✗"} ${outcome.kind}, score ${fixed(outcome.score, 3)}`;
    case "timed-out":
      return `✗ time was up after ${formatDuration(outcome.afterMs)}`;
    case "cancelled":
      return `! cancelled: ${visibleLine(outcome.reason, 400)}`;
    default: {
      const mark = outcome.kind === "errored" || outcome.kind === "over-budget" ? "✗" : "!";
      return `${mark} ${outcome.kind}: ${visibleLine(outcome.error.message, 400)}`;
    }
  }
}

/** An agent that calls models by itself and did not tell what it used. */
function unknownCost({ judge }: Spend): string {
  return judge > 0 ? `unknown agent, ${formatCellCost(judge)} judge` : "unknown";
}

/** @param isKnown whether the cost of subject or agent is; of one that is not, a part may be booked */
function spendText(
  { subject, judge, agent, carried, unknownCalls }: Spend,
  { kind }: RunManifest,
  isKnown: boolean,
): string {
  const isOfAgent = agent > 0 || kind === "bench" || kind === "run";
  const booked = isKnown || subject + agent > 0 ? formatCellCost(subject + agent) : "unknown";
  const parts = [
    `${booked} ${isOfAgent ? "agent" : "subject"}`,
    ...(judge > 0 ? [`${formatCellCost(judge)} judge`] : []),
    ...(carried > 0 ? [`of it ${formatCellCost(carried)} carried for calls whose end nobody knows`] : []),
    ...(unknownCalls > 0 ? [`${counted(unknownCalls, "call")} of unknown cost`] : []),
  ];
  return parts.join(", ");
}

function expectationLines({ evidence }: CellView, { width, lines }: BlockLimits): string[] {
  const outputLines = Number.isFinite(lines) ? 12 : lines;
  return objectsIn(evidence.expectations).flatMap((each) => {
    const mark = each.pass === true ? "✓" : each.pass === false ? "✗" : "?";
    const output =
      typeof each.output === "string" ? each.output.trimEnd().split("\n").slice(-outputLines) : [];
    return [
      `${mark} ${visibleLine(textOf(each.expectation), width)}`,
      `    ${visibleLine(textOf(each.evidence ?? ""), width)}`,
      ...output.map((line) => `    │ ${visibleLine(line, width)}`),
    ];
  });
}

function findingLines({ evidence }: CellView, { width }: BlockLimits): string[] {
  const failures = objectsIn(evidence.judgeFailures).map(
    ({ judge, message }) => `! ${visibleLine(textOf(judge), 60)}: ${visibleLine(textOf(message), width)}`,
  );
  const findings = objectsIn(evidence.findings).flatMap((each) => {
    const mark = { met: "✓", unmet: "✗" }[textOf(each.verdict)] ?? "?";
    const score = typeof each.score === "number" ? ` (${fixed(each.score)})` : "";
    return [
      `${mark} ${visibleLine(textOf(each.criterion), width)}${score}`,
      `    ${visibleLine(textOf(each.evidence ?? ""), width)}`,
    ];
  });
  const { judgeLeftOut } = evidence;
  const unseen =
    typeof judgeLeftOut === "string"
      ? [`! The judge did not see all of it: ${visibleLine(judgeLeftOut, width)}.`]
      : [];
  return [...findings, ...failures, ...unseen];
}

function scorerLines({ evidence }: CellView, { width }: BlockLimits): string[] {
  const scores = Object.entries((evidence.codeScores ?? {}) as Record<string, unknown>);
  const errors = Object.entries((evidence.scorerErrors ?? {}) as Record<string, unknown>);
  return [
    ...scores.map(([name, score]) => `${visibleLine(name, 60)} ${fixed(Number(score), 3)}`),
    ...errors.map(([name, problem]) => `! ${visibleLine(name, 60)}: ${visibleLine(textOf(problem), width)}`),
  ];
}

/** One attempt that simply ended is told above. */
function attemptLines({ run, attempts }: CellView): string[] {
  if (attempts.length < 2) return [];
  return attempts.map((attempt) => {
    const ended = attempt.state === "ended" ? outcomeText(attempt.outcome) : attempt.state;
    return `${attempt.attempt}. ${attempt.startedAt}  ${ended}${attempt.ofAnother ? beforeChange(run) : ""}`;
  });
}

/** Behind what came of a task that was changed since. */
function beforeChange({ manifest }: CellView["run"]): string {
  return `, when the ${manifest.kind === "bench" ? "case" : "task"} was another one`;
}

function noteLines({ evidence }: CellView, limits: BlockLimits): string[] {
  const width = Math.max(400, limits.width);
  const detail = typeof evidence.detail === "string" && evidence.detail !== "" ? evidence.detail : null;
  const putBack = texts(evidence.putBack);
  return [
    ...(detail === null
      ? []
      : [`the agent ended: ${visibleLine(`${textOf(evidence.ended)}, ${detail}`, width)}`]),
    ...(putBack.length > 0 ? [`put back before grading: ${visibleLine(putBack.join(", "), width)}`] : []),
    ...texts(evidence.warnings).map((warning) => visibleLine(warning, width)),
    ...(typeof evidence.kept === "string" ? [`kept in ${visibleLine(evidence.kept, width)}`] : []),
  ];
}

function transcriptSection(
  { events, left, unreadable }: NonNullable<CellView["events"]>,
  full: boolean,
): string[] {
  const most = full ? events.length : 60;
  const limits = full ? whole : { lines: 6, width: 160 };
  const lines = transcriptLines(events.slice(0, most), limits);
  return [
    ...lines,
    ...(events.length > most ? [`[${counted(events.length - most, "more event")}; --full shows all]`] : []),
    ...(left > 0 ? [`[${counted(left, "event")} did not fit when it was written]`] : []),
    ...(unreadable > 0 ? [`[${counted(unreadable, "line")} cannot be read]`] : []),
  ];
}

function othersText({ run, cell }: CellView, others: readonly CellRecord[], full: boolean): string {
  if (others.length === 0) return "";
  const command = showHint(run.id, others[0]!, { only: false });
  const more = full ? " --full" : "";
  return `\n${counted(others.length, "other result")} of ${visibleLine(cell.task, 60)}, such as: ${visibleLine(command, 200)}${more}\n`;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

import {
  type AttemptRecord,
  artifactText,
  atSameContent,
  type CellId,
  type CellRecord,
  cellUsage,
  type Run,
  type RunStore,
  scoreOf,
  spentUsd,
  type WorkAtContent,
} from "@flow-state-dev/records";
import type { CaseEvidence } from "@flow-state-dev/suites";
import { type CellAddress, type CellView, type ShownText, showable, shownText } from "@flow-state-dev/viewer";
import { countCalls } from "../show/count-calls.ts";
import { plannedRuns } from "../show/planned-runs.ts";
import { standing } from "./grid-of-run.ts";
import { criteriaOf, scorersOf } from "./judged-evidence.ts";
import type { TaskFacts } from "./task-facts.ts";
import { timelineOfAgent } from "./timeline-of-agent.ts";
import { timelineOfFlow } from "./timeline-of-flow.ts";
import { timingOf } from "./timing-of-attempt.ts";

const mostEvents = 2000;

/** All there is to see of a cell; null when it was never tried and is not in the plan. */
export async function cellOfRun(
  store: RunStore,
  run: Run,
  facts: readonly TaskFacts[],
  { subject, task, repetition }: CellAddress,
): Promise<CellView | null> {
  const cell: CellId = { subject, task, run: repetition };
  const planned = run.manifest.subjects.includes(subject) && Object.hasOwn(run.manifest.tasks, task);
  const record = await store.cell(run.id, cell);
  if (!record && !(planned && repetition < (plannedRuns(run)?.get(task) ?? run.manifest.runs))) return null;
  const attempts = await store.attempts(run.id, cell);
  const own = record && (await atSameContent(store, run.id, record));
  const isOfAnother = record !== null && record.taskHash !== run.manifest.tasks[task];
  const last = attempts.findLast(({ state }) => state === "ended");
  const ended = last?.state === "ended" ? last : null;
  const { count } = await countCalls((own?.store ?? store).calls(run.id, cell));
  const read = artifactsOf(store, run.id, cell, ended);
  const timeline = await timelineOf(await read("transcript"));
  const known = facts.find(({ id }) => id === task);
  const evidence = ended?.evidence ?? {};
  const { fromCaseEvidence } = await import("@flow-state-dev/suites");
  const ofCase = fromCaseEvidence(evidence);
  const outcome = record?.outcome ?? null;
  const spend = own?.cell.spend;
  return {
    ...{ run: run.id, subject, task, repetition, category: known?.category ?? null },
    outcome: record ? standing(record.outcome?.kind, record.running) : "untried",
    score: outcome === null ? null : scoreOf(outcome),
    error: outcome === null ? null : errorOf(outcome),
    suspect: record?.suspect ?? false,
    prompt: known?.prompt && !isOfAnother ? shownText(known.prompt) : promptOf(timeline.events),
    output: (await read("output"))?.shown ?? (await read("answer"))?.shown ?? null,
    patch: (await read("patch"))?.shown ?? null,
    criteria: criteriaOf(evidence),
    expectations: (ofCase.expectations ?? []).map(({ expectation, pass, evidence: seen, output }) => ({
      ...{ expectation: showable(expectation), pass, evidence: showable(seen) },
      output: output === undefined ? null : shownText(output),
    })),
    codeScores: scorersOf(evidence),
    notes: [...notesOf(ofCase), ...unseenOf(evidence)],
    timeline: timeline.events.slice(0, mostEvents),
    eventsLeft: timeline.left + Math.max(0, timeline.events.length - mostEvents),
    attempts: attempts.map((each) => ({
      ...attemptView(each),
      ofAnother: each.taskHash !== (run.manifest.tasks[task] ?? each.taskHash),
    })),
    calls: {
      count,
      retried: timeline.events.filter(({ kind, ok }) => kind === "notice" && ok === false).length,
    },
    tokens: await tokensOf(run, own),
    cost: {
      ...{
        subject: spend?.subject ?? 0,
        judge: spend?.judge ?? 0,
        agent: spend?.agent ?? 0,
      },
      unknownCalls: (spend?.unknownCalls ?? 0) || (toldNothing(spend, ofCase) ? 1 : 0),
    },
    timing: ended ? timingOf(ended, ofCase) : [],
    health: ended?.health ? { ...ended.health, starvedMs: ended.health.starvedMs ?? null } : null,
    turns: ofCase.turns ?? null,
  };
}

/** An agent that calls models by itself, and did not say what that cost: nobody knows it. */
function toldNothing(spend: CellRecord["spend"] | undefined, ofCase: Partial<CaseEvidence>): boolean {
  return ofCase.costUsd === null && (spend === undefined || spend.subject + spend.agent === 0);
}

type Ended = Extract<AttemptRecord, { state: "ended" }>;

/** Reads artifacts of an attempt, each at most once; null for those it has not. */
function artifactsOf(store: RunStore, runId: string, cell: CellId, ended: Ended | null) {
  return async (name: string): Promise<{ text: string; shown: ShownText } | null> => {
    if (!ended?.artifacts.some((each) => each.name === name)) return null;
    const artifact = await store.artifact(runId, cell, ended.attempt, name);
    if (!artifact) return null;
    const text = artifactText(artifact);
    return { text, shown: shownText(text, { name, attempt: ended.attempt }) };
  };
}

async function timelineOf(
  transcript: { text: string } | null,
): Promise<{ events: CellView["timeline"]; left: number }> {
  if (!transcript) return { events: [], left: 0 };
  if (transcript.text.startsWith('{"transcript"')) {
    const { readTranscript } = await import("@flow-state-dev/suites");
    const { events, left } = readTranscript(transcript.text);
    return { events: timelineOfAgent(events), left };
  }
  const lines = transcript.text.split("\n").flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return typeof value === "object" && value !== null ? [value] : [];
    } catch {
      return [];
    }
  });
  return { events: timelineOfFlow(lines), left: 0 };
}

/** Where no task says it, the first thing that went in. */
function promptOf(events: CellView["timeline"]): ShownText | null {
  return events.find(({ kind, who, body }) => body && (who === "user" || kind === "block"))?.body ?? null;
}

function errorOf(outcome: NonNullable<Awaited<ReturnType<RunStore["cell"]>>>["outcome"]): string | null {
  if (!outcome) return null;
  if ("error" in outcome) return showable(outcome.error.message);
  if (outcome.kind === "timed-out") return `It was not done after ${outcome.afterMs / 1000} s.`;
  return outcome.kind === "cancelled" ? showable(outcome.reason) : null;
}

function notesOf({ ended, detail, putBack = [], warnings = [], kept, exitCode }: Partial<CaseEvidence>) {
  const notes = [
    ...(ended !== undefined && (ended !== "done" || detail)
      ? [`The agent ended: ${ended}${detail ? `, ${detail}` : ""}`]
      : []),
    ...(typeof exitCode === "number" && exitCode !== 0 ? [`Its exit code was ${exitCode}.`] : []),
    ...(putBack.length > 0 ? [`Put back before grading: ${putBack.join(", ")}`] : []),
    ...warnings,
    ...(kept === undefined ? [] : [`Its workspace is kept: ${kept}`]),
  ];
  return notes.map(showable);
}

/** What no judge of a benchmark saw; of a case it is among its own warnings. */
function unseenOf({ judgeLeftOut }: Record<string, unknown>): string[] {
  if (typeof judgeLeftOut !== "string") return [];
  return [showable(`The judge did not see all of it: ${judgeLeftOut}.`)];
}

function attemptView(attempt: AttemptRecord): Omit<CellView["attempts"][number], "ofAnother"> {
  const { state, startedAt, spend } = attempt;
  return {
    ...{ attempt: attempt.attempt, state, startedAt },
    outcome: state === "ended" ? attempt.outcome.kind : null,
    error: state === "ended" ? errorOf(attempt.outcome) : null,
    endedAt: state === "running" ? null : attempt.endedAt,
    costUsd: spentUsd(spend),
    artifacts: state === "ended" ? attempt.artifacts.map((each) => ({ ...each })) : [],
  };
}

/** Those of the judge not included; null when nobody knows. */
async function tokensOf({ id, manifest }: Run, own: WorkAtContent | null): Promise<CellView["tokens"]> {
  if (!own) return { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
  const used = await cellUsage(own.store, { id, kind: manifest.kind }, own.cell);
  if (!used) return null;
  return {
    ...{ input: used.inputTokens, output: used.outputTokens },
    ...{ cacheRead: used.cacheReadTokens, cacheWrite: used.cacheWriteTokens },
    reasoning: used.reasoningTokens,
  };
}

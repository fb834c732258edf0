import {
  type CollectedCell,
  collectScores,
  failed,
  type Outcome,
  outcomeKinds,
  passed,
  type ScoredRun,
} from "@flow-state-dev/records";
import { unknownContent } from "./results-file.ts";

/** What is looked at of a cell in a report. */
interface FileCell {
  subject?: unknown;
  taskId?: unknown;
  taskHash?: unknown;
  run?: unknown;
  outcome?: unknown;
  score?: unknown;
  passed?: unknown;
  errored?: unknown;
  subjectCostUsd?: unknown;
  unknownCalls?: unknown;
  counted?: { costUsd?: unknown; unknownCalls?: unknown } | null;
}

/**
 * What the report of a benchmark says, as `x compare --format json` writes it, as the scores of a run. A task without a
 * hash, or with two, has `unknownContent`. Its times are those of subjects alone, so they are left out. Null when it is
 * no such file.
 */
export function scoresOfReport(data: unknown): ScoredRun | null {
  const { name, results, runId, runs, simulated, judge } = (data ?? {}) as Record<string, unknown>;
  const judges = (Object(judge) as { models?: unknown }).models;
  if (typeof name !== "string" || !Array.isArray(results)) return null;
  const collected = collectScores();
  const subjects = new Set<string>();
  const tasks = new Map<string, string>();
  for (const [at, each] of (results as (FileCell | null)[]).entries()) {
    if (typeof each?.subject !== "string" || typeof each.taskId !== "string") return null;
    const { subject, taskId: task } = each;
    subjects.add(subject);
    const hash = typeof each.taskHash === "string" ? each.taskHash : unknownContent;
    tasks.set(task, (tasks.get(task) ?? hash) === hash ? hash : unknownContent);
    const cell: CollectedCell = {
      ...{ subject, task, run: typeof each.run === "number" ? each.run : at },
      ...{ outcome: outcomeOf(each), workingMs: 0, suspect: true },
    };
    collected.add(cell, costOf(each));
  }
  return {
    scores: collected.scores,
    run: {
      ...{ id: typeof runId === "string" ? runId : "file", state: "finished", createdAt: "" },
      plannedCells: results.length,
      manifest: {
        ...{ kind: "compare", name, subjects: [...subjects] },
        tasks: Object.fromEntries(tasks),
        runs: typeof runs === "number" ? runs : 1,
        models: Array.isArray(judges) ? { judge: judges.join(", ") } : {},
        ...{ conditions: {}, circumstances: {}, simulated: simulated === true },
      },
    },
  };
}

/** By the rules of reports: the outcome decides where there is one, else the flags do. */
function outcomeOf(cell: FileCell): Outcome {
  const byFlags = cell.errored === true ? "errored" : cell.passed === true ? "passed" : "failed";
  const kind = outcomeKinds.find((known) => known === cell.outcome) ?? byFlags;
  const error = { name: "Error", message: "" };
  const score = typeof cell.score === "number" && Number.isFinite(cell.score) ? cell.score : null;
  switch (kind) {
    case "passed":
      return score === null ? { kind: "unscored", error } : passed(score);
    case "failed":
      return score === null ? { kind: "unscored", error } : failed(score);
    case "timed-out":
      return { kind, afterMs: 0 };
    case "cancelled":
      return { kind, reason: "" };
    default:
      return { kind, error };
  }
}

/** What the score took where the cell says so, else what was paid for it. */
function costOf({ counted, ...cell }: FileCell): number | null {
  const { unknownCalls } = counted ?? cell;
  const usd = counted ? counted.costUsd : cell.subjectCostUsd;
  const known = unknownCalls === undefined || unknownCalls === 0;
  return known && typeof usd === "number" ? usd : null;
}

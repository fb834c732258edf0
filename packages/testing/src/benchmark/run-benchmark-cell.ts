import {
  type BenchmarkSubject,
  type BenchmarkTask,
  type PriceTable,
  type ResponseCache,
  runBlock,
} from "@flow-state-dev/core";
import type { Judge, Judgement } from "@flow-state-dev/judge";
import { failed, type Outcome, passed } from "@flow-state-dev/records";
import {
  type CellContext,
  type CellResult,
  cellName,
  classify,
  type PlannedCell,
} from "@flow-state-dev/sweep";
import { runScorer, type ScorerOutcome } from "../scorers/run-scorer.ts";
import type { Scorer } from "../scorers/scorer.ts";
import { artifactNames, type CellEvidence, toEvidence } from "./cell-evidence.ts";
import type { BenchmarkResolvers } from "./executor-resolvers.ts";
import { outputText } from "./output-text.ts";
import { createTranscript } from "./transcript.ts";

/** What running one cell needs. */
export interface CellSetup {
  subject: BenchmarkSubject;
  task: BenchmarkTask;
  judge: Judge;
  scorers: readonly Scorer<unknown>[];
  resolvers: BenchmarkResolvers;
  prices: PriceTable;
  cache: ResponseCache | undefined;
}

/** A cell that has ended: what the store is told, and the text of the output for the report. */
export interface EndedCell {
  result: CellResult;
  evidence: CellEvidence;
  output: string;
}

/**
 * Runs the subject on the task, then the judge and the scorers on what came out. Throws what broke the subject. A
 * judge that fails leaves the cell unscored; what stops the judge and the subject alike (abort, budget, setup) is
 * thrown as it is.
 */
export async function runBenchmarkCell(
  setup: CellSetup,
  cell: PlannedCell,
  context: CellContext,
): Promise<EndedCell> {
  const { subject, task, resolvers, prices, cache } = setup;
  const transcript = createTranscript();
  const common = { prices, ...(cache && { cache }), cell: cellName(cell) };
  const { account, signal, pause } = context;
  const ran = await runBlock(subject.sequencer, subject.mapTask(task), {
    ...{ account, signal, pause, ...common },
    modelResolver: resolvers.executor(subject),
    onEvent: transcript.onEvent,
  });
  if (!ran.ok) throw ran.error;
  const output = outputText(ran.output);
  const judged = { ...setup, context: { account, signal, pause, ...common, modelResolver: resolvers.judge } };
  const [judgement, scores] = [await judgeOutput(judged, output), await scoreOutput(judged, ran.output)];
  const evidence: CellEvidence = {
    latencyMs: Math.max(0, ran.durationMs - ran.waitedMs),
    ...(judgement?.ok && {
      findings: judgement.findings,
      judgeScores: judgement.scores.map(({ score }) => score),
    }),
    ...scoresOf(scores),
  };
  const artifacts = [
    { name: artifactNames.output, mediaType: "text/plain", content: output },
    { name: artifactNames.transcript, mediaType: "application/jsonl", content: transcript.text() },
  ];
  const outcome = outcomeOf(judgement, scores);
  return { result: { outcome, evidence: toEvidence(evidence), artifacts }, evidence, output };
}

type Judged = CellSetup & { context: Parameters<Judge["judge"]>[1] & object };
type JudgeEnding = ({ ok: true } & Judgement) | { ok: false; outcome: Outcome };

/** Undefined when there is no rubric to judge by. */
async function judgeOutput(
  { task, judge, context }: Judged,
  output: string,
): Promise<JudgeEnding | undefined> {
  if (task.rubric.length === 0) return undefined;
  const result = await judge.judge({ prompt: task.prompt, rubric: task.rubric, output }, context);
  if (result.ok) return result;
  const { outcome, setupProblem } = classify(result.error);
  if (result.aborted || setupProblem !== undefined) throw result.error;
  if (outcome.kind !== "errored" && outcome.kind !== "infrastructure") throw result.error;
  return { ok: false, outcome: { kind: "unscored", error: outcome.error } };
}

async function scoreOutput({ task, scorers, context }: Judged, output: unknown): Promise<ScorerOutcome[]> {
  const { id, category, metadata, prompt, expected } = task;
  const args = {
    ...{ output, input: prompt, task: { id, category, ...(metadata && { metadata }) }, context },
    ...(expected !== undefined && { expected }),
    ...(context.signal && { signal: context.signal }),
  };
  const outcomes: ScorerOutcome[] = [];
  for (const scorer of scorers) outcomes.push(await runScorer(scorer, args));
  return outcomes;
}

/** The scores there are, and why there are no others. */
function scoresOf(outcomes: readonly ScorerOutcome[]): Pick<CellEvidence, "codeScores" | "scorerErrors"> {
  const scores = outcomes.flatMap((each) => (each.ok ? [[each.name, each.score] as const] : []));
  const errors = outcomes.flatMap((each) => (each.ok ? [] : [[each.name, each.reason] as const]));
  return {
    ...(scores.length > 0 && { codeScores: Object.fromEntries(scores) }),
    ...(errors.length > 0 && { scorerErrors: Object.fromEntries(errors) }),
  };
}

/** The judge decides where there is a rubric; without one the mean of the scorers does. */
function outcomeOf(judgement: JudgeEnding | undefined, outcomes: readonly ScorerOutcome[]): Outcome {
  if (judgement) {
    if (!judgement.ok) return judgement.outcome;
    return judgement.passed ? passed(judgement.score) : failed(judgement.score);
  }
  const scored = outcomes.filter((each) => each.ok);
  if (scored.length === 0) {
    const reasons = outcomes.map((each) => (each.ok ? "" : `${each.name}: ${each.reason}`)).join(" ");
    return {
      kind: "unscored",
      error: { name: "ScorerError", message: `No scorer gave a score. ${reasons}` },
    };
  }
  const mean = scored.reduce((sum, { score }) => sum + score, 0) / scored.length;
  return scored.every((each) => each.passed) ? passed(mean) : failed(mean);
}

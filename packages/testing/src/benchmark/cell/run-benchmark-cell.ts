import { toErrorRecord } from "@flow-state-dev/core";
import { outputText } from "@flow-state-dev/judge";
import { type Artifact, failed, type Outcome, passed } from "@flow-state-dev/records";
import {
  type CellContext,
  type CellResult,
  cellName,
  classify,
  type PlannedCell,
} from "@flow-state-dev/sweep";
import type { ScorerOutcome } from "../../scorers/run-scorer.ts";
import { artifactNames, type CellEvidence, toEvidence } from "./cell-evidence.ts";
import type { CellSetup } from "./cell-setup.ts";
import { type GradedOutput, readGradedOutput } from "./graded-output.ts";
import { type JudgeEnding, judgeEvidence, judgeOutput } from "./judge-output.ts";
import { type KeptSubject, outputFormOf, readKeptSubject } from "./kept-subject.ts";
import { type BrokenSubject, runSubject } from "./run-subject.ts";
import { scoreOutput, scorerSetup, scoresOf, withoutReference } from "./score-output.ts";
import { createTranscript } from "./transcript.ts";

/** A cell that has ended: what the store is told, and the text of the output for the report. */
export interface EndedCell {
  result: CellResult;
  evidence: CellEvidence;
  /** Absent when the subject came to none. */
  output?: string;
  /** Why the judge gave no score. */
  judgeError?: Error;
}

/**
 * Runs the subject on the task, then the judge and the scorers on what came out. What broke the subject is in the
 * result, beside its transcript. Limits of the cell hold for the subject alone; a judge that fails or takes too long
 * leaves the cell without a score, and the output is kept: the next attempt judges it, and the subject is not run
 * again. Neither is it when the process dies, or the cell is cut off, while the judge is at work.
 */
export async function runBenchmarkCell(
  setup: CellSetup,
  cell: PlannedCell,
  context: CellContext,
): Promise<EndedCell> {
  const { task, judge, resolvers, prices, cache, limits, store, graded } = setup;
  const transcript = createTranscript();
  const name = cellName(cell);
  const asItWas = setup.scorers.length > 0;
  const earlier = graded && (await readGradedOutput(store, graded, cell, { asItWas }));
  if (earlier?.state === "none") return endedElsewhere(earlier);
  const before =
    context.attempt > 1 && !graded ? await readKeptSubject(store, context.runId, cell) : undefined;
  const kept = earlier ?? before;
  const ran = kept
    ? ({ ...kept, state: "done" } as const)
    : await runSubject(setup, context, { cell: name, transcript });
  const { latencyMs } = ran;
  const told = transcriptOf(kept?.transcript ?? transcript.text());
  if (ran.state === "timed-out") {
    const outcome = { kind: "timed-out", afterMs: ran.afterMs } as const;
    return ended({ outcome, artifacts: [told] }, { latencyMs });
  }
  if (ran.state === "broke") return endedBroken(ran, told);
  const output = outputText(ran.output);
  const artifacts = [{ name: artifactNames.output, mediaType: "text/plain", content: output }, told] as const;
  const asksModels = task.rubric.length > 0 || setup.scorers.some((each) => each.asksModels);
  const durable = asksModels && !kept && (await keepOutput(ran, artifacts, context));
  const { account, pause } = context;
  const judging = {
    ...{ account, pause, prices, cell: name, modelResolver: resolvers.judge },
    ...(cache && { cache }),
  };
  const judgement = await judgeOutput({ task, output, judge, context: judging }, context, limits.judgingMs);
  const lost = judgement && !judgement.ok ? judgement : undefined;
  const scorers = before?.codeScores || lost?.setup || context.signal.aborted ? [] : setup.scorers;
  const scored = { task, output: ran.output, scorers, context: judging };
  const scores = await scoreOutput(scored, context, limits.judgingMs);
  const badSetup = judgement ? undefined : scorerSetup(scores, setup.scorers, context);
  const outcome = badSetup?.outcome ?? outcomeOf(judgement, scores);
  const outputForm = earlier?.isTextOnly ? undefined : outputFormOf(ran.output, output);
  const evidence = {
    ...{ latencyMs, ...judgeEvidence(judgement) },
    ...(before?.codeScores ? { codeScores: before.codeScores } : scoresOf(withoutReference(scores, setup))),
    ...(outputForm && { outputForm }),
    ...("cached" in ran && ran.cached && { cached: ran.cached }),
    ...(before && { madeIn: before.madeIn }),
    ...(earlier?.takenOver.work && { earlierWork: earlier.takenOver.work }),
  };
  const result = {
    outcome,
    artifacts: durable ? [] : artifacts,
    ...(lost && (lost.setup || lost.throttled) && { brokenBy: lost.error }),
    ...(badSetup && { brokenBy: badSetup.error }),
    ...(kept && { takenOver: kept.takenOver }),
  };
  return { ...ended(result, evidence), output, ...(lost && { judgeError: lost.error }) };
}

/** What it came to is for the sweep to say; what it did by then was paid for, and can be looked at. */
function endedBroken({ error, latencyMs }: BrokenSubject, transcript: Artifact): EndedCell {
  const { name, message, code } = toErrorRecord(error);
  const artifacts = transcript.content === "" ? [] : [transcript];
  const evidence = { latencyMs, error: { name, message, ...(code !== undefined && { code }) } };
  return ended({ outcome: classify(error).outcome, artifacts, brokenBy: error }, evidence);
}

/** What grading has no part in is as it was. */
function endedElsewhere({ outcome, latencyMs, transcript, takenOver }: GradedOutput & { state: "none" }) {
  const artifacts = transcript === "" ? [] : [transcriptOf(transcript)];
  const earlierWork = takenOver.work;
  return ended({ outcome, artifacts, takenOver }, { latencyMs, ...(earlierWork && { earlierWork }) });
}

function ended(result: CellResult, evidence: CellEvidence): EndedCell {
  return { result: { ...result, evidence: toEvidence(evidence) }, evidence };
}

/**
 * Makes what the subject came to durable before a judge is asked, which may take long: whoever is killed meanwhile has
 * not paid for it in vain. False when it is not kept.
 */
async function keepOutput(
  { output, latencyMs, cached }: Pick<KeptSubject, "output" | "latencyMs" | "cached">,
  artifacts: readonly [OutputArtifact, Artifact],
  context: CellContext,
): Promise<boolean> {
  const outputForm = outputFormOf(output, artifacts[0].content);
  if (outputForm === undefined) return false;
  const evidence = toEvidence({ latencyMs, outputForm, ...(cached && { cached }) });
  return context.keep({ evidence, artifacts });
}

interface OutputArtifact extends Artifact {
  content: string;
}

function transcriptOf(content: string): Artifact {
  return { name: artifactNames.transcript, mediaType: "application/jsonl", content };
}

/**
 * The judge decides where there is a rubric; without one the mean of the scorers does, if all of them gave a score:
 * that of the others alone is another measure, by which an output that breaks a scorer would look better. Those that
 * compare where the task has no reference are not asked of any subject, and not missed.
 */
function outcomeOf(judgement: JudgeEnding | undefined, outcomes: readonly ScorerOutcome[]): Outcome {
  if (judgement) {
    if (!judgement.ok) return judgement.outcome;
    return judgement.passed ? passed(judgement.score) : failed(judgement.score);
  }
  const scored = outcomes.filter((each) => each.ok);
  const missed = outcomes.filter((each) => !each.ok);
  if (scored.length === 0 || missed.some(({ code }) => code !== "missing-expected")) {
    const reasons = missed.map(({ name, reason }) => `${name}: ${reason}`).join(" ");
    const which = scored.length === 0 ? "No scorer" : "Not every scorer";
    return { kind: "unscored", error: { name: "ScorerError", message: `${which} gave a score. ${reasons}` } };
  }
  const mean = scored.reduce((sum, { score }) => sum + score, 0) / scored.length;
  return scored.every((each) => each.passed) ? passed(mean) : failed(mean);
}

import { createVoteTally, findingsIn, weightedScore } from "@flow-state-dev/judge";
import {
  type CellId,
  type CellRecord,
  type JsonObject,
  keyOfCell,
  type Run,
  type RunStore,
  scoreOf,
} from "@flow-state-dev/records";
import { cohenKappa, confusion } from "@flow-state-dev/stats";
import type {
  AgreementView,
  CriterionView,
  DisagreementView,
  JudgeView,
  Label,
  LabelBook,
} from "@flow-state-dev/viewer";
import { percent } from "../text/show-numbers.ts";
import { correctedScores, type JudgedOutput } from "./corrected-scores.ts";
import { checksOfJudge } from "./judge-checks.ts";
import { judgedCriteria } from "./judged-evidence.ts";
import { labelsOfRun } from "./labels-of-run.ts";

/** The findings of so many cells are read; of more, a share spread over the run. */
const mostRead = 2000;

/** Whether the judge of a run can be trusted: by itself, by canaries and golden set, and by labels. */
export async function judgeOfRun(store: RunStore, run: Run, book: LabelBook): Promise<JudgeView> {
  const cells: CellRecord[] = [];
  // A cell of a task that is no longer there, or is another one now, is of no plan.
  for await (const cell of store.cells(run.id))
    if (cell.outcome !== null && cell.taskHash === run.manifest.tasks[cell.task]) cells.push(cell);
  const every = Math.max(1, Math.ceil(cells.length / mostRead));
  const tally = createVoteTally();
  const labels = await labelsOfRun(store, run, book);
  const labelled = new Set(
    labels.map(({ subject, task, repetition: run }) => keyOfCell({ subject, task, run })),
  );
  const criteria = { judged: 0, met: 0, cannotJudge: 0 };
  const judged: Judged[] = [];
  const zeros: CellRecord[] = [];
  const tasks = { judged: new Set<string>(), others: new Set<string>() };
  let [read, graded] = [0, false];
  for (const [at, cell] of cells.entries()) {
    const sampled = at % every === 0;
    const evidence = sampled || labelled.has(keyOfCell(cell)) ? await evidenceOf(store, run.id, cell) : null;
    const found = evidence === null ? null : judgedCriteria(evidence);
    if (isJudged(cell)) judged.push(judgedOf(cell, found ?? []));
    graded ||= evidence !== null && isGraded(evidence);
    if (countsNothing(run, cell)) zeros.push(cell);
    if (found && isJudged(cell)) (found.length > 0 ? tasks.judged : tasks.others).add(cell.task);
    if (!sampled || !found) continue;
    read += 1;
    tally.add(findingsIn(evidence!.findings));
    criteria.judged += found.filter(({ verdict }) => verdict !== "cannot-judge").length;
    criteria.met += found.filter(({ verdict }) => verdict === "met").length;
    criteria.cannotJudge += found.filter(({ verdict }) => verdict === "cannot-judge").length;
  }
  // Of a task without a rubric code gives the scores: the judge has no part in them, and there is nothing to label.
  const hasRubric = ({ task }: { task: string }) => tasks.others.size === 0 || tasks.judged.has(task);
  const byShare = run.manifest.kind !== "compare" || graded;
  const outputs = judged.filter(hasRubric).flatMap(({ share, score, ...output }): JudgedOutput[] => {
    const compared = byShare ? share : score;
    return compared === null ? [] : [{ ...output, score: compared }];
  });
  const broken = new Map<string, number>();
  for (const { subject } of zeros.filter(hasRubric)) broken.set(subject, (broken.get(subject) ?? 0) + 1);
  const compared = await compareLabels(store, run, labels);
  const { canaries, golden } = await checksOfJudge(store, run);
  const judge = run.manifest.conditions.judge as { repeats?: unknown } | null | undefined;
  const agreement = tally.agreement();
  const view: Omit<JudgeView, "sentences"> = {
    run: run.id,
    kind: run.manifest.kind,
    models: modelsOf(run),
    repeats: typeof judge?.repeats === "number" ? judge.repeats : 1,
    criteria,
    cells: { read, all: cells.length },
    panel: agreement && { alpha: agreement.krippendorffAlpha, kappas: agreement.kappas },
    repeatVariance: tally.repeatVariance(),
    ...{ canaries, golden, labels: compared.agreement },
    corrected: correctedScores(outputs, labels, run.manifest.subjects, broken),
    disagreements: compared.disagreements,
    unlabelled: Math.max(0, outputs.length - labels.length),
  };
  return { ...view, sentences: sentencesOf(view, graded) };
}

async function evidenceOf(store: RunStore, runId: string, cell: CellId): Promise<JsonObject> {
  const last = (await store.attempts(runId, cell)).findLast(({ state }) => state === "ended");
  return last?.state === "ended" ? last.evidence : {};
}

/** Those that judged; the model of the case judges `judge:` expectations of a suite when none was named. */
function modelsOf({ manifest: { kind, models, conditions } }: Run): string[] {
  if (kind === "compare" || models.judge !== undefined)
    return (models.judge ?? "").split(", ").filter((name) => name !== "");
  return typeof conditions.judge === "string" ? [conditions.judge] : Object.values(models);
}

interface Judged extends Omit<JudgedOutput, "score"> {
  score: number | null;
  /** Of what it says is met, by weight; null where it could judge nothing, or that was not looked at. */
  share: number | null;
}

/**
 * What the judge said of a cell, for the correction. People say of a criterion whether it is met, not by how much, so
 * that of a judge who grades they correct the share that is met; and the score of a case of a suite is not the judge's
 * alone.
 */
function judgedOf({ subject, task, run, outcome }: CellRecord, found: readonly CriterionView[]): Judged {
  const verdicts = found.map(({ verdict }) => verdict);
  const isWhole = found.length > 0 && !verdicts.includes("cannot-judge");
  const told = found.map(({ weight, verdict }) => {
    return { weight, score: verdict === "cannot-judge" ? null : Number(verdict === "met") };
  });
  return {
    ...{ subject, task, run, score: scoreOf(outcome!), share: weightedScore(told) },
    allMet: isWhole ? !verdicts.includes("unmet") : null,
    weights: found.map(({ weight }) => weight),
  };
}

/** Is there a vote between met and unmet? */
function isGraded({ findings }: JsonObject): boolean {
  const votes = findingsIn(findings).flatMap((finding) => finding.votes);
  return votes.some(({ score }) => score !== null && score > 0 && score < 1);
}

/**
 * Has it no output to judge, and counts 0 in the score? Of a suite it is not known whether anything of such a case
 * would have been judged, and the score is not the judge's: there it is left out.
 */
function countsNothing({ manifest }: Run, cell: CellRecord): boolean {
  return manifest.kind === "compare" && !isJudged(cell) && scoreOf(cell.outcome!) === 0;
}

async function compareLabels(store: RunStore, run: Run, labels: readonly Label[]) {
  const human: boolean[] = [];
  const judge: boolean[] = [];
  const disagreements: DisagreementView[] = [];
  for (const { subject, task, repetition, labels: said } of labels) {
    const found = judgedCriteria(await evidenceOf(store, run.id, { subject, task, run: repetition }));
    for (const [at, { criterion, verdict, evidence }] of found.entries()) {
      const label = said[at];
      if (typeof label !== "boolean" || verdict === "cannot-judge") continue;
      human.push(label);
      judge.push(verdict === "met");
      if (label === (verdict === "met")) continue;
      disagreements.push({ subject, task, repetition, label, criterion, evidence });
    }
  }
  return { agreement: agreementOf(human, judge), disagreements };
}

function agreementOf(human: readonly boolean[], judge: readonly boolean[]): AgreementView {
  const counts = confusion(human, judge);
  const kappa = cohenKappa(human, judge);
  const value = kappa.state === "estimated" ? kappa.kappa : null;
  const labels = human.length;
  return {
    labels,
    agreement: labels === 0 ? null : (counts.truePositives + counts.trueNegatives) / labels,
    kappa: value,
    interval: kappa.state === "estimated" ? kappa.interval : null,
    word: value === null ? "unknown" : value >= 0.8 ? "good" : value >= 0.6 ? "usable" : "poor",
    confusion: {
      bothMet: counts.truePositives,
      judgeOnly: counts.falsePositives,
      peopleOnly: counts.falseNegatives,
      bothUnmet: counts.trueNegatives,
    },
  };
}

function isJudged({ outcome }: CellRecord): boolean {
  return outcome?.kind === "passed" || outcome?.kind === "failed";
}

function sentencesOf(
  { labels, canaries, criteria }: Omit<JudgeView, "sentences">,
  graded: boolean,
): string[] {
  const sentences: string[] = [];
  if (criteria.judged + criteria.cannotJudge === 0)
    sentences.push("This run has no criteria that a judge has judged.");
  else if (criteria.judged === 0)
    sentences.push(
      `Nothing was judged: the judge could not judge ${criteria.cannotJudge === 1 ? "the one criterion it was asked about" : `any of ${criteria.cannotJudge} criteria`}.`,
    );
  if (canaries && canaries.passed.length > 0)
    sentences.push(
      `The judge gave marks to answers that deserve none (${canaries.passed.join(", ")}): its scores count for nothing.`,
    );
  if (labels.labels > 0) {
    const few =
      labels.labels < 100
        ? ` From ${labels.labels} labels; 100 are the least for a result that is published.`
        : "";
    sentences.push(`Judge and labels agree on ${percent(labels.agreement ?? 0)} % of the criteria.${few}`);
    if (graded)
      sentences.push(
        "The judge says by how much a criterion is met, labels whether it is: the scores they correct are the shares that are met.",
      );
  }
  return sentences;
}

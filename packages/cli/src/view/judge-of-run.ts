import { correctedScore, createVoteTally, type Finding } from "@flow-state-dev/judge";
import { type CellId, type CellRecord, type Run, type RunStore, scoreOf } from "@flow-state-dev/records";
import { cohenKappa, confusion } from "@flow-state-dev/stats";
import {
  type AgreementView,
  type CorrectedView,
  type DisagreementView,
  type JudgeView,
  type Label,
  type LabelBook,
  showable,
} from "@flow-state-dev/viewer";
import { checksOfJudge } from "./judge-checks.ts";

/** The findings of so many cells are read; of more, a share spread over the run. */
const mostRead = 2000;

/** Whether the judge of a run can be trusted: by itself, by canaries and golden set, and by labels. */
export async function judgeOfRun(store: RunStore, run: Run, book: LabelBook): Promise<JudgeView> {
  const cells: CellRecord[] = [];
  for await (const cell of store.cells(run.id)) if (cell.outcome !== null) cells.push(cell);
  const every = Math.max(1, Math.ceil(cells.length / mostRead));
  const tally = createVoteTally();
  const criteria = { judged: 0, met: 0 };
  let read = 0;
  for (const [at, cell] of cells.entries()) {
    if (at % every !== 0) continue;
    const findings = await findingsOf(store, run.id, cell);
    read += 1;
    tally.add(findings);
    criteria.judged += findings.filter(({ verdict }) => verdict !== "cannot-judge").length;
    criteria.met += findings.filter(({ verdict }) => verdict === "met").length;
  }
  const labels = book.of(run.id);
  const compared = await compareLabels(store, run, labels);
  const { canaries, golden } = await checksOfJudge(store, run);
  const judge = run.manifest.conditions.judge as { repeats?: unknown } | null | undefined;
  const agreement = tally.agreement();
  const view: Omit<JudgeView, "sentences"> = {
    run: run.id,
    models: (run.manifest.models.judge ?? "").split(", ").filter((name) => name !== ""),
    repeats: typeof judge?.repeats === "number" ? judge.repeats : 1,
    criteria: { ...criteria, cannotJudge: tally.cannotJudge },
    cells: { read, all: cells.length },
    panel: agreement && { alpha: agreement.krippendorffAlpha, kappas: agreement.kappas },
    repeatVariance: tally.repeatVariance(),
    ...{ canaries, golden, labels: compared.agreement },
    corrected: correctedOf(cells, labels, run.manifest.subjects),
    disagreements: compared.disagreements,
    unlabelled: Math.max(0, cells.filter(isJudged).length - labels.length),
  };
  return { ...view, sentences: sentencesOf(view) };
}

async function findingsOf(store: RunStore, runId: string, cell: CellId): Promise<Finding[]> {
  const last = (await store.attempts(runId, cell)).findLast(({ state }) => state === "ended");
  const findings = last?.state === "ended" ? last.evidence.findings : undefined;
  return Array.isArray(findings) ? (findings as unknown as Finding[]) : [];
}

async function compareLabels(store: RunStore, run: Run, labels: readonly Label[]) {
  const human: boolean[] = [];
  const judge: boolean[] = [];
  const disagreements: DisagreementView[] = [];
  for (const { subject, task, repetition, labels: said } of labels) {
    const findings = await findingsOf(store, run.id, { subject, task, run: repetition });
    for (const [at, { criterion, verdict, evidence }] of findings.entries()) {
      const label = said[at];
      if (typeof label !== "boolean" || verdict === "cannot-judge") continue;
      human.push(label);
      judge.push(verdict === "met");
      if (label === (verdict === "met")) continue;
      const texts = { criterion: showable(criterion), evidence: showable(evidence) };
      disagreements.push({ subject, task, repetition, label, ...texts });
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

/** People's score of an output is the share of its criteria they say are met. */
function correctedOf(
  cells: readonly CellRecord[],
  labels: readonly Label[],
  subjects: readonly string[],
): CorrectedView[] {
  const byCell = new Map(
    labels.map((label) => [nameOf(label.subject, label.task, label.repetition), label.labels]),
  );
  return subjects.map((subject) => {
    const own = cells.filter((cell) => cell.subject === subject && isJudged(cell));
    const labelled: { human: number; judge: number }[] = [];
    const unlabelled: number[] = [];
    for (const { task, run, outcome } of own) {
      const judge = scoreOf(outcome!)!;
      const said = byCell.get(nameOf(subject, task, run))?.filter((label) => label !== null) ?? [];
      if (said.length === 0) unlabelled.push(judge);
      else labelled.push({ judge, human: said.filter(Boolean).length / said.length });
    }
    const { raw, corrected } = correctedScore({ labelled, unlabelled });
    const facts = { subject, outputs: own.length, labelled: labelled.length, raw };
    if (corrected.state === "too-few-labels")
      return {
        ...facts,
        corrected: null,
        interval: null,
        why: `needs ${Math.max(1, 2 - labelled.length)} more`,
      };
    const interval = corrected.state === "estimated" ? corrected.interval : null;
    return { ...facts, corrected: corrected.estimate, interval, why: null };
  });
}

function isJudged({ outcome }: CellRecord): boolean {
  return outcome?.kind === "passed" || outcome?.kind === "failed";
}

function nameOf(subject: string, task: string, run: number): string {
  return JSON.stringify([subject, task, run]);
}

function sentencesOf({ labels, canaries, criteria }: Omit<JudgeView, "sentences">): string[] {
  const sentences: string[] = [];
  if (criteria.judged + criteria.cannotJudge === 0)
    sentences.push("This run has no criteria that a judge has judged.");
  if (canaries && canaries.passed.length > 0)
    sentences.push(
      `The judge gave marks to answers that deserve none (${canaries.passed.join(", ")}): its scores count for nothing.`,
    );
  if (labels.labels > 0) {
    const few =
      labels.labels < 100
        ? ` From ${labels.labels} labels; 100 are the least for a result that is published.`
        : "";
    const share = Math.round(100 * (labels.agreement ?? 0));
    sentences.push(`Judge and labels agree on ${share} % of the criteria.${few}`);
  }
  return sentences;
}

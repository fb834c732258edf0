import type { CellAddress, ShownText } from "./cell-view.ts";
import type { Span } from "./run-view.ts";

/** How far two verdicts agree, as far as it can be told. */
export interface AgreementView {
  /** Verdicts that could be compared. */
  labels: number;
  /** Share of the same, 0 to 1; null without any. */
  agreement: number | null;
  kappa: number | null;
  interval: Span | null;
  /** `good`, `usable`, `poor`, `unknown`. */
  word: string;
  /** The judge says met (rows) or unmet, people say met (columns) or unmet. */
  confusion: { bothMet: number; judgeOnly: number; peopleOnly: number; bothUnmet: number };
}

/** A figure by the judge, and as people would give it. */
export interface CorrectedFigure {
  raw: number | null;
  corrected: number | null;
  interval: Span | null;
  /** Why there is no corrected figure; null when there is one. */
  why: string | null;
}

/** A subject's score by the judge and as people would give it (PPI++), and the same of the share without a fault. */
export interface CorrectedView extends CorrectedFigure {
  subject: string;
  outputs: number;
  labelled: number;
  /** Cells that broke and count 0, as in the score: there is no output that could be labelled. */
  broken: number;
  /** Share of outputs that meet every criterion (Rogan and Gladen). */
  allMet: CorrectedFigure;
}

/** A criterion on which judge and label differ. */
export interface DisagreementView extends CellAddress {
  criterion: string;
  label: boolean;
  evidence: string;
}

/** Whether the judge of a run can be trusted. */
export interface JudgeView {
  run: string;
  /** Of the run, as in its head. */
  kind: string;
  models: string[];
  repeats: number;
  /** Criteria judged over all cells that were looked at, those met, and those that could not be judged. */
  criteria: { judged: number; met: number; cannotJudge: number };
  /** Cells that were looked at, of all. */
  cells: { read: number; all: number };
  /** Between judges of a panel; null with one judge. */
  panel: { alpha: number | null; kappas: { judges: [string, string]; kappa: number | null }[] } | null;
  repeatVariance: number | null;
  canaries: { judged: number; passed: string[] } | null;
  golden: { labels: number; agreement: number; kappa: number | null; interval: Span | null } | null;
  labels: AgreementView;
  corrected: CorrectedView[];
  disagreements: DisagreementView[];
  /** Outputs with a judged criterion that nobody labelled yet. */
  unlabelled: number;
  sentences: string[];
}

/** An output to label: whose it is and what the judge says is not told. */
export interface LabelItem {
  /** Stands for the cell without naming it. */
  key: string;
  task: string;
  prompt: ShownText | null;
  output: ShownText;
  /** What was changed, where that is judged as well. */
  patch: ShownText | null;
  criteria: string[];
}

/** The next outputs to label, in an order of their own. */
export interface LabelQueue {
  items: LabelItem[];
  labelled: number;
  left: number;
}

/** What a person says of an output: for each criterion whether it is met; null where that cannot be told. */
export interface LabelInput {
  key: string;
  labels: (boolean | null)[];
}

/** What comes out once a label is given: the judge's word is shown only now. */
export interface LabelAnswer {
  cell: CellAddress;
  criteria: { criterion: string; label: boolean | null; judge: string }[];
}

/** What can be said of the judge itself. */
export interface JudgeSummary {
  models: string[];
  /** Times each output was judged by each model. */
  repeats: number;
  /** Stands for prompt, scale and threshold. */
  fingerprint: string;
  /** Criteria that could not be judged, over all cells. */
  cannotJudge: number;
  /** Between the judges of a panel, over all votes; null with one judge or nothing to compare. */
  agreement: {
    krippendorffAlpha: number | null;
    kappas: { judges: [string, string]; kappa: number | null }[];
  } | null;
  /** Mean variance of a cell's score between repeats of the same judge; null without repeats. */
  repeatVariance: number | null;
  /** Judges of a panel that came to no judgement in some cells, with their first reason. Absent when there are none. */
  failures?: { judge: string; cells: number; message: string }[];
  /** Canaries that were judged, and those the judge fell for. Null when there were none. */
  canaries: { judged: number; passed: string[] } | null;
  /** Agreement with labelled outputs; null when there were none. */
  golden: {
    labels: number;
    agreement: number;
    kappa: number | null;
    interval: [number, number] | null;
  } | null;
}

/** What the judge says of one criterion. */
export type CriterionVerdict = "met" | "unmet" | "cannot-judge";

/** One criterion of a rubric. A plain string is one of weight 1. */
export interface Criterion {
  text: string;
  /** More than 0; 1 when absent. */
  weight?: number;
}

/** One judge's word on one criterion. */
export interface Vote {
  /** Model id of the judge. */
  judge: string;
  /** From 0; more than one when judging is repeated. */
  repeat: number;
  /** Quoted or pointed to before the verdict was given. */
  evidence: string;
  verdict: CriterionVerdict;
  /** 0 to 1; null when it cannot be judged. */
  score: number | null;
}

/** What is found of one criterion, all votes taken together. */
export interface Finding {
  /** Its text, as the rubric has it. */
  criterion: string;
  weight: number;
  verdict: CriterionVerdict;
  /** 0 to 1; null when it cannot be judged. */
  score: number | null;
  /** Half says met and half unmet: the score is 0.5, and the verdict unmet because met takes a majority. */
  split?: true;
  /** Of the vote that stands for the finding; of a split that of either side. */
  evidence: string;
  /** One when there is a single judge that judges once. */
  votes: readonly Vote[];
}

/** A judge that came to no judgement of an output. */
export interface FailedJudge {
  /** Model id. */
  judge: string;
  /** From 0. */
  repeat: number;
  error: Error;
}

/** An output, judged. */
export interface Judgement {
  /** Weighted mean over the criteria that could be judged, 0 to 1. */
  score: number;
  /** The score reaches the threshold. */
  passed: boolean;
  /** In the order of the rubric, every criterion exactly once. */
  findings: readonly Finding[];
  /** Criteria that could not be judged; they are shown, never counted as 0. */
  cannotJudge: number;
  /** Scores of the single judgements, one per judge and repeat that could judge anything. */
  scores: readonly { judge: string; repeat: number; score: number }[];
  /** Judges that came to no judgement, while enough others did. Each left no vote. Absent when there are none. */
  failed?: readonly FailedJudge[];
  /** What of the output the judges were not shown, because it was too long. Absent when they saw all of it. */
  leftOut?: string;
}

/** An output without a score. */
export interface Unscored {
  error: Error;
  aborted: boolean;
  /** What was said all the same: votes too few to count, or none that could judge. They count for agreement. */
  findings?: readonly Finding[];
  /** Judges that came to no judgement. Absent when there are none, and when the whole was stopped. */
  failed?: readonly FailedJudge[];
  /** What of the output the judges were not shown, because it was too long. Absent when they saw all of it. */
  leftOut?: string;
}

/** What judging comes to. A judge that failed leaves the output unscored; its score is never 0 for that. */
export type JudgeResult = ({ ok: true } & Judgement) | ({ ok: false } & Unscored);

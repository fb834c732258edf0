/** What is wrong with a case. */
export type ProblemCode =
  /** Its set-up, its sandbox or its grading does not work here. */
  | "cannot-run"
  /** It passes although nothing was done. */
  | "passes-untouched"
  /** The same state was graded twice, with different results. */
  | "grading-disagrees"
  | "solution-fails"
  /** The solution passes sometimes. */
  | "solution-flaky";

/** One thing that is wrong with a suite. */
export interface DoctorProblem {
  code: ProblemCode;
  caseId: string;
  /** What is wrong, without a full stop. */
  message: string;
}

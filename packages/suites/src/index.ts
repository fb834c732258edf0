// The suite format.

export { caseHash, suiteHash } from "./suite/case-hash.ts";
export type { Position } from "./suite/position.ts";
export { readSuite, type SuiteSource } from "./suite/read-suite.ts";
export type {
  CaseExpectation,
  NetworkAccess,
  Solution,
  Suite,
  SuiteCase,
  SuiteNotice,
  SuitePath,
} from "./suite/suite.ts";
export { SuiteError } from "./suite/suite-error.ts";
export { suiteJsonSchema } from "./suite/suite-json-schema.ts";
export { defaultBudgetUsd, defaultTimeoutS } from "./suite/suite-limits.ts";
export { formatProblem, type SuiteProblem } from "./suite/suite-problem.ts";
export { type SuiteFile, type SuiteFileCase, suiteSchema } from "./suite/suite-schema.ts";
export type { WorkspaceSource } from "./suite/workspace-source.ts";

// Expectations.

export { type ExpectationResult, evaluate, evaluateAll } from "./expect/evaluate.ts";
export type { Evidence } from "./expect/evidence.ts";
export type { Expectation, ExpectationProblem, PlainExpectation } from "./expect/expectation.ts";
export { formatExpectation } from "./expect/format-expectation.ts";
export { compileGlob, type GlobCheck } from "./expect/glob.ts";
export type {
  Change,
  EntryKind,
  FolderEntry,
  FolderView,
  GradedWorkspace,
} from "./expect/graded-workspace.ts";
export type { CommandEnd, GradingContext } from "./expect/grading-context.ts";
export { JudgeFailedError, NoJudgeError } from "./expect/judge-errors.ts";
export { openFolder } from "./expect/open-folder.ts";
export { type ParsedExpectation, parseExpectation } from "./expect/parse-expectation.ts";
export { checkWorkspacePath, type PathCheck } from "./expect/workspace-path.ts";

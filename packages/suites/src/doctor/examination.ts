import type { OutcomeKind } from "@flow-state-dev/records";
import type { ExpectationEvidence } from "../results/case-evidence.ts";
import type { DoctorProblem } from "./doctor-problem.ts";
import type { CostEstimate } from "./estimate-cost.ts";

/** What one grading came to. */
export interface Check {
  outcome: OutcomeKind;
  /** Empty when it came to no grading. */
  expectations: readonly ExpectationEvidence[];
  /** What broke, in a sentence; null when nothing did. */
  error: string | null;
}

/** What was found about one case. */
export interface CaseExamination {
  id: string;
  /** Of the content of the case: the one that results of `x bench` are kept under. */
  hash: string;
  /** Milliseconds until its first workspace was there, set-up commands included; null when it never was. */
  setupMs: number | null;
  /** The workspace as it stands, graded twice; fewer when it was interrupted. */
  untouched: readonly Check[];
  /** After the agent that does nothing. Null when it was interrupted before. */
  noop: Check | null;
  /** After the reference, run by run. Null: the case has none, so nothing shows that it can be passed. */
  solution: { digest: string; checks: readonly Check[] } | null;
  /** The solution without a part of it, part by part; empty when it does not always pass, or has only one. */
  nearMisses: readonly NearMiss[];
}

/** The solution of a case but for some lines. */
export interface NearMiss {
  /** What was left out: `src/a.ts:3-7`, or a path. */
  without: string;
  check: Check;
}

/** What was found about a suite. */
export interface SuiteExamination {
  suite: string;
  /** Of the whole suite; null when only some of its cases were examined. */
  hash: string | null;
  /** In the order of the suite. */
  cases: readonly CaseExamination[];
  /** How often each solution was to be tried. */
  solutionRuns: number;
  /** In the order of the cases. */
  problems: readonly DoctorProblem[];
  /** What readers must know about the files that agents start from. */
  notices: readonly string[];
  cost: CostEstimate;
  /** It was called off; what is missing says nothing. */
  interrupted: boolean;
  /** Nothing is wrong, and everything was looked at. */
  ok: boolean;
}

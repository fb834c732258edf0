import type { OutcomeKind, SubjectComparison } from "@flow-state-dev/records";
import type { Interval } from "@flow-state-dev/stats";
import type { CaseEvidence, ExpectationEvidence } from "./case-evidence.ts";

/** One run of a case. */
export interface CaseRun {
  /** From 0. */
  run: number;
  outcome: OutcomeKind;
  pass: boolean;
  /** US dollars over all attempts at the case as it is, judge not included; null when nobody knows. */
  cost: number | null;
  /** What is known of a cost that is not known as a whole, in US dollars. */
  knownCost?: number;
  /**
   * US dollars of the attempt that gave the result, where others were paid for too: what agents are compared by. Null
   * when nobody knows.
   */
  countedCost?: number | null;
  /** US dollars, as far as it is known. */
  judgeCost: number;
  /** Calls of agent and judge whose cost nobody knows. */
  unknownCalls?: number;
  /** Seconds that the agent took. */
  duration: number;
  /** Over the same attempts, those of the judge not included; null when nobody knows. */
  tokens: CaseEvidence["tokens"];
  turns: number | null;
  /** What the agent says itself, where a gateway has counted; the difference is the gateway's word against its own. */
  reported?: CaseEvidence["reported"];
  /** Model calls over the wire, where a gateway has counted. */
  wire?: CaseEvidence["wire"];
  attempts: number;
  /** How the agent ended, and a sentence about it, empty when there is nothing to say. */
  ended: string;
  detail: string;
  expectations: ExpectationEvidence[];
  /** Files that had to be put back before grading; of very many only the first, and a last line with their number. */
  putBack: string[];
  warnings: string[];
  /** Where its workspace was kept, when that was asked for. */
  kept?: string;
  /** What broke, when something did. */
  error?: string;
  /** What the agent changed, as a git patch; absent where patches together are too large, as a warning then says. */
  patch?: string;
  /** Measured while the machine was starved; the time is not to be trusted. */
  suspect: boolean;
}

/** A case of one agent. The first five fields are the published ones. */
export interface CaseResult {
  id: string;
  /** Every run that was planned has passed. */
  pass: boolean;
  /** US dollars of all runs together; null when nobody knows. */
  cost: number | null;
  /**
   * Seconds that the agent took, the median of the runs; of those that broke, or ran while the machine was starved,
   * only where all did.
   */
  duration: number;
  /** Of all runs together, those of the judge not included; null when nobody knows. */
  tokens: CaseEvidence["tokens"];

  agent: string;
  agentVersion: string | null;
  model: string | null;
  /** Of the last run. */
  outcome: OutcomeKind;
  /** Of the last run. */
  expectations: ExpectationEvidence[];
  runs: CaseRun[];
  /** Runs that passed, of those with a result. */
  passes: { passed: number; of: number; interval: Interval | null };
  /** Chance that all of k runs pass, estimated; k is the number of runs. Null when none has a result. */
  passHatK: number | null;
  /** Runs that were planned. */
  planned: number;
  /** Of the last run. */
  patch?: string;
  tags: string[];
  /** Absent for a case that is alone. */
  family?: string;
  /** Of the content of the case: two results with different ones are not of the same task. */
  hash?: string;
}

/** What one agent came to. */
export interface AgentResults {
  agent: string;
  passed: number;
  failed: number;
  total: number;
  /**
   * Share of runs that passed, as a mean over the cases with a result, and its 95 % interval for cases like these,
   * which one case does not have; null without any.
   */
  passRate: { value: number; interval: Interval | null } | null;
  /** US dollars, judge included, as far as it is known. */
  totalCost: number;
  /**
   * Chance that all of k runs of a case pass, with k the most results that a case has, over the `cases` that have so
   * many; null with one run.
   */
  passHatK: { k: number; value: number; cases: number } | null;
  /**
   * US dollars of one run of a case with a result, by the attempt that counts, judge not included, over cases; null
   * when one is unknown.
   */
  costPerCase: number | null;
  /** Seconds that one run of a case takes, without those that broke, the median over cases; null without any. */
  durationPerCase: number | null;
}

/** The first agent (`a`) beside another (`b`), paired by case. Differences are the other's minus the first's. */
export type AgentComparison = Omit<SubjectComparison, "pairs" | "unpaired"> & {
  /** The verdict would be another if all runs without a result went for this agent, or all against it. */
  fragile: boolean;
  /** Cases on which their pass rates differ, the largest differences first. */
  differing: { case: string; a: number; b: number }[];
};

/** Results as `--output` writes them. The first six fields are the published ones. */
export interface SuiteResults {
  suite: string;
  /**
   * Cases all of whose runs passed, and those with one that did not. A case whose result is not known yet is neither.
   */
  passed: number;
  failed: number;
  /** Cases, each agent's counted for itself. */
  total: number;
  /** US dollars of all agents, judge included, as far as it is known: all that the run has spent. */
  totalCost: number;
  cases: CaseResult[];

  description?: string;
  /** Of how many families the cases are: what intervals and verdicts count. Absent when none has a sibling. */
  families?: number;
  agents: string[];
  /** The same for each agent, in their order. */
  byAgent: AgentResults[];
  /** Every other agent beside the first, paired by case; empty with one agent. */
  comparisons: AgentComparison[];
  /**
   * Share of runs that passed, as a mean over the cases with a result, and its 95 % interval for cases like these,
   * which one case does not have; null without any.
   */
  passRate: { value: number; interval: Interval | null } | null;
  /**
   * Chance that all of k runs of a case pass, with k the most results that a case has, over the `cases` that have so
   * many; null with one run.
   */
  passHatK: { k: number; value: number; cases: number } | null;
  coverage: {
    planned: number;
    withResult: number;
    missing: Partial<Record<OutcomeKind | "untried", number>>;
  };
  /** Who decided `judge:` expectations; absent when nobody was named, and the model of each case did. */
  judgeModel?: string;
  judgeCost: number;
  /**
   * Part of `totalCost`: US dollars of runs that are not among the cases. They were cut off before they had a result,
   * or their case has changed or is not planned any more.
   */
  elsewhereCost?: number;
  /** Runs whose cost, or that of their judge, is not known as a whole; the costs are then a lower bound. */
  unknownCosts: number;
  /**
   * Seconds that the run took; of one that was continued, every process that was at work on it, without the time
   * between.
   */
  duration: number;
  sandbox: { name: string; notice: string };
  /** The budget of the run ended it before it had all results. */
  budgetExceeded: boolean;
  /** It was ended otherwise before that. */
  aborted: boolean;
  simulated: boolean;
  run: string;
  notices: string[];
  warnings: string[];
}

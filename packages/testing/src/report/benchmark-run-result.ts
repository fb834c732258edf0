import type { BenchmarkCategory, ErrorRecord } from "@flow-state-dev/core";
import type { Finding } from "@flow-state-dev/judge";
import type { CountedWork, OutcomeKind, RecordedUsage } from "@flow-state-dev/records";

/** One cell as a report is folded from it. Everything below `codeScores` may be absent in results made by hand. */
export interface BenchmarkRunResult {
  subject: string;
  kind: "pattern" | "baseline";
  taskId: string;
  category: BenchmarkCategory;
  /** Repetition, from 0. */
  run: number;
  /** 0 to 1. 0 when errored; without meaning when the outcome is no score. */
  score: number;
  passed: boolean;
  errored: boolean;
  /** Subject and judge together, as far as it is known, over all attempts; calls lost in a crash are not in it. */
  costUsd: number;
  /** Of the subject alone, waiting for limits and retries not included. */
  latencyMs: number;
  /** By name of the scorer. */
  codeScores?: Record<string, number>;

  /** The family of its task. Default: the task is one of its own. */
  family?: string;
  /** Default: `errored`, or `passed` or `failed` by the flag. */
  outcome?: OutcomeKind;
  /** What the subject gave out, as text. */
  output?: string;
  findings?: readonly Finding[];
  /** Scores of the single judgements, when there were several. */
  judgeScores?: readonly number[];
  /** Judges that came to no judgement, each once. */
  judgeFailures?: readonly { judge: string; message: string }[];
  /** What of the output the judges were not shown, because it was too long. */
  judgeLeftOut?: string;
  /** What broke: the subject, the judge, the provider. */
  error?: Pick<ErrorRecord, "name" | "message"> & { code?: string };
  /** By name of the scorer: why it gave no score. */
  scorerErrors?: Record<string, string>;
  subjectCostUsd?: number;
  judgeCostUsd?: number;
  /** Calls whose cost nobody knows, those lost in a crash included. */
  unknownCalls?: number;
  /** Calls lost in a crash: the run carries them at the most they can have cost, which is in no cost of the cell. */
  lostCalls?: number;
  /** Tokens of the subject and the judge together, over all attempts. */
  usage?: RecordedUsage;
  /**
   * What the score took, where that is not what the cell spent: the subject's work in the attempt that made the output,
   * answers from a cache at what they cost when they were made. Comparisons go by it; what was paid is in the costs
   * above.
   */
  counted?: CountedWork;
  attempts?: number;
  /** Measured while the process was starved; the time is not to be trusted. */
  suspect?: boolean;
  /** Of the content of the task, so that a later run can tell whether it was changed. */
  taskHash?: string;
}

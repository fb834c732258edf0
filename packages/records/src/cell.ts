import type { Outcome } from "./outcome.ts";

/** Which cell: subject or agent, task or case, and repetition from 0. */
export interface CellId {
  subject: string;
  task: string;
  run: number;
}

/** US dollars by who spent them; `unknownCalls` is the number of calls whose cost nobody knows. */
export interface Spend {
  subject: number;
  judge: number;
  agent: number;
  /** Part of the sums above: calls whose end nobody knows, carried at the most they can have cost. */
  carried: number;
  unknownCalls: number;
}

/** Tokens, with the meaning they have in `core`. */
export interface RecordedUsage {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  reasoningTokens: number;
}

/**
 * What one result took, which is what results are compared by: the work of the attempt that did it, answers from a
 * cache at what they cost when they were made. What was paid for is `Spend`, that of all attempts.
 */
export interface CountedWork {
  /** US dollars of subject and agent as far as they are known, `cachedUsd` included. */
  costUsd: number;
  /** Their calls, and answers from a cache, whose cost nobody knows: the cost is then a lower bound. */
  unknownCalls: number;
  /** Part of the cost: what this run did not pay, because a cache had the answers. */
  cachedUsd: number;
  /** Answers from a cache. */
  cachedCalls: number;
  /** Tokens of it, those of the judges that graded it included. */
  usage: RecordedUsage;
}

/**
 * A cell as it is kept. Its result is that of the last attempt that ended; its money and tokens are those of all
 * attempts. `outcome` is null while the first attempt is under way.
 */
export interface CellRecord extends CellId {
  /** Content hash of the task it was run with. */
  taskHash: string;
  attempts: number;
  outcome: Outcome | null;
  /** Is an attempt under way, as far as the store knows? */
  running: boolean;
  spend: Spend;
  usage: RecordedUsage;
  /**
   * What its result took, where that is not what `spend` and `usage` say: a later attempt than the first gave it, or a
   * cache had a share in it. Stores of earlier versions do not tell.
   */
  counted?: CountedWork;
  /** Of the last attempt that ended. */
  workingMs: number;
  waitingMs: number;
  suspect: boolean;
  endedAt: string | null;
}

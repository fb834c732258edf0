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
  /** Of the last attempt that ended. */
  workingMs: number;
  waitingMs: number;
  suspect: boolean;
  endedAt: string | null;
}

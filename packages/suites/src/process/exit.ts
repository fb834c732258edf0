import type { CapturedOutput } from "./captured-output.ts";

/** Who or what ended a process. */
export type Ending =
  /** The process itself, with its code or by a signal that was not ours. */
  | "itself"
  | "timeout"
  | "abort"
  | "memory"
  | "processes"
  | "output"
  /** It never ran: the program or the sandbox around it could not be started. */
  | "not-started";

/** The end of a process and all its descendants, as data. */
export interface Exit {
  ended: Ending;
  /** 128 + n after signal n, as shells say it; null when it was not started. */
  code: number | null;
  /** The signal that `code` stands for, such as `SIGKILL`. */
  signal: string | null;
  timedOut: boolean;
  /** Was it, or a process it had started, ended for want of memory? Null when nobody can tell. */
  oom: boolean | null;
  stdout: CapturedOutput;
  stderr: CapturedOutput;
  /** Wall time in milliseconds, from the start until all descendants were dead. */
  durationMs: number;
  /** Processes of the tree that could not be ended. Empty means: proven dead. */
  alive: readonly number[];
  /** Why it was not started, in a sentence. */
  reason?: string;
}

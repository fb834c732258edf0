/** Why an expectation passed or failed, for people. It is safe to print: no escape codes, and of bounded length. */
export interface Evidence {
  /** One line that says what was found. */
  text: string;
  /** Of a command: how it exited, when it did. */
  exitCode?: number;
  /** Of a command: the last lines it wrote. */
  output?: string;
}

/**
 * What was found. `holds` is null when it cannot be told because of what the agent left (a file too large to read, a
 * command that did not end): then the expectation fails, and so does its opposite.
 */
export interface Finding {
  holds: boolean | null;
  evidence: Evidence;
}

/** A finding from its text. */
export function found(holds: boolean | null, text: string): Finding {
  return { holds, evidence: { text } };
}

import type { Json } from "@flow-state-dev/records";

/** An expectation that says something itself. Paths are relative to the workspace, with "/" between their parts. */
export type PlainExpectation =
  /** The file is there; a path that ends in "/" asks for a folder. */
  | { kind: "file-exists"; path: string }
  | { kind: "file-contains"; path: string; text: string }
  /** RE2 syntax, found anywhere in the content. Flags are some of i, m and s, in that order. */
  | { kind: "file-matches"; path: string; pattern: string; flags: string }
  /** Both files hold the same bytes. `other` is a path in the graded workspace too: hide or protect it. */
  | { kind: "file-equals"; path: string; other: string }
  /** The value at a JSON pointer (RFC 6901; empty for the whole document) equals this one. */
  | { kind: "file-json"; path: string; pointer: string; value: Json }
  /** The shell command exits with 0. */
  | { kind: "test"; command: string }
  /** The file was made or modified by the agent; a path that ends in "/" means anything in the folder. */
  | { kind: "diff"; path: string }
  /** Whatever the agent touched matches the glob; what is below a `.git` does not count. */
  | { kind: "diff-only"; glob: string }
  /** Nothing is at the path. */
  | { kind: "no-file"; path: string }
  /** About the agent's final answer. */
  | { kind: "output-contains"; text: string }
  | { kind: "output-matches"; pattern: string; flags: string }
  /** US dollars that the agent may have spent. */
  | { kind: "cost"; atMost: number }
  /** Turns that the agent may have taken. */
  | { kind: "turns"; atMost: number }
  /** A judge finds the criterion met by patch and final answer. */
  | { kind: "judge"; criterion: string };

/** What a case expects, read from one expectation string. */
export type Expectation = PlainExpectation | { kind: "not"; of: PlainExpectation };

/** What is wrong with an expectation string. */
export interface ExpectationProblem {
  /** Stable, kebab-case. */
  code:
    | "expectation-empty"
    | "expectation-unknown"
    | "expectation-incomplete"
    | "expectation-path"
    | "expectation-several"
    | "expectation-command"
    | "expectation-quote"
    | "expectation-regex"
    | "expectation-glob"
    | "expectation-json"
    | "expectation-number"
    | "expectation-text";
  /** What happened, without a full stop. */
  message: string;
  /** What to write instead, in words; null when the nearest right form says it all. */
  hint: string | null;
}

import type { OutcomeName } from "./outcome-name.ts";

/** Which cell. Repetitions count from 0. */
export interface CellAddress {
  subject: string;
  task: string;
  repetition: number;
}

/** A text of the records, made harmless: control characters are shown, the rest of a long one is left on the server. */
export interface ShownText {
  text: string;
  /** Characters of the whole, and of it those that `text` stands for. */
  length: number;
  shown: number;
  /** Where the rest can be had; null when it cannot. */
  artifact: { name: string; attempt: number } | null;
}

/** A piece of a long text. */
export interface TextChunk {
  text: string;
  /** Where it begins and where the next one does, in characters of the whole. */
  from: number;
  next: number;
  length: number;
}

/** What the judge says of one criterion. */
export interface CriterionView {
  criterion: string;
  weight: number;
  verdict: "met" | "unmet" | "cannot-judge";
  split: boolean;
  evidence: string;
  votes: { judge: string; repeat: number; verdict: string; evidence: string }[];
}

/** How one expectation of a case came out; null when it could not be told. */
export interface ExpectationView {
  expectation: string;
  pass: boolean | null;
  evidence: string;
  output: ShownText | null;
}

/** One thing that happened. A tool call and its result are one event. */
export interface TimelineEvent {
  /** Milliseconds since the start of the attempt. */
  at: number;
  kind: "message" | "block" | "call" | "tool" | "output" | "notice" | "error" | "end";
  /** A role, a block, a tool, a stream. */
  who: string;
  /** One line. */
  title: string;
  /** How deep in the tree of blocks. */
  depth: number;
  body: ShownText | null;
  result: ShownText | null;
  /** False for what went wrong; null where that means nothing. */
  ok: boolean | null;
  ms: number | null;
  costUsd: number | null;
}

/** One try at a cell. */
export interface AttemptView {
  attempt: number;
  state: "running" | "lost" | "ended";
  outcome: OutcomeName | null;
  error: string | null;
  startedAt: string;
  endedAt: string | null;
  costUsd: number;
  /** It was made when the task was another one than now. */
  ofAnother: boolean;
  artifacts: { name: string; mediaType: string; bytes: number }[];
}

/** All there is to see of a cell, of its last ended attempt where there are several. */
export interface CellView extends CellAddress {
  run: string;
  category: string | null;
  outcome: OutcomeName;
  score: number | null;
  error: string | null;
  /** Measured while the machine was starved: the times are not to be trusted. */
  suspect: boolean;
  prompt: ShownText | null;
  output: ShownText | null;
  patch: ShownText | null;
  criteria: CriterionView[];
  expectations: ExpectationView[];
  codeScores: { name: string; score: number | null; error: string | null }[];
  /** What else has to be known, in sentences. */
  notes: string[];
  timeline: TimelineEvent[];
  /** Events that are not in the timeline for want of room. */
  eventsLeft: number;
  attempts: AttemptView[];
  /** Those that were seen; what an agent said it used is in the cost alone. */
  calls: { count: number; retried: number };
  /** Those of the judge not included; null when nobody knows. */
  tokens: { input: number; output: number; cacheRead: number; cacheWrite: number; reasoning: number } | null;
  cost: { subject: number; judge: number; agent: number; unknownCalls: number };
  /** The time of the attempt by what it went into, in milliseconds. */
  timing: { what: "set-up" | "working" | "waiting" | "grading"; ms: number }[];
  health: { eventLoopLagMs: number; starvedMs: number | null; memoryBytes: number; openCalls: number } | null;
  turns: number | null;
}

import type {
  AttemptResult,
  CallOpening,
  CellId,
  CountedWork,
  Outcome,
  RunManifest,
} from "../../src/index.ts";

/** A run of two subjects and two tasks. */
export const manifest: RunManifest = {
  kind: "compare",
  name: "patterns",
  subjects: ["baseline", "panel"],
  tasks: { sums: "h1", words: "h2" },
  runs: 2,
  models: { executor: "openai/gpt-5", judge: "anthropic/claude-opus-4-6" },
  conditions: { maxCostUsd: 3, judge: { graded: false } },
  circumstances: { commit: "abc", dirty: true },
  simulated: false,
};

/** One of its cells. */
export const cell: CellId = { subject: "baseline", task: "sums", run: 0 };
/** A claim of a cell for a content of its task. */
export const claimOf = (id: CellId, taskHash = "h1") => ({ ...id, taskHash });

/** Tokens of every kind. */
export const usage = (inputTokens: number) => ({
  inputTokens,
  outputTokens: 20,
  cacheReadTokens: 5,
  cacheWriteTokens: 2,
  reasoningTokens: 7,
});

/** What a result took: a quarter of a dollar, of which a cache had spared a tenth. */
export const counted = (more: Partial<CountedWork> = {}): CountedWork => ({
  ...{ costUsd: 0.25, unknownCalls: 0, cachedUsd: 0.1, cachedCalls: 2, usage: usage(9), ...more },
});

/** A call of the subject whose worst case is half a dollar. */
export const opening = (callId: string, more: Partial<CallOpening> = {}): CallOpening => ({
  callId,
  payer: "subject",
  modelId: "openai/gpt-5",
  worstCaseUsd: 0.5,
  openedAt: "2030-01-01T00:00:00.000Z",
  ...more,
});

/** The best there is. */
export const passed: Outcome = { kind: "passed", score: 1 };

/** The end of an attempt, well passed unless told otherwise. */
export const result = (outcome: Outcome = passed, more: Partial<AttemptResult> = {}): AttemptResult => ({
  outcome,
  evidence: {},
  workingMs: 100.5,
  waitingMs: 3,
  health: null,
  suspect: false,
  artifacts: [],
  ...more,
});

/** What comes, as a list. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** US dollars a case may spend when the suite says nothing. */
export const defaultBudgetUsd = 5;
/** Seconds a case may take when the suite says nothing. */
export const defaultTimeoutS = 600;

/** What may stand in a suite, so that a slip of the finger is seen before it costs. */
export const suiteBounds = {
  /** US dollars a case. */
  budget: { least: 0.000001, most: 10_000 },
  /** Seconds a case; the most is seven days. */
  timeout: { least: 0.001, most: 604_800 },
  runs: { least: 1, most: 1_000 },
  /** Of a gate, on a scale of 0 to 1. */
  margin: { least: 0, most: 0.5 },
  /** Characters of an id, a name, a tag. */
  idLength: 100,
  nameLength: 200,
  tagLength: 64,
  /** Characters of a prompt. */
  promptLength: 1_000_000,
  /** Bytes of a suite file. */
  fileBytes: 16 * 1024 * 1024,
  /** Parts of a path of `files`: each has folders to be looked at, and a suite may name many. */
  fileParts: 64,
  /** Levels of brackets in a suite file. */
  depth: 32,
} as const;

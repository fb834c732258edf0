/** What a scorer says of an output. */
export interface ScoreResult {
  /** 0 to 1. */
  score: number;
  passed: boolean;
  /** Why, in a sentence; wanted when it did not pass. */
  reason?: string;
  /** What the scorer itself has spent, in US dollars; absent when it spent nothing or does not know. */
  costUsd?: number;
}

/** All of the score. */
export function right(reason?: string): ScoreResult {
  return { score: 1, passed: true, ...(reason !== undefined && { reason }) };
}

/** Nothing of the score, and why. */
export function wrong(reason: string): ScoreResult {
  return { score: 0, passed: false, reason };
}

/** What computing with fractions may leave above 1, below 0 or below a threshold. */
export const slack = 1e-9;

/** The score that is meant, where computing with fractions has left it beyond 0 or 1; undefined when it is none. */
export function meantScore(score: unknown): number | undefined {
  if (typeof score !== "number" || !(score >= -slack && score <= 1 + slack)) return undefined;
  return Math.min(1, Math.max(0, score));
}

/** A value in a reason: short, on one line, never throwing. */
export function shown(value: unknown): string {
  const text = asJson(value).replaceAll(/\s+/g, " ");
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

function asJson(value: unknown): string {
  // JSON has neither NaN nor infinity, and makes null of them.
  if (typeof value === "number") return String(value);
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return "something that cannot be shown";
  }
}

import type { WorkSession } from "./run-store.ts";

/**
 * Milliseconds in which somebody was at work on a run: what goes on at the same time counts once, and the time between
 * a process that ended and the one that went on with its run does not.
 */
export function workedMs(sessions: readonly WorkSession[]): number {
  const spans = sessions.map(
    ({ startedAt, endedAt }) => [Date.parse(startedAt), Date.parse(endedAt)] as const,
  );
  let [sum, until] = [0, Number.NEGATIVE_INFINITY];
  for (const [from, to] of spans.sort(([a], [b]) => a - b)) {
    sum += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return sum;
}

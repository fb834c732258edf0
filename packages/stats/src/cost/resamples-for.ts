/** Tasks drawn in all samples together, at most. */
const drawnTasks = 400_000;

/**
 * How many samples are enough for the interval of a ratio of costs over so many tasks: with many it is narrow, and
 * drawing takes time.
 */
export function resamplesFor(tasks: number): number {
  return Math.min(2000, Math.max(400, Math.round(drawnTasks / tasks)));
}

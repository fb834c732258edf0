/** Milliseconds, about 25 days: a timer of Node that is set for longer fires at once. */
export const longestTimerMs = 2 ** 31 - 1;

/** Milliseconds. Models that think may take nearly so long for a first answer. */
export const leastSilenceMs = 60_000;
/** Milliseconds. Who gives a call up sooner has not waited for its answer: any may take so long to begin. */
export const leastWaitMs = 10_000;

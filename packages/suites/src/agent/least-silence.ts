/** Milliseconds. Models that think may take nearly so long for a first answer. */
export const leastSilenceMs = 60_000;

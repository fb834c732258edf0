/** A process that has not told that it is alive for this long is dead. */
export const silenceMs = 30_000;

import type { Draws } from "./draws.ts";

/** Milliseconds that a call takes: log-normal with the given mean and standard deviation, 0 for a mean of 0. */
export function drawLatency(
  { meanMs, spreadMs }: { meanMs: number; spreadMs: number },
  draws: Draws,
): number {
  if (meanMs === 0) return 0;
  const variance = Math.log(1 + (spreadMs / meanMs) ** 2);
  const random = draws.generator("latency");
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.exp(Math.log(meanMs) - variance / 2 + Math.sqrt(variance) * normal);
}

import { cpus, loadavg } from "node:os";

/** The last line of every measurement: what it found, as one line of JSON, with the machine it was found on. */
export function printFigures(perf: string, figures: object): void {
  const machine = {
    node: process.versions.node,
    cores: cpus().length,
    /** Processes that wanted a core in the last minute: figures from a busy machine are worse than they need be. */
    load: round(loadavg()[0]!, 2),
  };
  console.log(JSON.stringify({ perf, ...figures, machine }));
}

/** A number with no more digits after the point than its unit is worth. */
export function round(value: number, digits = 0): number {
  return Number(value.toFixed(digits));
}

/** The value in the middle; NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

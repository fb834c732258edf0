import { parseArgs } from "node:util";
import { type Kind, kinds } from "./round/round-plan.ts";

/** What `npm run chaos` is asked for. */
export interface ChaosOptions {
  /** How long rounds are begun, in milliseconds. */
  forMs: number;
  /** The seed of the first round; each further round has the next. */
  seed: number;
  /** At most so many rounds. */
  rounds: number;
  kind: Kind | null;
  /** Keep the folders of all rounds, also of those that held. */
  keep: boolean;
}

/** How it is called. */
export const usage =
  "npm run chaos -- [--for 10m] [--seed 1] [--rounds 100] [--round <seed>] [--kind sweep|compare|bench] [--keep]";

const units: Record<string, number> = { s: 1000, m: 60_000, h: 3600_000 };
const defaultMs = 5 * 60_000;

/** Reads the words of the command line; a sentence when they make no sense. */
export function parseOptions(words: readonly string[], freshSeed: number): ChaosOptions | string {
  const options = { for: { type: "string" }, seed: { type: "string" }, rounds: { type: "string" } } as const;
  const more = { round: { type: "string" }, kind: { type: "string" } } as const;
  let values: Partial<Record<keyof typeof options | keyof typeof more, string>> & { keep?: boolean };
  try {
    ({ values } = parseArgs({
      args: [...words],
      options: { ...options, ...more, keep: { type: "boolean" } },
    }));
  } catch (error) {
    return (error as Error).message;
  }
  const forMs = values.for === undefined ? defaultMs : durationMs(values.for);
  if (forMs === null) return `"${values.for}" is no duration. Say 90s, 10m or 1h.`;
  for (const name of ["seed", "round", "rounds"] as const) {
    const value = values[name];
    if (value !== undefined && !/^\d{1,9}$/.test(value))
      return `"${value}" is no whole number for --${name}.`;
  }
  const kind = values.kind ?? null;
  if (kind !== null && !kinds.includes(kind as Kind))
    return `"${kind}" is no kind. There are: ${kinds.join(", ")}.`;
  const one = values.round !== undefined;
  return {
    forMs: one ? Number.POSITIVE_INFINITY : forMs,
    seed: Number(values.round ?? values.seed ?? freshSeed),
    rounds: one ? 1 : Number(values.rounds ?? Number.POSITIVE_INFINITY),
    kind: kind as Kind | null,
    keep: values.keep ?? false,
  };
}

function durationMs(text: string): number | null {
  const found = /^(\d+(?:\.\d+)?)(s|m|h)$/.exec(text);
  return found ? Number(found[1]) * units[found[2]!]! : null;
}

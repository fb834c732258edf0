import { mulberry32 } from "@flow-state-dev/stats";
import {
  type HalfFile,
  isWaiting,
  type Kind,
  kinds,
  type Life,
  providerFaults,
  type RoundPlan,
} from "./round-plan.ts";

/** What a machine allows, and what a caller asks for. */
export interface DrawOptions {
  /** Can a small disk be mounted? */
  disk: boolean;
  /** Only rounds of this kind. */
  kind?: Kind;
  /** Smaller rounds, and none that waits for long. */
  brief?: boolean;
}

const models = [
  "openai-compatible/acme",
  "anthropic/claude-haiku-4-5",
  "openai/gpt-5.4-mini",
  "google/gemini-2.5-flash",
] as const;

/** From a seed to everything random about a round. The same seed and options give the same plan. */
export function drawRound(seed: number, options: DrawOptions): RoundPlan {
  const random = mulberry32(seed);
  const under = (count: number) => Math.floor(random() * count);
  const between = (low: number, high: number) => low + under(high - low + 1);
  const chance = (share: number) => random() < share;
  const pick = <T>(list: readonly T[]): T => list[under(list.length)]!;

  const drawnKind = pick(kinds);
  const kind = options.kind ?? drawnKind;
  const bulky = chance(0.05) && kind === "sweep" && !options.brief;
  const diskWanted = chance(0.15);
  const disk = diskWanted && options.disk && !bulky;
  const deletes = chance(0.12) && !disk && !bulky;
  const budget = chance(0.4) ? { share: 0.2 + 0.6 * random(), strict: chance(0.5) } : null;
  const allowed = providerFaults.filter(
    (fault) => !(options.brief && isWaiting(fault)) && !(budget && fault === "odd-usage"),
  );
  const trouble = chance(0.6) ? Array.from({ length: between(1, 4) }, () => pick(allowed)) : [];

  const delays = kind === "sweep" ? 700 : 1800;
  const lives = Array.from({ length: options.brief ? between(1, 2) : between(1, 4) }, (_, at): Life => {
    const half = at > 0 && chance(0.35) ? pick(halfFiles(kind)) : null;
    const stopped = chance(0.25) ? { afterMs: under(delays), forMs: between(200, 3000) } : null;
    const jump = pick([-3600_000, -2000, 45_000, 3600_000, 40 * 24 * 3600_000]);
    const clock = chance(0.25) ? { afterMs: under(delays), byMs: jump } : null;
    const interrupt =
      chance(0.15) && kind !== "sweep" ? { afterMs: under(delays), twice: chance(0.5) } : null;
    const kill = chance(0.75) && !interrupt ? { afterMs: under(delays), all: chance(0.5) } : null;
    return {
      processes: chance(0.25) && !deletes ? 2 : 1,
      from: chance(0.25) ? "start" : "first-word",
      ...{ kill, interrupt },
      stop: stopped && options.brief ? { ...stopped, forMs: 300 } : stopped,
      clock,
      diskFull: disk && chance(0.8) ? { afterMs: under(delays), forMs: between(100, 2500) } : null,
      storeDeleted:
        deletes && chance(0.7) ? { afterMs: under(delays), what: pick(["file", "folder"]) } : null,
      half: half && { what: half, left: random() },
    };
  });
  const size = sizeOf(kind, between, bulky, options.brief === true);
  return {
    ...{ seed, kind, ...size },
    concurrency: kind === "bench" ? between(1, 3) : between(1, 8),
    latencyMs: bulky ? 0 : between(0, 40),
    troubleShare: trouble.length > 0 ? 0.05 + 0.25 * random() : 0,
    trouble: [...new Set(trouble)],
    budget,
    transcriptBytes: bulky ? 1_000_000 : pick([0, 200, 20_000, kind === "bench" ? 1_000_000 : 100_000]),
    model: pick(models),
    agent: pick(["command", "gateway", "scripted", "x"] as const),
    disk,
    lives,
    judged: chance(0.5),
  };
}

function halfFiles(kind: Kind): HalfFile[] {
  if (kind === "sweep") return ["half-log", "half-log", "half-store", "half-cache"];
  const both: HalfFile[] = ["half-log", "half-log", "half-store", "half-definition"];
  return kind === "bench" ? [...both, "half-results"] : both;
}

function sizeOf(
  kind: Kind,
  between: (low: number, high: number) => number,
  bulky: boolean,
  brief: boolean,
): { subjects: number; tasks: number; runs: number } {
  if (bulky) return { subjects: 2, tasks: 100, runs: 5 };
  const most = brief ? 0.4 : 1;
  if (kind === "sweep")
    return { subjects: between(1, 4), tasks: between(5, Math.ceil(30 * most)), runs: between(1, 3) };
  if (kind === "compare")
    return { subjects: 2, tasks: between(3, Math.ceil(10 * most)), runs: between(1, 3) };
  return { subjects: 1, tasks: between(2, Math.ceil(6 * most)), runs: between(1, 2) };
}

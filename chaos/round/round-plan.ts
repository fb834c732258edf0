/** What a round runs: a sweep of the library, `x compare`, `x bench`. */
export const kinds = ["sweep", "compare", "bench"] as const;
/** One of them. */
export type Kind = (typeof kinds)[number];

/** What a provider can do to a call beside answering it. */
export const providerFaults = [
  ...([
    "429",
    "529",
    "500",
    "long-retry-after",
    "odd-retry-after",
    "reset",
    "garbage",
    "cut",
    "short",
  ] as const),
  ...(["slow", "silence", "stall", "endless", "odd-usage"] as const),
] as const;
/** One of them. */
export type ProviderFault = (typeof providerFaults)[number];

/** Does only a timeout end such a call? */
export function isWaiting(fault: ProviderFault): boolean {
  return ["slow", "silence", "stall", "endless"].includes(fault);
}

/** What is found half-written when the processes of a life start. */
export type HalfFile = "half-log" | "half-store" | "half-definition" | "half-results" | "half-cache";

/** One start of the processes of a round, and what happens to them. Delays are in milliseconds. */
export interface Life {
  /** Processes at once on the store. */
  processes: 1 | 2;
  /** When delays begin: at the start of a process, or when it says its first word. */
  from: "start" | "first-word";
  /** SIGKILL, for all processes or the first alone. */
  kill: { afterMs: number; all: boolean } | null;
  /** SIGSTOP for the first process, then SIGCONT. */
  stop: { afterMs: number; forMs: number } | null;
  /** SIGINT for all processes of a command, and a second one soon after when `twice`. */
  interrupt: { afterMs: number; twice: boolean } | null;
  /** What the processes take for the time jumps. */
  clock: { afterMs: number; byMs: number } | null;
  /** No room on the disk for a while. */
  diskFull: { afterMs: number; forMs: number } | null;
  /** The file of the store, or its whole folder, is removed. */
  storeDeleted: { afterMs: number; what: "file" | "folder" } | null;
  /** Before the start, and how much of the file is left, 0 to 1. */
  half: { what: HalfFile; left: number } | null;
}

/** Everything random about a round, apart from its timing. */
export interface RoundPlan {
  seed: number;
  kind: Kind;
  subjects: number;
  tasks: number;
  runs: number;
  /** Cells at once, in each process. */
  concurrency: number;
  /** How long the provider takes for an answer, in milliseconds. */
  latencyMs: number;
  /** Share of the calls that get one of the faults. */
  troubleShare: number;
  trouble: readonly ProviderFault[];
  /** What the lives before the last may spend, as a share of what everything costs. */
  budget: { share: number; strict: boolean } | null;
  /** What each cell leaves behind. */
  transcriptBytes: number;
  /** Which API the models of `compare` and the agent `x` are on. */
  model: string;
  /** Who works on the cases of `bench`. */
  agent: "command" | "gateway" | "scripted" | "x";
  /** Does a judge look at the cases of `bench` too? */
  judged: boolean;
  /** Does the project lie on a small disk of its own? */
  disk: boolean;
  /** The lives before the last one, which is left alone. */
  lives: readonly Life[];
}

/** How many cells a plan has. */
export function cellCount({ subjects, tasks, runs }: RoundPlan): number {
  return subjects * tasks * runs;
}

/** What is special about a plan beside its faults, in words. */
export function settingsOf({ kind, budget, judged, transcriptBytes }: RoundPlan): string[] {
  const limit = budget === null ? [] : [budget.strict ? "strict-budget" : "budget"];
  const judge = kind === "bench" && judged ? ["judge"] : [];
  return [...limit, ...judge, ...(transcriptBytes >= 1_000_000 ? ["1-MB-transcripts"] : [])];
}

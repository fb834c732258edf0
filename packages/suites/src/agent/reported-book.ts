import { type Account, type Clock, noUsage, type Usage } from "@flow-state-dev/core";
import { bookReported, type Decide, type ReportedCall } from "./book-reported.ts";
import type { ReportedUsage } from "./usage-file.ts";

/** What a program says it used, or what of that counts. Null is unknown. */
export type Reported = Pick<ReportedUsage, "usage" | "costUsd">;

/** Books what a program says it used. What was told once is not taken back: the most that it ever said counts. */
export interface ReportedBook {
  /** The most that was told of each at any time. */
  readonly told: Reported;
  /** Hears what it says while it works. */
  soFar(reported: Reported): Promise<void>;
  /** Books the rest, at the end. Resolves with what counts. */
  all(reported: Reported): Promise<Reported>;
  /** At the end, in place of `all`: somebody else has counted, and nothing of what was told counts. */
  none(): void;
}

/**
 * A book for one run of a program.
 *
 * What costs money is booked as soon as it is told, so that others see what is left, and nothing is lost with the
 * program.
 *
 * @param provisional a gateway may still count: then its figures are the only ones
 */
export function createReportedBook(
  account: Account,
  call: Omit<ReportedCall, "durationMs">,
  { clock, provisional }: { clock: Clock; provisional: boolean },
): ReportedBook {
  const began = clock.elapsed();
  let told: Reported = { usage: null, costUsd: null };
  const decisions: Decide[] = [];
  let booked: { usage: Usage; costUsd: number } | null = null;

  async function book(): Promise<void> {
    const before = booked ?? { usage: noUsage, costUsd: 0 };
    const { usage, costUsd } = told;
    const rest = {
      usage: usage && combined(usage, before.usage, (now, then) => now - then),
      costUsd: costUsd === null ? null : costUsd - before.costUsd,
    };
    booked = { usage: usage ?? before.usage, costUsd: costUsd ?? before.costUsd };
    const durationMs = Math.round(clock.elapsed() - began);
    decisions.push(await bookReported(account, rest, { ...call, durationMs }, { provisional }));
  }

  const hear = ({ usage, costUsd }: Reported) => {
    told = {
      usage: usage && told.usage ? combined(usage, told.usage, Math.max) : (usage ?? told.usage),
      costUsd:
        costUsd === null || told.costUsd === null
          ? (costUsd ?? told.costUsd)
          : Math.max(costUsd, told.costUsd),
    };
  };
  const moreUsd = () => Math.max(0, (told.costUsd ?? 0) - (booked?.costUsd ?? 0));
  const isNew = () => {
    const { usage } = told;
    const before = booked?.usage ?? noUsage;
    const more = usage && combined(usage, before, (now, then) => now - then);
    return moreUsd() > 0 || (more !== null && more.inputTokens + more.outputTokens > 0);
  };
  return {
    get told() {
      return told;
    },
    async soFar(reported) {
      hear(reported);
      if (moreUsd() > 0) await book();
    },
    async all(reported) {
      hear(reported);
      if (booked === null || isNew()) await book();
      for (const decide of decisions) decide(true);
      return told;
    },
    none() {
      for (const decide of decisions) decide(false);
    },
  };
}

function combined(a: Usage, b: Usage, combine: (a: number, b: number) => number): Usage {
  const made: Usage = { ...noUsage };
  for (const kind of Object.keys(noUsage) as (keyof Usage)[]) made[kind] = combine(a[kind], b[kind]);
  return made;
}

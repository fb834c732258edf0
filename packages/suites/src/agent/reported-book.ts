import { type Account, type Clock, noUsage, type Usage } from "@flow-state-dev/core";
import { type BookedReport, bookReported, carryReported, type ReportedCall } from "./book-reported.ts";
import type { ReportedUsage } from "./usage-file.ts";

/** What a program says it used, or what of that counts. Null is unknown. */
export type Reported = Pick<ReportedUsage, "usage" | "costUsd">;

/** Books what a program says it used. What was told once is not taken back: the most that it ever said counts. */
export interface ReportedBook {
  /** The most that was told of each at any time. */
  readonly told: Reported;
  /** US dollars that were told of and are not booked yet. */
  readonly heldUsd: number;
  /**
   * Hears what it says while it works, and books what costs money: others see what is left, and a kill loses nothing.
   */
  soFar(reported: Reported): Promise<void>;
  /** Books the rest. To be called once, at the end, where nobody else has counted. Resolves with what counts. */
  all(reported: Reported): Promise<Reported>;
  /** Somebody else has counted: nothing that was told counts, nor what is told from now on. */
  withdraw(): void;
}

/** Milliseconds that are waited for money which others hold back: meanwhile nobody looks at what it spends. */
const longestWaitMs = 500;

/**
 * A book for one run of a program.
 *
 * @param mayBeCounted a gateway may still count, and then its figures are the only ones: what is booked before the end
 *   is carried, as far as there is money left for it, and can be withdrawn. The rest waits for the end.
 */
export function createReportedBook(
  account: Account,
  call: Omit<ReportedCall, "durationMs">,
  { clock, mayBeCounted }: { clock: Clock; mayBeCounted: boolean },
): ReportedBook {
  const began = clock.elapsed();
  let told: Reported = { usage: null, costUsd: null };
  let booked: { usage: Usage; costUsd: number } | null = null;
  const carried: BookedReport[] = [];
  let withdrawn = false;

  async function book(isSure: boolean): Promise<void> {
    const before = booked ?? { usage: noUsage, costUsd: 0 };
    const { usage, costUsd } = told;
    const rest = {
      usage: usage && combined(usage, before.usage, (now, then) => now - then),
      costUsd: costUsd === null ? null : costUsd - before.costUsd,
    };
    const now = { usage: usage ?? before.usage, costUsd: costUsd ?? before.costUsd };
    const made = { ...call, durationMs: Math.round(clock.elapsed() - began) };
    if (isSure) {
      booked = now;
      return await bookReported(account, rest, made);
    }
    const report = await carryReported(account, rest, made, AbortSignal.timeout(longestWaitMs));
    if (!report) return;
    booked = now;
    // While it was opened somebody else may have begun to count.
    if (withdrawn) report.withdraw();
    else carried.push(report);
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
  const heldUsd = () => Math.max(0, (told.costUsd ?? 0) - (booked?.costUsd ?? 0));
  const isNew = () => {
    const { usage } = told;
    const before = booked?.usage ?? noUsage;
    const more = usage && combined(usage, before, (now, then) => now - then);
    return heldUsd() > 0 || (more !== null && more.inputTokens + more.outputTokens > 0);
  };
  return {
    get told() {
      return told;
    },
    get heldUsd() {
      return heldUsd();
    },
    async soFar(reported) {
      hear(reported);
      const pays = !mayBeCounted || heldUsd() <= (account.leftUsd ?? Number.POSITIVE_INFINITY);
      if (!withdrawn && heldUsd() > 0 && pays) await book(!mayBeCounted);
    },
    async all(reported) {
      hear(reported);
      for (const report of carried.splice(0)) report.confirm();
      if (booked === null || isNew()) await book(true);
      return told;
    },
    withdraw() {
      withdrawn = true;
      for (const report of carried.splice(0)) report.withdraw();
    },
  };
}

function combined(a: Usage, b: Usage, combine: (a: number, b: number) => number): Usage {
  const made: Usage = { ...noUsage };
  for (const kind of Object.keys(noUsage) as (keyof Usage)[]) made[kind] = combine(a[kind], b[kind]);
  return made;
}

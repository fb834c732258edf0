import type { CellRecord } from "../cell.ts";
import { toNanoUsd } from "../nano-usd.ts";
import { type OutcomeKind, outcomeKinds } from "../outcome.ts";
import type { RunTotals } from "../run-store.ts";
import { noSums, toSpend, toUsage } from "../sums.ts";

/** Adds up cells one by one, so that the totals of a file fit the cells in it whatever happens meanwhile. */
export class TotalsOfCells {
  readonly #sums = noSums();
  readonly #outcomes = Object.fromEntries(outcomeKinds.map((kind) => [kind, 0])) as Record<
    OutcomeKind,
    number
  >;
  #running = 0;
  #attempts = 0;
  #cells = 0;

  add(cell: Omit<CellRecord, "attempts">, attempts: number): void {
    const { spend, usage } = cell;
    this.#sums.subject_nano += nano(spend.subject);
    this.#sums.judge_nano += nano(spend.judge);
    this.#sums.agent_nano += nano(spend.agent);
    this.#sums.carried_nano += nano(spend.carried);
    this.#sums.unknown_calls += spend.unknownCalls;
    this.#sums.input_tokens += usage.inputTokens;
    this.#sums.output_tokens += usage.outputTokens;
    this.#sums.cache_read_tokens += usage.cacheReadTokens;
    this.#sums.cache_write_tokens += usage.cacheWriteTokens;
    this.#sums.reasoning_tokens += usage.reasoningTokens;
    if (cell.outcome !== null) this.#outcomes[cell.outcome.kind]++;
    if (cell.running) this.#running++;
    this.#attempts += attempts;
    this.#cells++;
  }

  get cells(): number {
    return this.#cells;
  }

  totals(): RunTotals {
    return {
      outcomes: { ...this.#outcomes },
      running: this.#running,
      attempts: this.#attempts,
      spend: toSpend(this.#sums),
      usage: toUsage(this.#sums),
    };
  }
}

function nano(usd: number): number {
  return toNanoUsd(usd, "The spend of a cell") ?? 0;
}

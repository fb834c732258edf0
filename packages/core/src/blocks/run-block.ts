import type { CacheMode, Disown } from "../cache/cached.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import { type Clock, systemClock } from "../clock/clock.ts";
import { type Pause, pause as timerPause } from "../clock/pause.ts";
import { asError } from "../errors/as-error.ts";
import { createModelResolver } from "../model/create-model-resolver.ts";
import type { ModelResolver } from "../model/model-resolver.ts";
import type { Account } from "../money/account.ts";
import type { Charge } from "../money/charge.ts";
import { createAccount } from "../money/create-account.ts";
import type { PriceTable } from "../money/price-table.ts";
import { type BlockDefinition, isBlock } from "./block.ts";
import { ConstructionError } from "./construction-error.ts";
import type { BlockTotals, OnEvent } from "./events.ts";
import type { Frame } from "./frame.ts";
import { linkAbort } from "./linked-abort.ts";
import { Run } from "./run.ts";
import { runModels } from "./run-models.ts";
import { startBlock } from "./start-block.ts";

/** What a run is given. All of it has a plain default. */
export interface RunBlockOptions {
  /** From model ids to models. What `createModelResolver()` gives when absent. */
  modelResolver?: ModelResolver;
  /** Who pays. An account without a limit when absent. */
  account?: Account;
  /** The bundled price list when absent. */
  prices?: PriceTable;
  /** Answers calls that were made before; nothing is charged for those. */
  cache?: ResponseCache;
  /** `use` when absent. */
  cacheMode?: CacheMode;
  /**
   * After a run that failed the cache asks again for the answers that no block could use: those that do not fit their
   * schema, are empty or were declined. True keeps them: who measures wants what failed to stay failed, not to be drawn
   * again until it succeeds. False when absent.
   */
  keepUseless?: boolean;
  /** Stops the run: running calls are cut off, and it ends at once even when code of a block does not listen. */
  signal?: AbortSignal;
  onEvent?: OnEvent;
  clock?: Clock;
  /** Waits between retries. */
  pause?: Pause;
  /** In [0, 1); spreads retries. */
  random?: () => number;
  /** Subject, task and run; part of the place of every model call. */
  cell?: string;
  /** Which attempt at the cell this is, from 1. A simulated model answers anew in another; a cache does not ask. */
  cellAttempt?: number;
  /** Initial state of the outermost sequencer that has a `stateSchema`; parsed by it. */
  state?: unknown;
}

/** How a run ended, and what it came to. */
export type RunBlockResult<TOutput> = BlockTotals & {
  /** Every call that was booked. */
  charges: readonly Charge[];
} & (
    | { ok: true; output: TOutput }
    | {
        ok: false;
        error: RunError;
        aborted: boolean;
        /** Makes the cache ask again for the answers that no block could use, where `keepUseless` has kept them. */
        disown: Disown;
      }
  );

/** What ended a run. Errors of ours have a stable `code`. */
export type RunError = Error & { readonly code?: unknown };

/**
 * Runs a block. Whatever happens in the block is data: the promise rejects only when what it is given is no block.
 * Nothing is kept of the events.
 */
export async function runBlock<TInput, TOutput>(
  block: BlockDefinition<TInput, TOutput>,
  input: TInput,
  options: RunBlockOptions = {},
): Promise<RunBlockResult<TOutput>> {
  if (!isBlock(block)) throw new ConstructionError("runBlock was given something that is no block.");
  const { clock = systemClock } = options;
  // A signal is often that of a whole sweep, and listening to it costs more the more listen: once a run is enough.
  const stop = linkAbort(options.signal);
  const run = new Run({
    modelResolver: options.modelResolver ?? defaultResolver(),
    account: options.account ?? createAccount({ name: "run" }),
    models: runModels({
      prices: options.prices,
      cache: options.cache,
      cacheMode: options.cacheMode ?? "use",
      clock,
    }),
    clock,
    pause: options.pause ?? timerPause,
    random: options.random ?? Math.random,
    cell: options.cell,
    cellAttempt: options.cellAttempt,
    initialState: options.state,
    onEvent: options.onEvent,
  });
  let ended: Frame | undefined;
  const place = { run, signal: stop.signal, onEnd: (frame: Frame) => (ended = frame) };
  const result = await startBlock(block, input, place).then(
    (output) => ({ ok: true as const, output: output as TOutput }),
    (error: unknown) => ({
      ok: false as const,
      error: asError(error),
      aborted: stop.signal.aborted,
      disown: async () => void (await Promise.all(run.useless.map((disown) => disown()))),
    }),
  );
  stop.unlink();
  // In a run that came through, what was of no use plays again like the rest, and leads to the same end.
  if (!result.ok && !options.keepUseless) await result.disown();
  return { ...result, ...ended!.totals(), charges: [...run.charges] };
}

let shared: ModelResolver | undefined;

/** Made once in a process, and only when it is needed. */
function defaultResolver(): ModelResolver {
  shared ??= createModelResolver();
  return shared;
}

import type { Disown } from "../cache/cached.ts";
import type { Clock } from "../clock/clock.ts";
import type { Pause } from "../clock/pause.ts";
import { messageOf } from "../errors/as-error.ts";
import type { ModelResolver } from "../model/model-resolver.ts";
import type { Account } from "../money/account.ts";
import type { Charge } from "../money/charge.ts";
import type { FlowEvent, OnEvent } from "./events.ts";
import { isThenable } from "./guard.ts";
import type { RunModels } from "./run-models.ts";
import type { RunState } from "./run-state.ts";

/** The seams of one run. */
export interface RunSeams {
  modelResolver: ModelResolver;
  account: Account;
  models: RunModels;
  clock: Clock;
  pause: Pause;
  /** In [0, 1); spreads retries. */
  random: () => number;
  cell: string | undefined;
  /** From 1. */
  cellAttempt: number | undefined;
  initialState: unknown;
  onEvent: OnEvent | undefined;
}

/** What all blocks of one run share. */
export class Run {
  readonly seams: RunSeams;
  readonly charges: Charge[] = [];
  /** Last output by block name. */
  readonly outputs = new Map<string, unknown>();
  /** Capability state, by what defines it. */
  readonly capabilityStates = new Map<object, Promise<RunState>>();
  /** For every answer that no block could use: how the cache is told. */
  readonly useless: Disown[] = [];
  readonly #ordinals = new Map<string, number>();
  #ids = 0;
  #warned = false;

  constructor(seams: RunSeams) {
    this.seams = seams;
  }

  nextId(): string {
    this.#ids += 1;
    return `b${this.#ids}`;
  }

  /** Which model call of this block path comes next, from 0. */
  nextOrdinal(path: string): number {
    const ordinal = this.#ordinals.get(path) ?? 0;
    this.#ordinals.set(path, ordinal + 1);
    return ordinal;
  }

  /** Whether anybody listens; events need not be made otherwise. */
  get listening(): boolean {
    return this.seams.onEvent !== undefined;
  }

  tell(event: FlowEvent): void {
    try {
      const told: unknown = this.seams.onEvent?.(event);
      if (isThenable(told)) told.then(undefined, this.#warn);
    } catch (error) {
      this.#warn(error);
    }
  }

  /** A listener's trouble is its own, but it should hear of it; once is enough. */
  readonly #warn = (error: unknown): void => {
    if (!this.#warned) {
      process.emitWarning(`onEvent threw: ${messageOf(error)}. The run goes on.`, "FlowWarning");
    }
    this.#warned = true;
  };
}

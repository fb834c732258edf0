import type { Clock } from "@flow-state-dev/core";
import { type ConcurrencyLimit, createAdaptiveLimit, createFixedLimit } from "./adaptive-limit.ts";
import { CrewShare } from "./crew-share.ts";
import type { CompleteLimits, ProviderLimits } from "./limits.ts";
import type { PlannedCell } from "./planned-cell.ts";
import { providerOfModel } from "./provider-of.ts";
import { RateGate } from "./rate-gate.ts";
import type { RateLimits } from "./rate-window.ts";
import type { Timer } from "./timer.ts";

/** One provider and how busy we keep it. */
export interface Provider {
  readonly name: string;
  readonly limit: ConcurrencyLimit;
  /** Undefined when nothing limits its requests and tokens. */
  readonly gate: RateGate | undefined;
  /** Cells that hold a slot. */
  running: number;
}

/** The providers of a cell. Cells with the same ones share one of these. */
export interface ProviderGroup {
  readonly providers: readonly Provider[];
}

interface Waiter {
  readonly group: ProviderGroup;
  admit(): void;
}

/** The name of the provider of cells that name none. */
const unnamed = "*";

/**
 * Who may run. A running cell holds one slot overall and one of each of its providers. Cells that want a slot back
 * (after a pause, for another attempt) come before new ones, in the order they asked.
 */
export class Slots {
  readonly #limits: CompleteLimits;
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #providers = new Map<string, Provider>();
  readonly #models = new Map<string, Provider>();
  readonly #groups = new Map<string, ProviderGroup>();
  readonly #waiting = new Set<Waiter>();
  readonly #share: CrewShare;
  #onRoom: () => void = () => {};
  /** Cells that hold a slot. */
  running = 0;

  /** Limits of providers are for all workers on the run; `share` says what of them is ours. */
  constructor(limits: CompleteLimits, clock: Clock, timer: Timer, share = new CrewShare()) {
    this.#limits = limits;
    this.#share = share;
    this.#clock = clock;
    this.#timer = timer;
  }

  /** Who is told when a slot may be free for a new cell. */
  set onRoom(tell: () => void) {
    this.#onRoom = tell;
  }

  provider(name: string): Provider {
    let provider = this.#providers.get(name);
    if (!provider) {
      const { providers, concurrency } = this.#limits;
      const limits: ProviderLimits = providers[name] ?? providers[unnamed] ?? {};
      provider = {
        name,
        limit: limitOf(limits, concurrency, this.#share),
        gate:
          limits.requestsPerMinute === undefined && limits.tokensPerMinute === undefined
            ? undefined
            : new RateGate(ratesOf(limits, this.#share), this.#clock, this.#timer),
        running: 0,
      };
      this.#providers.set(name, provider);
    }
    return provider;
  }

  /** The provider whose requests and tokens a call to this model counts as. */
  providerOf(modelId: string): Provider {
    let provider = this.#models.get(modelId);
    if (!provider) {
      provider = this.provider(providerOfModel(modelId));
      this.#models.set(modelId, provider);
    }
    return provider;
  }

  groupOf({ provider = unnamed }: PlannedCell): ProviderGroup {
    const key = typeof provider === "string" ? provider : provider.join("\n");
    let group = this.#groups.get(key);
    if (!group) {
      const names = typeof provider === "string" ? [provider] : [...new Set(provider)];
      group = { providers: (names.length > 0 ? names : [unnamed]).map((name) => this.provider(name)) };
      this.#groups.set(key, group);
    }
    return group;
  }

  /** Whether a new cell of the group could start now. */
  hasRoom(group: ProviderGroup): boolean {
    if (this.running >= this.#limits.concurrency) return false;
    for (const provider of group.providers) if (provider.running >= provider.limit.value) return false;
    return true;
  }

  take(group: ProviderGroup): void {
    this.running += 1;
    for (const provider of group.providers) provider.running += 1;
  }

  release(group: ProviderGroup): void {
    this.running -= 1;
    for (const provider of group.providers) provider.running -= 1;
    this.serve();
  }

  /** Takes a slot as soon as there is one. Rejects with the signal's reason when it fires. */
  wait(group: ProviderGroup, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const onAbort = () => {
        this.#waiting.delete(waiter);
        reject(signal.reason);
      };
      const waiter: Waiter = {
        group,
        admit: () => {
          this.#waiting.delete(waiter);
          signal.removeEventListener("abort", onAbort);
          this.take(group);
          resolve();
        },
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waiting.add(waiter);
      this.serve();
    });
  }

  /** Gives free slots away. To be called when one became free or a limit went up. */
  serve(): void {
    for (const waiter of this.#waiting) {
      if (this.running >= this.#limits.concurrency) return;
      if (this.hasRoom(waiter.group)) waiter.admit();
    }
    this.#onRoom();
  }
}

function limitOf({ concurrency }: ProviderLimits, overall: number, share: CrewShare): ConcurrencyLimit {
  if (concurrency === undefined) return createFixedLimit(overall);
  if (typeof concurrency === "number") return shared(createFixedLimit(concurrency), concurrency, share);
  const limit = createAdaptiveLimit({ ...concurrency, max: Math.min(concurrency.max, overall) });
  return shared(limit, concurrency.max, share);
}

/** Each worker feels its own way, and none beyond its share of the most there may be. */
function shared(limit: ConcurrencyLimit, max: number, share: CrewShare): ConcurrencyLimit {
  return {
    get value() {
      return Math.min(limit.value, share.of(max));
    },
    get cuts() {
      return limit.cuts;
    },
    succeeded: (running) => limit.succeeded(running),
    throttled: (cuts) => limit.throttled(cuts),
  };
}

/** What it allows changes as workers come and go. */
function ratesOf({ requestsPerMinute, tokensPerMinute }: RateLimits, share: CrewShare): RateLimits {
  const rates: RateLimits = {};
  const limit = (name: keyof RateLimits, all: number | undefined) => {
    if (all !== undefined) Object.defineProperty(rates, name, { get: () => share.of(all) });
  };
  limit("requestsPerMinute", requestsPerMinute);
  limit("tokensPerMinute", tokensPerMinute);
  return rates;
}

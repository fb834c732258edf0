import { type Clock, type Linable, Line } from "@flow-state-dev/core";
import type { ProviderShares } from "@flow-state-dev/records";
import type { PlannedCell } from "../plan/planned-cell.ts";
import type { Timer } from "../time/timer.ts";
import { type ConcurrencyLimit, createAdaptiveLimit, createFixedLimit } from "./adaptive-limit.ts";
import type { CompleteLimits, ProviderLimits } from "./limits.ts";
import { providerOfModel } from "./provider-of.ts";
import { type CallGate, RateGate } from "./rate-gate.ts";
import { SharedGate } from "./shared-gate.ts";
import { SharedLimit } from "./shared-limit.ts";

/** One provider and how busy we keep it. */
export interface Provider {
  readonly name: string;
  readonly limit: ConcurrencyLimit;
  /** Undefined when nothing limits its requests and tokens. */
  readonly gate: CallGate | undefined;
  /** Only the number of all cells limits what is asked of it. */
  readonly isOpen: boolean;
  /** Cells that hold a slot. */
  running: number;
  /** Cells that wait for one. */
  waiting: number;
}

/** The providers of a cell. Cells with the same ones share one of these. */
export interface ProviderGroup {
  readonly providers: readonly Provider[];
}

interface Waiter extends Linable<Waiter> {
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
  readonly #waiting = new Line<Waiter>();
  readonly #shares: ProviderShares | undefined;
  readonly #shared: { stop(): void }[] = [];
  #onRoom: () => void = () => {};
  /** Cells that hold a slot. */
  running = 0;

  /** With `shares`, limits of providers are for all workers together. */
  constructor(limits: CompleteLimits, clock: Clock, timer: Timer, shares?: ProviderShares) {
    this.#limits = limits;
    this.#shares = shares;
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
      const { providers } = this.#limits;
      const own = (key: string) => (Object.hasOwn(providers, key) ? providers[key] : undefined);
      const limits: ProviderLimits = own(name) ?? own(unnamed) ?? {};
      provider = {
        name,
        limit: this.#limitOf(name, limits),
        gate: this.#gateOf(name, limits),
        isOpen: Object.values(limits).every((limit) => limit === undefined),
        running: 0,
        waiting: 0,
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

  /** Whether cells of the group may be made ready before there is a slot: nothing else decides when they may start. */
  mayReady(group: ProviderGroup): boolean {
    return group.providers.every(({ isOpen }) => isOpen);
  }

  take(group: ProviderGroup): void {
    this.running += 1;
    for (const provider of group.providers) provider.running += 1;
    tellDemand(group);
  }

  release(group: ProviderGroup): void {
    this.running -= 1;
    for (const provider of group.providers) provider.running -= 1;
    tellDemand(group);
    this.serve();
  }

  /** Takes a slot as soon as there is one. Rejects with the signal's reason when it fires. */
  wait(group: ProviderGroup, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const onAbort = () => {
        giveUp();
        reject(signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      const giveUp = this.ask(group, () => {
        signal.removeEventListener("abort", onAbort);
        resolve();
      });
    });
  }

  /** The same for who is told at once when it has a slot, and may give it up until then by what is given. */
  ask(group: ProviderGroup, onTaken: () => void): () => void {
    const leave = () => {
      if (!this.#waiting.delete(waiter)) return;
      for (const provider of group.providers) provider.waiting -= 1;
    };
    const waiter: Waiter = {
      ...{ before: null, behind: null, group },
      admit: () => {
        leave();
        this.take(group);
        onTaken();
      },
    };
    this.#waiting.add(waiter);
    for (const provider of group.providers) provider.waiting += 1;
    tellDemand(group);
    this.serve();
    return () => {
      leave();
      tellDemand(group);
    };
  }

  /** Gives free slots away. To be called when one became free or a limit went up. */
  serve(): void {
    let waiter = this.#waiting.first;
    while (waiter) {
      if (this.running >= this.#limits.concurrency) return;
      if (this.hasRoom(waiter.group)) {
        waiter.admit();
        // Whoever was told may have changed the line.
        waiter = this.#waiting.first;
      } else waiter = waiter.behind;
    }
    this.#onRoom();
  }

  /** Asks others no more. */
  stop(): void {
    for (const shared of this.#shared) shared.stop();
  }

  #limitOf(provider: string, { concurrency }: ProviderLimits): ConcurrencyLimit {
    const overall = this.#limits.concurrency;
    if (concurrency === undefined) return createFixedLimit(overall);
    if (this.#shares) {
      const parts = { provider, concurrency, shares: this.#shares, clock: this.#clock, timer: this.#timer };
      return this.#keep(new SharedLimit({ ...parts, onMore: () => this.serve() }));
    }
    if (typeof concurrency === "number") return createFixedLimit(concurrency);
    return createAdaptiveLimit({ ...concurrency, max: Math.min(concurrency.max, overall) });
  }

  #gateOf(provider: string, limits: ProviderLimits): CallGate | undefined {
    if (limits.requestsPerMinute === undefined && limits.tokensPerMinute === undefined) return undefined;
    if (!this.#shares) return new RateGate(limits, this.#clock, this.#timer);
    return this.#keep(new SharedGate({ provider, limits, shares: this.#shares, timer: this.#timer }));
  }

  #keep<T extends { stop(): void }>(shared: T): T {
    this.#shared.push(shared);
    return shared;
  }
}

function tellDemand({ providers }: ProviderGroup): void {
  for (const { limit, running, waiting } of providers) limit.demanded?.(running, running + waiting);
}

import { setImmediate, setTimeout } from "node:timers";
import { RecordsError } from "../errors/records-error.ts";
import { StoreClosedError } from "../errors/store-errors.ts";

/** When the queue writes. */
export interface WriteTime {
  /** Monotonic milliseconds. */
  elapsed(): number;
  /** Calls back in the next turn of the event loop. */
  soon(callback: () => void): void;
  after(ms: number, callback: () => void): void;
}

/** As they are when this is loaded: a test that holds timers and clocks still for its own code does not hold up the store. */
const realTime: WriteTime = {
  elapsed: performance.now.bind(performance),
  soon: setImmediate,
  after: (ms, callback) => void setTimeout(callback, ms),
};

/** One transaction at a time on the connection behind the queue. `begin` may throw because another process writes. */
export interface Transactions {
  begin(): void;
  /** Writes what the batch has added up, then commits. */
  commit(): void;
  rollback(): void;
  isBusy(error: unknown): boolean;
  /** Does the error concern the store as a whole, so that every write of the batch has failed? */
  isStoreTrouble(error: unknown): boolean;
  /** The error as callers see it. */
  translate(error: unknown): unknown;
}

interface Write {
  /** May refuse with a `RecordsError`, but only before it has changed anything. */
  run: () => unknown;
  resolve: (value: any) => void;
  reject: (error: unknown) => void;
  /** Stays in the queue when the store is in trouble, until it can be written. */
  kept: boolean;
  bytes: number;
}

/** Largest batch, in writes and in bytes of content: bounds memory and the time the event loop stands still. */
const maximumWrites = 1_000;
const maximumBytes = 4_000_000;

/**
 * Writes are not kept waiting for the end of a turn of the event loop: what waits for them could work meanwhile. But
 * transactions may take no more than this part of the time, so that under load each has more to write, and a turn may
 * last only so long until all others, timers and signals among them, have theirs.
 */
const earlyShare = 0.05;
const longestTurnMs = 20;

/** A batch of so many writes comes from many that work at once. */
const manyWrites = 4;

/** Another process may hold the store for this long before a write is given up. */
const patienceMs = 30_000;

/** Pauses between tries while another process holds the store: the first at most, and the longest. */
const firstRetryMs = 5;
const longestRetryMs = 60;

/**
 * Group commit: writes that come close together run in one transaction, in the order in which they came, and their
 * promises settle after it is committed. A write that fails by itself does not harm its neighbours.
 */
export class WriteQueue {
  #writes: Write[] = [];
  #scheduled = false;
  #earlyAsked = false;
  /** Since when the next turn of the event loop is awaited; when the last transaction ended, and how long it took. */
  #turnAskedAt = 0;
  #wroteAt = 0;
  #wroteMs = 0;
  #wroteCount = 0;
  #busySince: number | null = null;
  #retries = 0;
  #closed = false;
  readonly #transactions: Transactions;
  readonly #gatherMs: number;
  readonly #time: WriteTime;

  /**
   * After a batch of many writes the next transaction waits so many milliseconds for more to share it: each writes pages
   * of all tables into the log, however little it changes. Whoever writes alone, one after the other, waits for nothing.
   */
  constructor(transactions: Transactions, gatherMs: number, time = realTime) {
    this.#transactions = transactions;
    this.#gatherMs = gatherMs;
    this.#time = time;
  }

  /** Resolves with what `run` gives, once it is durable. `bytes` is the size of its content when that is large. */
  add<T>(run: () => T, bytes = 0): Promise<T> {
    if (this.#closed) return Promise.reject(new StoreClosedError());
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#writes.push({ run, resolve, reject, kept: false, bytes });
    this.#schedule();
    this.#askEarly();
    return promise;
  }

  /** Writes without anybody waiting; when the store is in trouble it is kept and tried again with the next write. */
  addKept(run: () => void, onError: (error: unknown) => void): void {
    if (this.#closed) throw new StoreClosedError();
    this.#writes.push({ run, resolve: ignore, reject: onError, kept: true, bytes: 0 });
    this.#schedule();
  }

  /** Everything added so far is durable when this resolves. */
  async flush(): Promise<void> {
    if (this.#writes.length > 0) await this.add(() => {});
  }

  /**
   * Writes now what can be written without waiting, so that a read that follows sees it. False when something is left
   * because another process is in the way or the store is in trouble; `flush` waits for it.
   */
  drain(): boolean {
    while (this.#writes.length > 0) if (this.#busySince !== null || !this.#writeBatch()) return false;
    return true;
  }

  /** Nothing can be added any more. Call `flush` before; what is left is refused. */
  close(): void {
    this.#closed = true;
    for (const write of this.#writes.splice(0)) write.reject(new StoreClosedError());
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#turnAskedAt = this.#time.elapsed();
    this.#time.soon(() => this.#turn());
  }

  /** Is it too soon after a transaction of many writes for a smaller one? As many again may be all there are. */
  #gathers(now: number): boolean {
    const enough = this.#wroteCount < manyWrites || this.#writes.length >= this.#wroteCount;
    return !enough && now - this.#wroteAt < this.#gatherMs;
  }

  /** Once everything that can go on has done so: what is added until then shares the transaction. */
  #askEarly(): void {
    if (this.#earlyAsked) return;
    this.#earlyAsked = true;
    queueMicrotask(() => process.nextTick(() => this.#writeEarly()));
  }

  #writeEarly(): void {
    this.#earlyAsked = false;
    if (this.#writes.length === 0 || this.#busySince !== null) return;
    const now = this.#time.elapsed();
    if (now - this.#turnAskedAt > longestTurnMs || this.#gathers(now)) return;
    if (this.#wroteMs > earlyShare * (now - this.#wroteAt + this.#wroteMs)) return;
    this.#writeBatch();
  }

  #turn(): void {
    this.#scheduled = false;
    if (this.#writes.length === 0) return;
    if (this.#gathers(this.#time.elapsed())) {
      this.#turnIn(this.#gatherMs);
      return;
    }
    const written = this.#writeBatch();
    if (this.#writes.length === 0) return;
    if (written) this.#schedule();
    else if (this.#busySince !== null) {
      const most = Math.min(longestRetryMs, firstRetryMs * 2 ** this.#retries);
      this.#retries += 1;
      this.#turnIn(most * (0.5 + 0.5 * Math.random()));
    }
  }

  #turnIn(ms: number): void {
    this.#scheduled = true;
    this.#time.after(ms, () => this.#turn());
  }

  /** True when the batch was dealt with, false when its writes (or the kept ones) are still in the queue. */
  #writeBatch(): boolean {
    const batch = this.#takeBatch();
    let results: unknown[];
    const begun = this.#time.elapsed();
    try {
      results = this.#transact(batch);
    } catch (error) {
      return this.#failed(batch, error);
    }
    this.#wroteAt = this.#time.elapsed();
    this.#wroteMs = this.#wroteAt - begun;
    this.#wroteCount = batch.length;
    this.#unblocked();
    for (let i = 0; i < batch.length; i++) settle(batch[i]!, results[i]);
    return true;
  }

  #unblocked(): void {
    this.#busySince = null;
    this.#retries = 0;
  }

  #takeBatch(): Write[] {
    let count = 0;
    let bytes = 0;
    while (count < this.#writes.length && count < maximumWrites && (count === 0 || bytes < maximumBytes)) {
      bytes += this.#writes[count]!.bytes;
      count++;
    }
    return this.#writes.splice(0, count);
  }

  #transact(batch: readonly Write[]): unknown[] {
    this.#transactions.begin();
    try {
      const results = batch.map(resultOrRefusal);
      this.#transactions.commit();
      return results;
    } catch (error) {
      this.#transactions.rollback();
      throw error;
    }
  }

  #failed(batch: Write[], error: unknown): boolean {
    if (this.#transactions.isBusy(error)) {
      this.#busySince ??= this.#time.elapsed();
      if (this.#time.elapsed() - this.#busySince < patienceMs) {
        this.#writes.unshift(...batch);
        return false;
      }
    }
    this.#unblocked();
    if (this.#transactions.isStoreTrouble(error))
      return this.#troubled(batch, this.#transactions.translate(error));
    if (batch.length === 1) {
      batch[0]!.reject(this.#transactions.translate(error));
      return true;
    }
    return this.#oneByOne(batch);
  }

  /** Some write of the batch is at fault: each gets a transaction of its own, so that only that one fails. */
  #oneByOne(batch: Write[]): boolean {
    for (let i = 0; i < batch.length; i++) {
      const write = batch[i]!;
      try {
        settle(write, this.#transact([write])[0]);
      } catch (error) {
        if (this.#transactions.isBusy(error) || this.#transactions.isStoreTrouble(error))
          return this.#failed(batch.slice(i), error);
        write.reject(this.#transactions.translate(error));
      }
    }
    return true;
  }

  #troubled(batch: Write[], error: unknown): boolean {
    const all = [...batch, ...this.#writes];
    this.#writes = all.filter((write) => write.kept);
    for (const write of all) if (!write.kept) write.reject(error);
    return this.#writes.length === 0;
  }
}

function ignore(): void {}

function resultOrRefusal(write: Write): unknown {
  try {
    return write.run();
  } catch (error) {
    if (error instanceof RecordsError) return error;
    throw error;
  }
}

function settle(write: Write, result: unknown): void {
  if (result instanceof RecordsError) write.reject(result);
  else write.resolve(result);
}

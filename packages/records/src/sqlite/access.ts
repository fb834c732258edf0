import { setTimeout as pause } from "node:timers/promises";
import { StoreClosedError, StoreReadOnlyError } from "../errors/store-errors.ts";
import { StoreLife } from "../stored/store-life.ts";
import type { OpenDatabase } from "./open-database.ts";
import { isBusy, isStoreTrouble, toStoreError } from "./sqlite-error.ts";
import { type Tables, transactionsOver } from "./tables.ts";
import { WriteQueue } from "./write-queue.ts";

/** A read is rarely in anybody's way: only while another process mends the log of one that died. */
const readPatienceMs = 30_000;
const readRetryMs = 30;

/**
 * For how long writes to a file gather after a transaction of many; in memory there is no log that they would share.
 */
const gatherMs = 1;

/** The way of all writes and reads to the tables: in their order, while the store is open. */
export class Access {
  readonly #file: string;
  readonly #opened: OpenDatabase;
  readonly #queue: WriteQueue;
  readonly #life = new StoreLife();

  constructor(file: string, opened: OpenDatabase, tables: Tables) {
    this.#file = file;
    this.#opened = opened;
    const translate = (error: unknown) => toStoreError(error, file);
    const transactions = { ...transactionsOver(opened.db, tables), isBusy, isStoreTrouble, translate };
    this.#queue = new WriteQueue(transactions, file === ":memory:" ? 0 : gatherMs);
  }

  write<T>(run: () => T): Promise<T> {
    if (this.#life.isClosed) return Promise.reject(new StoreClosedError());
    return this.enqueue(run);
  }

  /** Checks now and writes later; what the check refuses, the promise tells. There are many of these: no `async`. */
  writeChecked<T>(check: () => () => T): Promise<T> {
    return this.#life.checked(() => this.enqueue(check()));
  }

  /** The same for what is not written at once: `write` says when by `enqueue`. */
  checked<T>(write: () => Promise<T>): Promise<T> {
    return this.#life.checked(write);
  }

  /** For what was asked for before the store was closed. `bytes` is the size of its content when that is large. */
  enqueue<T>(run: () => T, bytes?: number): Promise<T> {
    if (this.#opened.readOnly) return Promise.reject(new StoreReadOnlyError(this.#file));
    return this.#queue.add(run, bytes);
  }

  /** Checks now and writes later; nobody waits for it, and `flush` tells when it could not be written. */
  keepChecked(check: () => () => void): void {
    this.#life.refuseClosed();
    if (this.#opened.readOnly) throw new StoreReadOnlyError(this.#file);
    this.#queue.addKept(check(), this.#life.unheard);
  }

  /** The store does not close before it is done. */
  whenPrepared<T>(work: Promise<T>): Promise<T> {
    return this.#life.whenPrepared(work);
  }

  /** What this store was told before is seen by the read, as far as it can be written. */
  async read<T>(read: () => T | Promise<T>): Promise<T> {
    this.#life.refuseClosed();
    if (!this.#queue.drain()) await this.#queue.flush().catch(() => {});
    const since = performance.now();
    for (;;) {
      this.#life.refuseClosed();
      try {
        return await read();
      } catch (error) {
        if (!isBusy(error) || performance.now() - since > readPatienceMs)
          throw toStoreError(error, this.#file);
      }
      await pause(readRetryMs * (0.5 + Math.random()));
    }
  }

  refuseClosed(): void {
    this.#life.refuseClosed();
  }

  async flush(): Promise<void> {
    this.#life.refuseClosed();
    await this.#settle();
  }

  close(): Promise<void> {
    return this.#life.close(async () => {
      try {
        await this.#settle();
      } finally {
        this.#queue.close();
        this.#opened.close();
      }
    });
  }

  #settle(): Promise<void> {
    return this.#life.settle(() => this.#queue.flush());
  }
}

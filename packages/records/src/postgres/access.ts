import { StoreClosedError } from "../errors/store-errors.ts";
import { StoreLife } from "../stored/store-life.ts";
import type { PostgresAddress } from "./address.ts";
import type { OpenDatabase } from "./open-database.ts";
import type { Operation } from "./operation.ts";
import { DatabaseReadOnlyError, StoreUnreachableError } from "./postgres-errors.ts";
import { isStoreTrouble, toStoreError } from "./postgres-trouble.ts";
import type { RunReader } from "./run-reader.ts";
import { WriteQueue } from "./write-queue.ts";
import type { Writer } from "./writer.ts";

/** An operation, and what its answer means; a `RecordsError` thrown by the latter is a refusal. */
export type Asked<T> = readonly [operation: Operation, read: (answer: unknown) => T];

/** The way of all writes and reads to the database: in their order, while the store is open. */
export class Access {
  readonly #address: PostgresAddress;
  readonly #opened: OpenDatabase;
  readonly #writer: Writer;
  readonly #runs: RunReader;
  readonly #queue: WriteQueue;
  readonly #life = new StoreLife();

  constructor(address: PostgresAddress, opened: OpenDatabase, writer: Writer, runs: RunReader) {
    this.#address = address;
    this.#opened = opened;
    this.#writer = writer;
    this.#runs = runs;
    this.#queue = new WriteQueue({
      send: (runId, operations) => this.#send(runId, operations),
      isStoreTrouble,
      translate: (error) => toStoreError(error, address),
    });
  }

  /** Takes its turn among the writes. */
  write<T>(work: () => Promise<T>): Promise<T> {
    if (this.#life.isClosed) return Promise.reject(new StoreClosedError());
    if (this.#opened.readOnly) return Promise.reject(this.#readOnlyError());
    return this.#queue.alone(work);
  }

  /** Checks now and writes later; what the check refuses, the promise tells. */
  writeChecked<T>(check: () => () => Promise<T>): Promise<T> {
    return this.#life.checked(() => this.write(check()));
  }

  /** The same for an operation on a run, written together with others; there are many of these. */
  addChecked<T>(runId: string, check: () => Asked<T>): Promise<T> {
    return this.#life.checked(() => this.enqueue(runId, check()));
  }

  /** The same for what is not written at once: `write` says when by `enqueue`. */
  checked<T>(write: () => Promise<T>): Promise<T> {
    return this.#life.checked(write);
  }

  /** For what was asked for before the store was closed. */
  enqueue<T>(runId: string, [operation, read]: Asked<T>): Promise<T> {
    if (this.#opened.readOnly) return Promise.reject(this.#readOnlyError());
    return this.#queue.add(runId, operation, (answer) => read(orThrow(answer)));
  }

  /** Checks now and writes later; nobody waits for it, and `flush` tells when it could not be written. */
  keepChecked(runId: string, check: () => Asked<void>): void {
    this.#life.refuseClosed();
    if (this.#opened.readOnly) throw this.#readOnlyError();
    const [operation, read] = check();
    this.#queue.addKept(runId, operation, (answer) => read(orThrow(answer)), this.#life.unheard);
  }

  /** Writes at once, beside the others: what nobody sees before something else refers to it. */
  async writeBeside<T>(work: () => Promise<T>): Promise<T> {
    if (this.#opened.readOnly) throw this.#readOnlyError();
    try {
      return await work();
    } catch (error) {
      throw toStoreError(error, this.#address);
    }
  }

  /** The store does not close before it is done. */
  whenPrepared<T>(work: Promise<T>): Promise<T> {
    return this.#life.whenPrepared(work);
  }

  /** What this store was told before is seen by the read, as far as it can be written. */
  async read<T>(read: () => Promise<T>): Promise<T> {
    this.#life.refuseClosed();
    await this.#queue.flush().catch((error: unknown) => {
      if (error instanceof StoreUnreachableError) throw error;
    });
    this.#life.refuseClosed();
    try {
      return await read();
    } catch (error) {
      throw toStoreError(error, this.#address);
    }
  }

  async flush(): Promise<void> {
    this.#life.refuseClosed();
    await this.#settle();
  }

  close(): Promise<void> {
    return this.#life.close(async () => {
      try {
        await this.#settle();
        if (!this.#opened.readOnly) await this.#writer.leave();
      } finally {
        this.#queue.close();
        await this.#opened.connection.close();
      }
    });
  }

  #settle(): Promise<void> {
    return this.#life.settle(() => this.#queue.flush());
  }

  async #send(runId: string, operations: readonly Operation[]): Promise<readonly unknown[]> {
    const answers = await this.#writer.apply(runId, operations);
    if (answers !== null) return answers;
    const error = await this.#runs.unknown(runId);
    return operations.map(() => error);
  }

  #readOnlyError(): DatabaseReadOnlyError {
    return new DatabaseReadOnlyError(this.#address.shown, "this user or this server may only read");
  }
}

function orThrow(answer: unknown): unknown {
  if (answer instanceof Error) throw answer;
  return answer;
}

import { setImmediate } from "node:timers";
import { RecordsError } from "../errors/records-error.ts";
import { StoreClosedError } from "../errors/store-errors.ts";
import type { Operation } from "./operation.ts";

/** What the queue needs of the store. */
export interface BatchWriter {
  /** Writes operations of one run in their order, in one transaction, and gives an answer for each. */
  send(runId: string, operations: readonly Operation[]): Promise<readonly unknown[]>;
  /** Does the error concern the store as a whole, so that every write has failed? */
  isStoreTrouble(error: unknown): boolean;
  /** The error as callers see it. */
  translate(error: unknown): unknown;
}

interface Write {
  work:
    | { runId: string; operation: Operation; read: (answer: unknown) => unknown }
    /** Something that is not written together with others. */
    | { alone: () => Promise<unknown> };
  resolve: (value: any) => void;
  reject: (error: unknown) => void;
  /** Stays in the queue when the store is in trouble, until it can be written. */
  kept: boolean;
}

/** Largest batch, in writes and in bytes of content: bounds memory and the time others wait. */
const maximumWrites = 1_000;
const maximumBytes = 4_000_000;

/**
 * Group commit: while one batch is under way the next gathers, and writes of the same run go together, in the order in
 * which they came. Their promises settle after it is committed. A write that fails by itself does not harm its
 * neighbours.
 */
export class WriteQueue {
  #writes: Write[] = [];
  #running = false;
  #closed = false;
  readonly #writer: BatchWriter;

  constructor(writer: BatchWriter) {
    this.#writer = writer;
  }

  /**
   * Resolves with what `read` makes of the answer, once it is durable; a `RecordsError` that it throws is a refusal.
   */
  add<T>(runId: string, operation: Operation, read: (answer: unknown) => T): Promise<T> {
    return this.#push<T>({ runId, operation, read });
  }

  /** Takes its turn among the writes. It may fail without harm to others. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#push<T>({ alone: work });
  }

  /** Writes without anybody waiting; when the store is in trouble it is kept and tried again with the next write. */
  addKept(
    runId: string,
    operation: Operation,
    read: (answer: unknown) => void,
    onError: (error: unknown) => void,
  ): void {
    if (this.#closed) throw new StoreClosedError();
    this.#writes.push({
      work: { runId, operation, read },
      resolve: () => {},
      reject: onError,
      kept: true,
    });
    this.#schedule();
  }

  /** Everything added so far is durable when this resolves. */
  async flush(): Promise<void> {
    if (this.#running || this.#writes.length > 0) await this.alone(async () => {});
  }

  /** Nothing can be added any more. Call `flush` before; what is left is refused. */
  close(): void {
    this.#closed = true;
    for (const write of this.#writes.splice(0)) write.reject(new StoreClosedError());
  }

  #push<T>(work: Write["work"]): Promise<T> {
    if (this.#closed) return Promise.reject(new StoreClosedError());
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#writes.push({ work, resolve, reject, kept: false });
    this.#schedule();
    return promise;
  }

  #schedule(): void {
    if (this.#running) return;
    this.#running = true;
    setImmediate(() => void this.#pump());
  }

  async #pump(): Promise<void> {
    let going = true;
    while (going && this.#writes.length > 0) going = await this.#writeBatch(this.#takeBatch());
    this.#running = false;
  }

  #takeBatch(): Write[] {
    const first = this.#writes[0]!.work;
    let count = 1;
    if ("alone" in first) return this.#writes.splice(0, 1);
    let bytes = first.operation.bytes;
    while (count < maximumWrites && bytes < maximumBytes) {
      const next = this.#writes[count]?.work;
      if (next === undefined || "alone" in next || next.runId !== first.runId) break;
      bytes += next.operation.bytes;
      count++;
    }
    return this.#writes.splice(0, count);
  }

  /** False when the store is in trouble: what is left waits for the next write. */
  async #writeBatch(batch: Write[]): Promise<boolean> {
    try {
      await this.#transact(batch);
      return true;
    } catch (error) {
      if (this.#writer.isStoreTrouble(error)) return this.#troubled(batch, this.#writer.translate(error));
      if (batch.length > 1) return await this.#oneByOne(batch);
      batch[0]!.reject(this.#writer.translate(error));
      return true;
    }
  }

  async #transact(batch: readonly Write[]): Promise<void> {
    const { work, resolve, reject } = batch[0]!;
    if ("alone" in work) {
      const refused = (error: unknown) => {
        if (!(error instanceof RecordsError)) throw error;
        reject(error);
      };
      await work.alone().then(resolve, refused);
      return;
    }
    const operations = batch.map((write) => (write.work as typeof work).operation);
    const answers = await this.#writer.send(work.runId, operations);
    for (let i = 0; i < batch.length; i++) settle(batch[i]!, answers[i]);
  }

  /** Some write of the batch is at fault: each gets a transaction of its own, so that only that one fails. */
  async #oneByOne(batch: Write[]): Promise<boolean> {
    for (let i = 0; i < batch.length; i++) {
      try {
        await this.#transact([batch[i]!]);
      } catch (error) {
        if (this.#writer.isStoreTrouble(error))
          return this.#troubled(batch.slice(i), this.#writer.translate(error));
        batch[i]!.reject(this.#writer.translate(error));
      }
    }
    return true;
  }

  #troubled(batch: Write[], error: unknown): boolean {
    const all = [...batch, ...this.#writes];
    this.#writes = all.filter((write) => write.kept);
    for (const write of all) if (!write.kept) write.reject(error);
    return false;
  }
}

function settle({ work, resolve, reject }: Write, answer: unknown): void {
  if ("alone" in work) return;
  try {
    resolve(work.read(answer));
  } catch (error) {
    reject(error);
  }
}

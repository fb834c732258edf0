import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import type { Artifact, AttemptRecord, AttemptResult } from "../attempt.ts";
import type { CallCharge, CallOpening, CallRecord } from "../call.ts";
import type { CellId, CellRecord } from "../cell.ts";
import type { GlancingStore, RunGlance } from "../cell-glance.ts";
import { definitionHash } from "../definition-hash.ts";
import { RunExistsError } from "../errors/record-errors.ts";
import { StoreClosedError, StoreReadOnlyError } from "../errors/store-errors.ts";
import type { ImportedCell, ImportingStore, StagedRun } from "../imported-run.ts";
import { toNanoUsd } from "../nano-usd.ts";
import { createRedactor, type Redactor } from "../redact.ts";
import type { Run, RunManifest, RunState } from "../run.ts";
import type { CallBudget, CallGrant, RunBooks } from "../run-books.ts";
import type { CellClaim, CellFilter, ClaimResult, Recovery, RunTotals, WorkerInfo } from "../run-store.ts";
import { Cleaner } from "../stored/cleaner.ts";
import type { ArtifactToWrite } from "../stored/to-write.ts";
import type { TallyingStore, TaskTally } from "../task-tally.ts";
import type { CellPlace, CellTable } from "./cell-table.ts";
import { endAttempt, openCall } from "./cell-writes.ts";
import { type OpenDatabase, openDatabase, patiently } from "./open-database.ts";
import { giveUp } from "./recovery.ts";
import type { RunTable } from "./run-table.ts";
import { isBusy, isStoreTrouble, toStoreError } from "./sqlite-error.ts";
import { Staging } from "./staging.ts";
import { prepareTables, type Tables, transactionsOver } from "./tables.ts";
import { type Transactions, WriteQueue } from "./write-queue.ts";

/** What may be set when a store is made; the defaults are right outside of tests. */
export interface SqliteStoreOptions {
  /** Takes the secrets out; by default those of this process's environment and everything shaped like a key. */
  redactor?: Redactor;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** The file may not grow beyond this; writes then fail as on a full disk. */
  maximumBytes?: number;
}

const pageSize = 200;

/** A read is rarely in anybody's way: only while another process mends the log of one that died. */
const readPatienceMs = 30_000;
const readRetryMs = 30;

/** A store in one file, or in memory with `:memory:`. Any number of processes may use the same file. */
export function createSqliteStore(file: string, options: SqliteStoreOptions = {}): ImportingStore {
  return new SqliteStore(file, options);
}

class SqliteStore implements ImportingStore, GlancingStore, TallyingStore {
  readonly #file: string;
  readonly #opened: OpenDatabase;
  readonly #now: () => number;
  readonly #clean: Cleaner;
  readonly #queue: WriteQueue;
  readonly #tables: Tables;
  readonly #staging: Staging;
  /** Writes whose artifacts are still being compressed. */
  readonly #preparing = new Set<Promise<unknown>>();
  #chargeError: unknown = null;
  #lastTime = { ms: Number.NaN, iso: "" };
  #closing: Promise<void> | null = null;

  constructor(file: string, options: SqliteStoreOptions) {
    this.#file = file;
    this.#now = options.now ?? Date.now;
    this.#clean = new Cleaner(options.redactor ?? createRedactor());
    this.#opened = openDatabase(file, options.maximumBytes);
    this.#tables = tablesOf(this.#opened, file);
    const { db } = this.#opened;
    this.#staging = new Staging(db, this.#tables, this.#clean);
    this.#queue = new WriteQueue(transactions(db, this.#tables, file));
  }

  get #runs(): RunTable {
    return this.#tables.runs;
  }

  get #cells(): CellTable {
    return this.#tables.cells;
  }

  createRun(manifest: RunManifest, plannedCells: number): Promise<Run> {
    return this.#write(() => this.#insertRun(manifest, plannedCells));
  }

  openRun(manifest: RunManifest, plannedCells: number): Promise<{ run: Run; created: boolean }> {
    return this.#write(() => {
      const found = this.#runs.findUnfinished(definitionHash(manifest));
      if (found !== null) return { run: found, created: false };
      return { run: this.#insertRun(manifest, plannedCells), created: true };
    });
  }

  #insertRun(manifest: RunManifest, plannedCells: number): Run {
    const nowMs = this.#now();
    const at = new Date(nowMs).toISOString();
    const run: Run = {
      id: this.#runs.freeId(nowMs),
      manifest: this.#clean.json(manifest),
      definition: definitionHash(manifest),
      state: "running",
      plannedCells,
      createdAt: at,
      updatedAt: at,
      warnings: [],
    };
    this.#runs.insert(run, null);
    return this.#runs.get(run.id);
  }

  updateRun(
    runId: string,
    change: { state?: RunState; plannedCells?: number; manifest?: RunManifest; warnings?: readonly string[] },
  ): Promise<void> {
    return this.#write(() => {
      const { manifest, warnings, ...plain } = change;
      const clean = { ...plain, ...(warnings && { warnings: this.#clean.json(warnings) }) };
      if (manifest === undefined) return this.#runs.change(runId, clean, this.#iso());
      const run = this.#runs.get(runId);
      this.#runs.update({
        ...run,
        state: clean.state ?? run.state,
        plannedCells: clean.plannedCells ?? run.plannedCells,
        warnings: clean.warnings ?? run.warnings,
        manifest: this.#clean.json(manifest),
        definition: definitionHash(manifest),
        updatedAt: this.#iso(),
      });
    });
  }

  findRun(reference: string): Promise<Run | null> {
    return this.#read(() => this.#runs.find(reference));
  }

  findUnfinished(definition: string): Promise<Run | null> {
    return this.#read(() => this.#runs.findUnfinished(definition));
  }

  async *runs(filter: { kind?: string; name?: string; limit?: number } = {}): AsyncIterable<Run> {
    let left = filter.limit ?? Number.POSITIVE_INFINITY;
    let after: Parameters<RunTable["page"]>[1] = null;
    while (left > 0) {
      const limit = Math.min(pageSize, left);
      const page: ReturnType<RunTable["page"]> = await this.#read(() =>
        this.#runs.page(filter, after, limit),
      );
      for (const { run } of page) yield run;
      if (page.length < limit) return;
      left -= page.length;
      after = page.at(-1)!.position;
    }
  }

  async registerWorker(worker: WorkerInfo): Promise<void> {
    const clean = { id: this.#clean.name(worker.id), host: this.#clean.name(worker.host), pid: worker.pid };
    return this.#write(() => this.#tables.workers.register(clean, this.#now()));
  }

  heartbeat(workerId: string): Promise<void> {
    return this.#write(() => this.#tables.workers.heartbeat(this.#clean.name(workerId), this.#now()));
  }

  releaseWorker(workerId: string): Promise<void> {
    return this.#write(() => {
      const workerNo = this.#tables.workers.number(this.#clean.name(workerId));
      this.#tables.workers.release(workerNo);
      this.#giveUp({ runNo: null, workerNo }, () => true);
    });
  }

  recover(runId: string): Promise<Recovery> {
    return this.#write(() => {
      const nowMs = this.#now();
      const scope = { runNo: this.#runs.number(runId), workerNo: null };
      return this.#giveUp(scope, (workerNo) => this.#tables.workers.isDead(workerNo, nowMs));
    });
  }

  claim(runId: string, workerId: string, cell: CellClaim): Promise<ClaimResult> {
    return this.#writeChecked(() => {
      const claim = this.#clean.claim(cell);
      return () =>
        this.#cells.claim(
          this.#runs.number(runId),
          this.#tables.workers.activeNumber(this.#clean.name(workerId)),
          claim,
          this.#iso(),
        );
    });
  }

  openCall(
    runId: string,
    cell: CellId,
    attempt: number,
    call: CallOpening,
    budget?: CallBudget,
  ): Promise<CallGrant> {
    return this.#writeChecked(() => {
      const opening = {
        ...{ cell: this.#clean.cell(cell), attempt, opening: this.#clean.opening(call) },
        limit: toNanoUsd(budget?.limitUsd ?? null, "The limit of a budget"),
        strict: budget?.strict ?? false,
      };
      return () => openCall(this.#tables, this.#runs.number(runId), opening);
    });
  }

  chargeCall(runId: string, charge: CallCharge): void {
    this.#refuseWrite();
    const clean = this.#clean.charge(charge);
    this.#keep(() => this.#tables.calls.charge(this.#runs.number(runId), clean));
  }

  carryCall(runId: string, callId: string): void {
    this.#refuseWrite();
    const clean = this.#clean.id(callId);
    this.#keep(() => this.#tables.calls.carry(this.#runs.number(runId), clean));
  }

  endAttempt(runId: string, cell: CellId, attempt: number, result: AttemptResult): Promise<boolean> {
    try {
      this.#refuseClosed();
      const key = this.#clean.cell(cell);
      const ended = this.#clean.result(result, this.#iso());
      const end = (artifacts: readonly ArtifactToWrite[]) =>
        this.#enqueue(
          () => endAttempt(this.#tables, this.#runs.number(runId), { cell: key, attempt, ended, artifacts }),
          contentBytes(artifacts),
        );
      const encoded = this.#clean.artifacts(result.artifacts);
      return Array.isArray(encoded) ? end(encoded) : this.#whenPrepared(encoded.then(end));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  glance(runId: string): Promise<RunGlance> {
    return this.#read(() => this.#cells.glance(this.#runs.number(runId)));
  }

  tally(runId: string): Promise<TaskTally[]> {
    return this.#read(() => this.#cells.tally(this.#runs.number(runId)));
  }

  async *cells(runId: string, filter: CellFilter = {}): AsyncIterable<CellRecord> {
    const clean = this.#clean.filter(filter);
    let after: CellId | null = null;
    for (;;) {
      const page: CellRecord[] = await this.#read(() =>
        this.#cells.page(this.#runs.number(runId), clean, after, pageSize),
      );
      yield* page;
      if (page.length < pageSize) return;
      after = page.at(-1)!;
    }
  }

  cell(runId: string, cell: CellId): Promise<CellRecord | null> {
    return this.#read(() => this.#cells.get(this.#runs.number(runId), this.#clean.cell(cell)));
  }

  attempts(runId: string, cell: CellId): Promise<readonly AttemptRecord[]> {
    return this.#read(() => {
      const key = this.#clean.cell(cell);
      const found = this.#cells.find(this.#runs.number(runId), key);
      if (found === null) return [];
      const sums = this.#tables.calls.sumsByAttempt(found.no);
      return this.#tables.attempts.ofCell(found.no, key, { count: found.attempts, sums });
    });
  }

  async *calls(runId: string, cell?: CellId): AsyncIterable<CallRecord> {
    if (cell !== undefined) {
      const key = this.#clean.cell(cell);
      yield* await this.#read(() => {
        const found = this.#cells.find(this.#runs.number(runId), key);
        return found === null ? [] : this.#tables.calls.ofCell(found.no, key);
      });
      return;
    }
    let after: CellId | null = null;
    for (;;) {
      const page: CellPlace[] = await this.#read(() =>
        this.#cells.placePage(this.#runs.number(runId), after, pageSize),
      );
      for (const { no, subject, task, repetition } of page) {
        after = { subject, task, run: repetition };
        const key = after;
        yield* await this.#read(() => this.#tables.calls.ofCell(no, key));
      }
      if (page.length < pageSize) return;
    }
  }

  async artifact(runId: string, cell: CellId, attempt: number, name: string): Promise<Artifact | null> {
    return await this.#read(() => {
      const found = this.#cells.find(this.#runs.number(runId), this.#clean.cell(cell));
      return found === null
        ? null
        : this.#tables.attempts.artifact(found.no, attempt, this.#clean.name(name));
    });
  }

  totals(runId: string): Promise<RunTotals> {
    return this.#read(() => this.#runs.totals(this.#runs.number(runId)));
  }

  books(runId: string): Promise<RunBooks> {
    return this.#read(() => this.#runs.books(this.#runs.number(runId)));
  }

  async stageRun(run: Run, id: string | null): Promise<StagedRun> {
    const staged = { ...this.#clean.run(run), id: `staged-${randomUUID()}` };
    for (const runNo of await this.#write(() => this.#staging.abandoned(this.#now())))
      await this.#remove(runNo);
    const runNo = await this.#write(() => {
      if (id !== null && this.#runs.exists(id)) throw new RunExistsError(id);
      return this.#runs.insert(staged, this.#now());
    });
    return {
      add: (cell) => this.#stageCell(runNo, cell),
      commit: () =>
        this.#write(() => {
          const finalId = id ?? this.#runs.freeId(this.#now());
          if (this.#runs.exists(finalId)) throw new RunExistsError(finalId);
          this.#staging.publish(runNo, finalId);
          return this.#runs.get(finalId);
        }),
      discard: () => this.#remove(runNo),
    };
  }

  async #stageCell(runNo: number, cell: ImportedCell): Promise<void> {
    const clean = this.#clean.imported(cell);
    const artifacts: ArtifactToWrite[][] = [];
    for (const attempt of cell.attempts) artifacts.push(await this.#clean.artifacts(attempt.artifacts));
    this.#refuseClosed();
    await this.#enqueue(
      () => this.#staging.addCell(runNo, clean, artifacts, this.#now()),
      contentBytes(artifacts.flat()),
    );
  }

  async #remove(runNo: number): Promise<void> {
    while (!(await this.#write(() => this.#staging.removeSome(runNo))));
  }

  async flush(): Promise<void> {
    this.#refuseClosed();
    await this.#settle();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    try {
      await this.#settle();
    } finally {
      this.#queue.close();
      this.#opened.close();
    }
  }

  async #settle(): Promise<void> {
    while (this.#preparing.size > 0) await Promise.allSettled(this.#preparing);
    await this.#queue.flush();
    const error = this.#chargeError;
    this.#chargeError = null;
    if (error !== null) throw error;
  }

  #write<T>(run: () => T): Promise<T> {
    if (this.#closing !== null) return Promise.reject(new StoreClosedError());
    return this.#enqueue(run);
  }

  /** Checks now and writes later; what the check refuses, the promise tells. There are many of these: no `async`. */
  #writeChecked<T>(check: () => () => T): Promise<T> {
    try {
      return this.#write(check());
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Nobody waits for it; `flush` tells when it could not be written. */
  #keep(run: () => void): void {
    this.#queue.addKept(run, this.#onChargeError);
  }

  readonly #onChargeError = (error: unknown) => {
    this.#chargeError ??= error;
  };

  #refuseWrite(): void {
    this.#refuseClosed();
    if (this.#opened.readOnly) throw new StoreReadOnlyError(this.#file);
  }

  /** For what was asked for before the store was closed. */
  #enqueue<T>(run: () => T, bytes?: number): Promise<T> {
    if (this.#opened.readOnly) return Promise.reject(new StoreReadOnlyError(this.#file));
    return this.#queue.add(run, bytes);
  }

  /** What this store was told before is seen by the read, as far as it can be written. */
  async #read<T>(read: () => T | Promise<T>): Promise<T> {
    this.#refuseClosed();
    if (!this.#queue.drain()) await this.#queue.flush().catch(() => {});
    const since = performance.now();
    for (;;) {
      this.#refuseClosed();
      try {
        return await read();
      } catch (error) {
        if (!isBusy(error) || performance.now() - since > readPatienceMs)
          throw toStoreError(error, this.#file);
      }
      await pause(readRetryMs * (0.5 + Math.random()));
    }
  }

  /** The store does not close before it is done. */
  async #whenPrepared<T>(work: Promise<T>): Promise<T> {
    this.#preparing.add(work);
    try {
      return await work;
    } finally {
      this.#preparing.delete(work);
    }
  }

  #giveUp(
    scope: { runNo: number | null; workerNo: number | null },
    isGone: (workerNo: number) => boolean,
  ): Recovery {
    return giveUp(this.#tables, scope, isGone, this.#iso());
  }

  #iso(): string {
    const ms = this.#now();
    if (ms !== this.#lastTime.ms) this.#lastTime = { ms, iso: new Date(ms).toISOString() };
    return this.#lastTime.iso;
  }

  #refuseClosed(): void {
    if (this.#closing !== null) throw new StoreClosedError();
  }
}

/** Another process may be in the way of preparing statements as well. */
function tablesOf({ db, close }: OpenDatabase, file: string): Tables {
  try {
    return patiently(() => prepareTables(db));
  } catch (error) {
    close();
    throw toStoreError(error, file);
  }
}

function contentBytes(artifacts: readonly ArtifactToWrite[]): number {
  return artifacts.reduce((sum, { content }) => sum + content.length, 0);
}

function transactions(db: DatabaseSync, tables: Tables, file: string): Transactions {
  const translate = (error: unknown) => toStoreError(error, file);
  return { ...transactionsOver(db, tables), isBusy, isStoreTrouble, translate };
}

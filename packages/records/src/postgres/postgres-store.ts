import { randomUUID } from "node:crypto";
import type { Artifact, AttemptRecord, AttemptResult } from "../attempt.ts";
import type { CallCharge, CallOpening, CallRecord } from "../call.ts";
import type { CellId, CellRecord } from "../cell.ts";
import type { GlancingStore, RunGlance } from "../cell-glance.ts";
import { definitionHash } from "../definition-hash.ts";
import {
  AttemptNotRunningError,
  DuplicateCallError,
  RunExistsError,
  UnknownCallError,
  UnknownWorkerError,
} from "../errors/record-errors.ts";
import { StoreClosedError } from "../errors/store-errors.ts";
import type { ImportedCell, ImportingStore, StagedRun } from "../imported-run.ts";
import type { JsonObject } from "../json.ts";
import { fromNanoUsd } from "../nano-usd.ts";
import { createRedactor, type Redactor } from "../redact.ts";
import type { Run, RunManifest, RunState } from "../run.ts";
import { type CallBudget, type CallGrant, type RunBooks, toBooks } from "../run-books.ts";
import { newRunId, shortRunIdLength } from "../run-id.ts";
import type { CellClaim, CellFilter, ClaimResult, Recovery, RunTotals, WorkerInfo } from "../run-store.ts";
import { Cleaner } from "../stored/cleaner.ts";
import type { RunPosition } from "../stored/run-row.ts";
import { silenceMs } from "../stored/silence.ts";
import type { ArtifactToWrite } from "../stored/to-write.ts";
import type { TallyingStore, TaskTally } from "../task-tally.ts";
import { type PostgresAddress, parseAddress } from "./address.ts";
import { ArtifactContents, type StoredArtifact } from "./artifact-content.ts";
import { type CellPlace, CellReader } from "./cell-reader.ts";
import type { Connection } from "./connection.ts";
import { type OpenDatabase, openDatabase } from "./open-database.ts";
import {
  booksOf,
  carryOperation,
  chargeOperation,
  claimOperation,
  encoded,
  endOperation,
  type Operation,
  openOperation,
  packOperations,
} from "./operation.ts";
import { DatabaseReadOnlyError, StoreUnreachableError } from "./postgres-errors.ts";
import { isStoreTrouble, toStoreError } from "./postgres-trouble.ts";
import { RunReader } from "./run-reader.ts";
import { Staging } from "./staging.ts";
import { WorkerList } from "./worker-list.ts";
import { WriteQueue } from "./write-queue.ts";

/** What may be set when a store on PostgreSQL is opened; the defaults are right outside of tests. */
export interface PostgresStoreOptions {
  /** Takes the secrets out; by default those of this process's environment and everything shaped like a key. */
  redactor?: Redactor;
  /** Milliseconds since 1970, in place of the clock of the server. */
  now?: () => number;
  /** How long writes and reads wait for a server that is out of reach before they fail. Default: two minutes. */
  patienceMs?: number;
  /** A worker that has not told that it is alive for this long is dead. Default: 30 s. */
  silenceMs?: number;
}

const pageSize = 200;
const defaultPatienceMs = 120_000;

/** So many ids are offered for a new run; the first whose short form is free is taken. */
const offeredIds = 30;

const day = 24 * 3_600_000;
/** Signs of stores and of uploads that are older than this are of some that died. */
const writerLifeMs = 7 * day;
const uploadLifeMs = 3_600_000;

/**
 * Opens a store in a PostgreSQL database, by its address. Makes the tables when they are not there, in a schema of their
 * own (`x_records`, or what `?schema=` of the address says). Any number of processes on any number of machines may use
 * it at the same time.
 */
export async function openPostgresStore(
  url: string,
  options: PostgresStoreOptions = {},
): Promise<ImportingStore> {
  const address = parseAddress(url);
  const opened = await openDatabase(address, options.patienceMs ?? defaultPatienceMs);
  const store = new PostgresStore(address, opened, options);
  await store.tidy();
  return store;
}

class PostgresStore implements ImportingStore, GlancingStore, TallyingStore {
  readonly #address: PostgresAddress;
  readonly #connection: Connection;
  readonly #readOnly: boolean;
  readonly #now: (() => number) | null;
  readonly #silenceMs: number;
  readonly #clean: Cleaner;
  readonly #queue: WriteQueue;
  readonly #runs: RunReader;
  readonly #workers: WorkerList;
  readonly #cells: CellReader;
  readonly #contents: ArtifactContents;
  readonly #staging: Staging;
  readonly #schema: string;
  /** Names this store to the database, with the number of its last batch. */
  readonly #writer = randomUUID();
  #batch = 0;
  /** Writes whose artifacts are still being compressed or uploaded. */
  readonly #preparing = new Set<Promise<unknown>>();
  #chargeError: unknown = null;
  #closing: Promise<void> | null = null;

  constructor(
    address: PostgresAddress,
    { connection, readOnly }: OpenDatabase,
    options: PostgresStoreOptions,
  ) {
    const schema = `"${address.schema}"`;
    this.#address = address;
    this.#schema = schema;
    this.#connection = connection;
    this.#readOnly = readOnly;
    this.#now = options.now ?? null;
    this.#silenceMs = options.silenceMs ?? silenceMs;
    this.#clean = new Cleaner(options.redactor ?? createRedactor());
    this.#runs = new RunReader(connection, schema);
    this.#workers = new WorkerList(connection, schema);
    this.#cells = new CellReader(connection, schema);
    this.#contents = new ArtifactContents(connection, schema);
    this.#staging = new Staging(connection, schema, this.#clean);
    this.#queue = new WriteQueue({
      send: (runId, operations) => this.#send(runId, operations),
      isStoreTrouble,
      translate: (error) => toStoreError(error, address),
    });
  }

  /** Announces this store to the database, and removes what others left that died long ago. */
  async tidy(): Promise<void> {
    if (this.#readOnly) return;
    const s = this.#schema;
    try {
      await this.#connection.rows(
        `INSERT INTO ${s}.writer (id, batch, seen_ms) VALUES ($1, 0, coalesce($2, ${s}.now_ms())) ON CONFLICT DO NOTHING`,
        [this.#writer, this.#nowMs()],
      );
      await this.#connection.rows(
        `SELECT ${s}.tidy_1(${s}.now_ms() - ${writerLifeMs}, ${s}.now_ms() - ${uploadLifeMs})`,
      );
    } catch (error) {
      await this.#connection.close();
      throw toStoreError(error, this.#address);
    }
  }

  async createRun(manifest: RunManifest, plannedCells: number): Promise<Run> {
    return (await this.#makeRun(manifest, plannedCells, true)).run;
  }

  openRun(manifest: RunManifest, plannedCells: number): Promise<{ run: Run; created: boolean }> {
    return this.#makeRun(manifest, plannedCells, false);
  }

  #makeRun(
    manifest: RunManifest,
    planned: number,
    onlyNew: boolean,
  ): Promise<{ run: Run; created: boolean }> {
    return this.#writeChecked(() => {
      const clean = this.#clean.json(manifest);
      const { kind, name } = clean;
      const definition = definitionHash(manifest);
      const ids = this.#newIds();
      const run = { kind, name, definition, manifest: JSON.stringify(clean), planned };
      return async () => {
        const args = { ids, short: shortRunIdLength, only_new: onlyNew, ...encoded(run) };
        const [id, created] = (await this.#call("open_run", args)) as [string, boolean];
        return { run: await this.#runs.get(id), created };
      };
    });
  }

  #newIds(): string[] {
    const nowMs = this.#nowMs() ?? Date.now();
    return Array.from({ length: offeredIds }, () => newRunId(nowMs));
  }

  updateRun(
    runId: string,
    change: { state?: RunState; plannedCells?: number; manifest?: RunManifest; warnings?: readonly string[] },
  ): Promise<void> {
    return this.#writeChecked(() => {
      const { state = null, plannedCells = null, manifest, warnings } = change;
      const clean = manifest === undefined ? null : this.#clean.json(manifest);
      const values = [
        ...[runId, state, plannedCells, clean?.kind ?? null, clean?.name ?? null],
        ...[manifest === undefined ? null : definitionHash(manifest), clean && JSON.stringify(clean)],
        ...[warnings === undefined ? null : JSON.stringify(this.#clean.json(warnings)), this.#nowMs()],
      ];
      const s = this.#schema;
      return async () => {
        const rows = await this.#connection.rows(
          `UPDATE ${s}.run SET state = coalesce($2, state), planned_cells = coalesce($3, planned_cells),
            kind = coalesce($4, kind), name = coalesce($5, name), definition = coalesce($6, definition),
            manifest = coalesce($7, manifest), warnings = coalesce($8, warnings),
            updated_at = ${s}.iso(coalesce($9, ${s}.now_ms())) WHERE id = $1 AND staged_ms IS NULL RETURNING no`,
          values,
        );
        if (rows.length === 0) throw await this.#runs.unknown(runId);
      };
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
    let after: RunPosition | null = null;
    while (left > 0) {
      const limit = Math.min(pageSize, left);
      const page: { run: Run; position: RunPosition }[] = await this.#read(() =>
        this.#runs.page(filter, after, limit),
      );
      for (const { run } of page) yield run;
      if (page.length < limit) return;
      left -= page.length;
      after = page.at(-1)!.position;
    }
  }

  registerWorker(worker: WorkerInfo): Promise<void> {
    return this.#writeChecked(() => {
      const { id, host } = worker;
      const clean = { id: this.#clean.name(id), host: this.#clean.name(host), pid: worker.pid };
      return () => this.#workers.register(clean, this.#nowMs());
    });
  }

  heartbeat(workerId: string): Promise<void> {
    return this.#writeChecked(() => {
      const id = this.#clean.name(workerId);
      return () => this.#workers.heartbeat(id, this.#nowMs());
    });
  }

  releaseWorker(workerId: string): Promise<void> {
    return this.#writeChecked(() => {
      const args = encoded({ worker: this.#clean.name(workerId) });
      return async () => {
        if ((await this.#call("release", args)) === "unknown-worker") throw new UnknownWorkerError(workerId);
      };
    });
  }

  recover(runId: string): Promise<Recovery> {
    return this.#writeChecked(() => async () => {
      const gone = await this.#workers.gone(await this.#runs.number(runId));
      const args = { run: runId, silence: this.#silenceMs, gone: gone.map((worker) => ({ ...worker })) };
      const answer = await this.#call("recover", args);
      if (answer === "unknown-run") throw await this.#runs.unknown(runId);
      const [lostAttempts, lostCalls, nano] = answer as [number, number, number];
      return { lostAttempts, lostCalls, carriedUsd: fromNanoUsd(nano) };
    });
  }

  claim(runId: string, workerId: string, cell: CellClaim): Promise<ClaimResult> {
    return this.#add(runId, () => {
      const operation = claimOperation(this.#clean.name(workerId), this.#clean.claim(cell));
      return [operation, (answer) => toClaim(answer, workerId)];
    });
  }

  openCall(
    runId: string,
    cell: CellId,
    attempt: number,
    call: CallOpening,
    budget?: CallBudget,
  ): Promise<CallGrant> {
    return this.#add(runId, () => {
      const key = this.#clean.cell(cell);
      const operation = openOperation(key, attempt, this.#clean.opening(call), budget);
      return [operation, (answer) => toGrant(answer, key, attempt, call.callId)];
    });
  }

  chargeCall(runId: string, charge: CallCharge): void {
    this.#refuseWrite();
    this.#keep(runId, chargeOperation(this.#clean.charge(charge)), charge.callId);
  }

  carryCall(runId: string, callId: string): void {
    this.#refuseWrite();
    this.#keep(runId, carryOperation(this.#clean.id(callId)), callId);
  }

  endAttempt(runId: string, cell: CellId, attempt: number, result: AttemptResult): Promise<boolean> {
    try {
      this.#refuseClosed();
      const key = this.#clean.cell(cell);
      const ended = this.#clean.result(result, "");
      const end = (artifacts: readonly StoredArtifact[]) =>
        this.#enqueue(runId, endOperation(key, attempt, ended, artifacts), (answer) => answer === true);
      const ready = this.#clean.artifacts(result.artifacts);
      if (Array.isArray(ready) && this.#contents.areSmall(ready)) return end(inline(ready));
      return this.#whenPrepared(this.#prepare(ready).then(end));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  glance(runId: string): Promise<RunGlance> {
    return this.#read(async () => this.#cells.glance(await this.#runs.number(runId)));
  }

  tally(runId: string): Promise<TaskTally[]> {
    return this.#read(async () => this.#cells.tally(await this.#runs.number(runId)));
  }

  async *cells(runId: string, filter: CellFilter = {}): AsyncIterable<CellRecord> {
    const clean = this.#clean.filter(filter);
    let after: CellId | null = null;
    for (;;) {
      const page: CellRecord[] = await this.#read(async () =>
        this.#cells.page(await this.#runs.number(runId), clean, after, pageSize),
      );
      yield* page;
      if (page.length < pageSize) return;
      after = page.at(-1)!;
    }
  }

  cell(runId: string, cell: CellId): Promise<CellRecord | null> {
    return this.#read(async () => this.#cells.get(await this.#runs.number(runId), this.#clean.cell(cell)));
  }

  attempts(runId: string, cell: CellId): Promise<readonly AttemptRecord[]> {
    return this.#read(async () => {
      const key = this.#clean.cell(cell);
      const found = await this.#cells.find(await this.#runs.number(runId), key);
      return found === null ? [] : this.#cells.attempts(found.no, key, found.attempts);
    });
  }

  async *calls(runId: string, cell?: CellId): AsyncIterable<CallRecord> {
    if (cell !== undefined) {
      const key = this.#clean.cell(cell);
      yield* await this.#read(async () => {
        const found = await this.#cells.find(await this.#runs.number(runId), key);
        return found === null ? [] : this.#cells.calls([{ ...key, no: found.no }]);
      });
      return;
    }
    let after: CellId | null = null;
    for (;;) {
      const page: CellPlace[] = await this.#read(async () =>
        this.#cells.placePage(await this.#runs.number(runId), after, pageSize),
      );
      yield* await this.#read(() => this.#cells.calls(page));
      if (page.length < pageSize) return;
      after = page.at(-1)!;
    }
  }

  artifact(runId: string, cell: CellId, attempt: number, name: string): Promise<Artifact | null> {
    return this.#read(async () => {
      const found = await this.#cells.find(await this.#runs.number(runId), this.#clean.cell(cell));
      return found === null ? null : this.#contents.read(found.no, attempt, this.#clean.name(name));
    });
  }

  totals(runId: string): Promise<RunTotals> {
    return this.#read(async () => this.#runs.totals(await this.#runs.number(runId)));
  }

  books(runId: string): Promise<RunBooks> {
    return this.#read(async () => this.#runs.books(await this.#runs.number(runId)));
  }

  async stageRun(run: Run, id: string | null): Promise<StagedRun> {
    const staged = this.#clean.run(run);
    const runNo = await this.#write(async () => {
      for (const abandoned of await this.#staging.abandoned(this.#nowMs()))
        await this.#staging.remove(abandoned);
      if (id !== null && (await this.#runs.exists(id))) throw new RunExistsError(id);
      return this.#staging.begin(staged, this.#nowMs());
    });
    return {
      add: (cell) => this.#stageCell(runNo, cell),
      commit: () =>
        this.#write(async () => {
          const finalId = id ?? (await this.#freeId());
          await this.#staging.publish(runNo, finalId);
          return this.#runs.get(finalId);
        }),
      discard: () => this.#write(() => this.#staging.remove(runNo)),
    };
  }

  async #freeId(): Promise<string> {
    const ids = this.#newIds();
    for (const id of ids)
      if ((await this.#runs.find(id.slice(0, shortRunIdLength)).catch(() => id)) === null) return id;
    return ids[0]!;
  }

  async #stageCell(runNo: number, cell: ImportedCell): Promise<void> {
    const clean = this.#clean.imported(cell);
    const artifacts: StoredArtifact[][] = [];
    for (const attempt of cell.attempts)
      artifacts.push(await this.#prepare(this.#clean.artifacts(attempt.artifacts)));
    await this.#write(async () => {
      const { args, contents } = this.#staging.cellArguments(runNo, clean, artifacts);
      this.#staging.checkAdded(await this.#call("stage", args, contents));
    });
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
      // Nobody needs it any more; it is not worth waiting for a server that is gone.
      const sql = `DELETE FROM ${this.#schema}.writer WHERE id = $1`;
      if (!this.#readOnly) await this.#connection.rows(sql, [this.#writer], 0).catch(() => {});
    } finally {
      this.#queue.close();
      await this.#connection.close();
    }
  }

  async #settle(): Promise<void> {
    while (this.#preparing.size > 0) await Promise.allSettled(this.#preparing);
    await this.#queue.flush();
    const error = this.#chargeError;
    this.#chargeError = null;
    if (error !== null) throw error;
  }

  /** Operations of one run, in one transaction. */
  async #send(runId: string, operations: readonly Operation[]): Promise<readonly unknown[]> {
    const { args, contents } = packOperations(operations);
    const answer = await this.#call("apply", { ...encoded({ run: runId }), ...args }, contents);
    if (answer !== "unknown-run") return answer as unknown[];
    const error = await this.#runs.unknown(runId);
    return operations.map(() => error);
  }

  /** One of the functions that write. Sent again under the same number when the connection breaks: it is done once. */
  async #call(what: string, args: JsonObject, contents: Buffer | null = null): Promise<unknown> {
    this.#batch += 1;
    const [row] = await this.#connection.rows<{ answer: unknown }>(
      `SELECT ${this.#schema}.write_1($1, $2, $3, $4::jsonb, $5, $6) AS answer`,
      [
        ...[this.#writer, this.#batch, what, JSON.stringify(args)],
        ...[contents?.length ? contents : null, this.#nowMs()],
      ],
    );
    return row!.answer;
  }

  /** Takes its turn among the writes. */
  #write<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closing !== null) return Promise.reject(new StoreClosedError());
    if (this.#readOnly) return Promise.reject(this.#readOnlyError());
    return this.#queue.alone(work);
  }

  /** Checks now and writes later; what the check refuses, the promise tells. */
  #writeChecked<T>(check: () => () => Promise<T>): Promise<T> {
    try {
      return this.#write(check());
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** The same for an operation on a run; there are many of these. */
  #add<T>(runId: string, check: () => [Operation, (answer: unknown) => T]): Promise<T> {
    try {
      this.#refuseClosed();
      return this.#enqueue(runId, ...check());
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** For what was asked for before the store was closed. */
  #enqueue<T>(runId: string, operation: Operation, read: (answer: unknown) => T): Promise<T> {
    if (this.#readOnly) return Promise.reject(this.#readOnlyError());
    return this.#queue.add(runId, operation, (answer) => read(orThrow(answer)));
  }

  /** Nobody waits for it; `flush` tells when it could not be written. */
  #keep(runId: string, operation: Operation, callId: string): void {
    const read = (answer: unknown) => {
      if (orThrow(answer) === "unknown-call") throw new UnknownCallError(callId);
    };
    this.#queue.addKept(runId, operation, read, this.#onChargeError);
  }

  readonly #onChargeError = (error: unknown) => {
    this.#chargeError ??= error;
  };

  /** What this store was told before is seen by the read, as far as it can be written. */
  async #read<T>(read: () => Promise<T>): Promise<T> {
    this.#refuseClosed();
    await this.#queue.flush().catch((error: unknown) => {
      if (error instanceof StoreUnreachableError) throw error;
    });
    this.#refuseClosed();
    try {
      return await read();
    } catch (error) {
      throw toStoreError(error, this.#address);
    }
  }

  async #prepare(
    artifacts: readonly ArtifactToWrite[] | Promise<readonly ArtifactToWrite[]>,
  ): Promise<StoredArtifact[]> {
    const ready = await artifacts;
    if (this.#readOnly) throw this.#readOnlyError();
    try {
      return await this.#contents.store(ready);
    } catch (error) {
      throw toStoreError(error, this.#address);
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

  /** Null when the clock of the server counts. */
  #nowMs(): number | null {
    return this.#now === null ? null : this.#now();
  }

  #readOnlyError(): DatabaseReadOnlyError {
    return new DatabaseReadOnlyError(this.#address.shown, "this user or this server may only read");
  }

  #refuseWrite(): void {
    this.#refuseClosed();
    if (this.#readOnly) throw this.#readOnlyError();
  }

  #refuseClosed(): void {
    if (this.#closing !== null) throw new StoreClosedError();
  }
}

function inline(artifacts: readonly ArtifactToWrite[]): StoredArtifact[] {
  return artifacts.map(({ content, ...about }) => ({ ...about, inline: content, upload: null }));
}

function orThrow(answer: unknown): unknown {
  if (answer instanceof Error) throw answer;
  return answer;
}

function toClaim(answer: unknown, workerId: string): ClaimResult {
  if (answer === "unknown-worker") throw new UnknownWorkerError(workerId);
  if (answer === "taken" || answer === "done") return { state: answer };
  return { state: "claimed", attempt: answer as number };
}

function toGrant(answer: unknown, cell: CellId, attempt: number, callId: string): CallGrant {
  if (answer === "not-running") throw new AttemptNotRunningError(cell, attempt);
  if (answer === "duplicate") throw new DuplicateCallError(callId);
  const [state] = answer as ["opened" | "refused"];
  return { state, ...toBooks(booksOf(answer as unknown[])) };
}

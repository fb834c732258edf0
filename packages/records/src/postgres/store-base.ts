import { createRedactor, type Redactor } from "../redact.ts";
import { Cleaner } from "../stored/cleaner.ts";
import { silenceMs } from "../stored/silence.ts";
import { Access } from "./access.ts";
import { parseAddress } from "./address.ts";
import { ArtifactContents } from "./artifact-content.ts";
import { CellReader } from "./cell-reader.ts";
import type { Connection } from "./connection.ts";
import { openDatabase } from "./open-database.ts";
import { toStoreError } from "./postgres-trouble.ts";
import { GlanceReader } from "./run-glance.ts";
import { RunReader } from "./run-reader.ts";
import { Staging } from "./staging.ts";
import { WorkerList } from "./worker-list.ts";
import { Writer } from "./writer.ts";

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

/** What the parts of a store stand on. */
export interface StoreBase {
  access: Access;
  connection: Connection;
  /** Quoted. */
  schema: string;
  writer: Writer;
  runs: RunReader;
  workers: WorkerList;
  cells: CellReader;
  glances: GlanceReader;
  contents: ArtifactContents;
  staging: Staging;
  clean: Cleaner;
  silenceMs: number;
  /** Milliseconds since 1970; null when the clock of the server counts. */
  nowMs(): number | null;
}

const defaultPatienceMs = 120_000;

/** Connects to the database of a store. */
export async function openBase(url: string, options: PostgresStoreOptions): Promise<StoreBase> {
  const address = parseAddress(url);
  const opened = await openDatabase(address, options.patienceMs ?? defaultPatienceMs);
  const { connection, readOnly } = opened;
  const schema = `"${address.schema}"`;
  const nowMs = options.now ?? (() => null);
  const clean = new Cleaner(options.redactor ?? createRedactor());
  const runs = new RunReader(connection, schema);
  const writer = new Writer(connection, schema, nowMs);
  if (!readOnly)
    await writer.announce().catch(async (error: unknown) => {
      await connection.close();
      throw toStoreError(error, address);
    });
  return {
    access: new Access(address, opened, writer, runs),
    connection,
    schema,
    writer,
    runs,
    workers: new WorkerList(connection, schema),
    cells: new CellReader(connection, schema),
    glances: new GlanceReader(connection, schema),
    contents: new ArtifactContents(connection, schema),
    staging: new Staging(connection, schema, clean),
    clean,
    silenceMs: options.silenceMs ?? silenceMs,
    nowMs,
  };
}

import type { DatabaseSync } from "node:sqlite";
import { AttemptTable } from "./attempt-table.ts";
import { BatchSums } from "./batch-sums.ts";
import { CallTable } from "./call-table.ts";
import { CellTable } from "./cell-table.ts";
import { GlanceReader } from "./run-glance.ts";
import { RunTable } from "./run-table.ts";
import { WorkerTable } from "./worker-table.ts";

/** The tables over one connection, with the sums that one transaction at a time adds up. */
export type Tables = ReturnType<typeof prepareTables>;

/** Prepares their statements, which reads the file. */
export function prepareTables(db: DatabaseSync) {
  const sums = new BatchSums(db);
  return {
    sums,
    workers: new WorkerTable(db),
    attempts: new AttemptTable(db),
    runs: new RunTable(db),
    cells: new CellTable(db, sums),
    glances: new GlanceReader(db),
    calls: new CallTable(db, sums),
  };
}

/** Begins and ends transactions over the tables. */
export function transactionsOver(db: DatabaseSync, { sums, workers }: Tables) {
  const begin = db.prepare("BEGIN IMMEDIATE");
  const commit = db.prepare("COMMIT");
  return {
    begin: () => {
      begin.run();
      sums.reset();
      workers.reset();
    },
    commit: () => {
      sums.write();
      commit.run();
    },
    rollback: () => {
      if (db.isTransaction) db.exec("ROLLBACK");
    },
  };
}

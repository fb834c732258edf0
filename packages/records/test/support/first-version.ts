import { DatabaseSync } from "node:sqlite";
import { migrate } from "../../src/sqlite/migrations.ts";

/**
 * Makes a store of the first version with one run, `run-1`, of one cell with so many calls: of each four one is open,
 * one lost, one lost without a price, and one charged. Each may cost 1 cent, and half a cent is what the last one did.
 */
export function makeFirstVersion(file: string, calls: number): void {
  const db = new DatabaseSync(file);
  db.exec("PRAGMA journal_mode = WAL");
  migrate(db, 1);
  db.exec(`
    INSERT INTO run VALUES (1, 'run-1', 'k', 'n', 'd', '{}', 'running', 1, '[]',
      '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', NULL);
    INSERT INTO run_total (run_no, outcomes, running, attempts, subject_nano, carried_nano, unknown_calls)
      VALUES (1, '{}', 1, 1, ${(calls / 4) * 15_000_000}, ${(calls / 4) * 10_000_000}, ${calls / 4});
    INSERT INTO worker (no, id, host, pid, heartbeat_ms) VALUES (1, 'w', 'elsewhere', 1, 0);
    INSERT INTO cell (no, run_no, subject, task, repetition, task_hash, attempts, running_worker)
      VALUES (1, 1, 's', 't', 0, 'h', 1, 1);
    INSERT INTO attempt (cell_no, attempt, task_hash, worker_no, state, started_at)
      VALUES (1, 1, 'h', 1, 'running', '2026-01-01T00:00:00.000Z');
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${calls})
    INSERT INTO call (run_no, cell_no, attempt, call_id, payer, model_id, worst_nano, opened_at, state, cost_nano)
      SELECT 1, 1, 1, 'call ' || i, 'subject', 'm', iif(i % 4 = 2, NULL, 10000000), '2026-01-01T00:00:00.000Z',
        CASE i % 4 WHEN 0 THEN 'open' WHEN 3 THEN 'charged' ELSE 'lost' END, iif(i % 4 = 3, 5000000, NULL) FROM n;
  `);
  db.close();
}

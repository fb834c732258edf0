import type { DatabaseSync } from "node:sqlite";
import type { CallRecord } from "../call.ts";
import type { CellId } from "../cell.ts";
import { DuplicateCallError, UnknownCallError } from "../errors/record-errors.ts";
import { type CallRow, toCall } from "../stored/call-row.ts";
import type { ChargeToWrite, OpeningToWrite } from "../stored/to-write.ts";
import { addCost, addTokens, noSums, type Sums, toUsage } from "../sums.ts";
import type { BatchSums } from "./batch-sums.ts";

/** Model calls, and what they add to the sums. Every method is one step inside the caller's transaction, or a read. */
export class CallTable {
  readonly #statements;
  readonly #sums: BatchSums;

  constructor(db: DatabaseSync, sums: BatchSums) {
    this.#sums = sums;
    this.#statements = {
      open: db.prepare(
        `INSERT INTO call (run_no, cell_no, attempt, call_id, payer, model_id, worst_nano, opened_at, state)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'open') ON CONFLICT DO NOTHING`,
      ),
      pending: db.prepare(
        `SELECT no, cell_no, payer, worst_nano, state FROM call INDEXED BY call_pending
          WHERE state <> 'charged' AND run_no = ? AND call_id = ?`,
      ),
      charged: db.prepare(
        "SELECT 1 FROM call WHERE run_no = ? AND call_id = ? AND state = 'charged' LIMIT 1",
      ),
      charge: db.prepare(
        `UPDATE call SET state = 'charged', cost_nano = ?, input_tokens = ?, output_tokens = ?, cache_read_tokens = ?,
          cache_write_tokens = ?, reasoning_tokens = ?, details = ? WHERE no = ?`,
      ),
      open_of_worker: db.prepare(
        `SELECT call.no, call.run_no, call.cell_no, call.payer, call.worst_nano, attempt.worker_no
          FROM call INDEXED BY call_pending JOIN attempt USING (cell_no, attempt)
          WHERE call.state <> 'charged' AND call.state = 'open' AND (:runNo IS NULL OR call.run_no = :runNo)
          AND (:workerNo IS NULL OR attempt.worker_no = :workerNo)`,
      ),
      lose: db.prepare("UPDATE call SET state = 'lost' WHERE no = ?"),
      ofCell: db.prepare("SELECT * FROM call WHERE cell_no = ? ORDER BY no"),
    };
  }

  open(runNo: number, cellNo: number, attempt: number, call: OpeningToWrite): void {
    const { callId, payer, modelId, worstNano, openedAt } = call;
    const { changes } = this.#statements.open.run(
      runNo,
      cellNo,
      attempt,
      callId,
      payer,
      modelId,
      worstNano,
      openedAt,
    );
    if (changes === 0) throw new DuplicateCallError(callId);
    this.#sums.calls(runNo, { open: 1, reserved: worstNano ?? 0 });
  }

  /** A second charge changes nothing; one that comes after its call was given up replaces the worst case. */
  charge(runNo: number, charge: ChargeToWrite): void {
    const call = this.#statements.pending.get(runNo, charge.callId) as unknown as CallRow | undefined;
    if (call === undefined) {
      if (this.#statements.charged.get(runNo, charge.callId) !== undefined) return;
      throw new UnknownCallError(charge.callId);
    }
    const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens } = charge.usage;
    this.#statements.charge.run(
      charge.costNano,
      inputTokens,
      outputTokens,
      cacheReadTokens,
      cacheWriteTokens,
      reasoningTokens,
      charge.details,
      call.no,
    );
    const delta = noSums();
    if (call.state === "lost") {
      addCost(delta, call.payer, call.worst_nano, { carried: true, sign: -1 });
      this.#sums.calls(runNo, { carried: call.worst_nano === null ? 0 : -1 });
    } else this.#sums.calls(runNo, { open: -1, reserved: -(call.worst_nano ?? 0) });
    addCost(delta, call.payer, charge.costNano);
    addTokens(delta, charge.usage);
    this.#sums.add(runNo, call.cell_no, delta);
  }

  /** Calls under way, of one run or all, of one worker or all. */
  underWay(
    runNo: number | null,
    workerNo: number | null,
  ): (Pick<CallRow, "no" | "run_no" | "cell_no" | "payer" | "worst_nano"> & { worker_no: number })[] {
    return this.#statements.open_of_worker.all({ runNo, workerNo }) as unknown as ReturnType<
      CallTable["underWay"]
    >;
  }

  /** Carries a call under way at its worst case from now on. */
  lose(call: Pick<CallRow, "no" | "run_no" | "cell_no" | "payer" | "worst_nano">): void {
    this.#statements.lose.run(call.no);
    const delta = noSums();
    const worst = call.worst_nano;
    addCost(delta, call.payer, worst, { carried: true });
    this.#sums.add(call.run_no, call.cell_no, delta);
    this.#sums.calls(call.run_no, { open: -1, reserved: -(worst ?? 0), carried: worst === null ? 0 : 1 });
  }

  /** The same for one call by its id; nothing changes when it is not under way any more. */
  carry(runNo: number, callId: string): void {
    const call = this.#statements.pending.get(runNo, callId) as unknown as CallRow | undefined;
    if (call?.state === "open") this.lose({ ...call, run_no: runNo });
    else if (call === undefined && this.#statements.charged.get(runNo, callId) === undefined)
      throw new UnknownCallError(callId);
  }

  /** In the order in which they were opened. */
  ofCell(cellNo: number, cell: CellId): CallRecord[] {
    return this.#rows(cellNo).map((row) => toCall(row, cell));
  }

  /** What each attempt of a cell spent, by its number. */
  sumsByAttempt(cellNo: number): Map<number, Sums> {
    const sums = new Map<number, Sums>();
    for (const row of this.#rows(cellNo)) {
      const attempt = sums.get(row.attempt) ?? noSums();
      sums.set(row.attempt, attempt);
      if (row.state === "lost") addCost(attempt, row.payer, row.worst_nano, { carried: true });
      if (row.state !== "charged") continue;
      addCost(attempt, row.payer, row.cost_nano);
      addTokens(attempt, toUsage(row));
    }
    return sums;
  }

  #rows(cellNo: number): CallRow[] {
    return this.#statements.ofCell.all(cellNo) as unknown as CallRow[];
  }
}

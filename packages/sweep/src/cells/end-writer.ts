import { type AttemptResult, InvalidRecordError, RecordsError, type RunStore } from "@flow-state-dev/records";
import type { CellAttempt } from "../attempt/cell-attempt.ts";
import type { Emitter } from "../events/emitter.ts";
import { cellName, type PlannedCell } from "../plan/planned-cell.ts";
import { recordOf } from "../verdict/classify.ts";
import { storableResult } from "../verdict/storable-result.ts";

/**
 * Writes down how attempts ended. The outcome is kept whatever becomes of the rest: what cannot be stored of evidence
 * and artifacts is replaced by a sentence that says so.
 */
export class EndWriter {
  readonly #store: RunStore;
  readonly #runId: string;
  readonly #emitter: Emitter;
  /** Problems that were told: once each, however many cells have them. */
  readonly #warned = new Set<string>();

  constructor({ store, runId, emitter }: { store: RunStore; runId: string; emitter: Emitter }) {
    this.#store = store;
    this.#runId = runId;
    this.#emitter = emitter;
  }

  /** Asks for it at once. False when the attempt was given up as lost meanwhile. */
  async write({ cell, attempt }: CellAttempt, result: AttemptResult): Promise<boolean> {
    try {
      return await this.#store.endAttempt(this.#runId, cell, attempt, result);
    } catch {
      return this.#writeStorable(cell, attempt, result);
    }
  }

  async #writeStorable(cell: PlannedCell, attempt: number, result: AttemptResult): Promise<boolean> {
    const { problems, ...storable } = storableResult(result.evidence, result.artifacts);
    Object.assign(result, storable);
    this.warn(cell, problems);
    try {
      return await this.#store.endAttempt(this.#runId, cell, attempt, result);
    } catch (error) {
      if (error instanceof RecordsError && !(error instanceof InvalidRecordError)) throw error;
      const evidence = { notKept: `Nothing but the outcome could be stored: ${recordOf(error).message}` };
      Object.assign(result, { evidence, artifacts: [], health: null, counted: undefined });
      this.warn(cell, ["something the store refuses"]);
      return await this.#store.endAttempt(this.#runId, cell, attempt, result);
    }
  }

  /** Tells of what a cell came with that cannot be kept as it is. */
  warn(cell: PlannedCell, problems: Iterable<string>): void {
    for (const problem of problems) {
      if (this.#warned.has(problem)) continue;
      this.#warned.add(problem);
      this.#emitter.warn(
        `Cells came with ${problem}, the first of them ${cellName(cell)}. What stands in its place says so.`,
      );
    }
  }
}

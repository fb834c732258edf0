import type { CellId } from "../../cell.ts";
import { AttemptNotRunningError, DuplicateCallError, UnknownCallError } from "../../errors/record-errors.ts";
import { type CallGrant, toBooks } from "../../run-books.ts";
import type { CallsPart } from "../../stored/store-parts.ts";
import { booksInAnswer, carryOperation, chargeOperation, openOperation } from "../operation.ts";
import type { StoreBase } from "../store-base.ts";

/** Calls and the money for them. */
export function callsOf({ access, runs, clean }: StoreBase): CallsPart {
  return {
    openCall: (runId, cell, attempt, call, budget) =>
      access.addChecked(runId, () => {
        const key = clean.cell(cell);
        const operation = openOperation(key, attempt, clean.opening(call), budget);
        return [operation, (answer) => toGrant(answer, key, attempt, call.callId)];
      }),

    chargeCall: (runId, charge) =>
      access.keepChecked(runId, () => [chargeOperation(clean.charge(charge)), refuseUnknown(charge.callId)]),

    carryCall: (runId, callId) =>
      access.keepChecked(runId, () => [carryOperation(clean.id(callId)), refuseUnknown(callId)]),

    books: (runId) => access.read(async () => runs.books(await runs.number(runId))),
  };
}

function refuseUnknown(callId: string): (answer: unknown) => void {
  return (answer) => {
    if (answer === "unknown-call") throw new UnknownCallError(callId);
  };
}

function toGrant(answer: unknown, cell: CellId, attempt: number, callId: string): CallGrant {
  if (answer === "not-running") throw new AttemptNotRunningError(cell, attempt);
  if (answer === "duplicate") throw new DuplicateCallError(callId);
  const [state] = answer as ["opened" | "refused"];
  return { state, ...toBooks(booksInAnswer(answer as unknown[])) };
}

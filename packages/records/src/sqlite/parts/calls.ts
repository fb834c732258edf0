import { limitNano } from "../../run-books.ts";
import type { CallsPart } from "../../stored/store-parts.ts";
import { openCall } from "../cell-writes.ts";
import type { StoreBase } from "../store-base.ts";

/** Calls and the money for them. */
export function callsOf({ access, tables, clean }: StoreBase): CallsPart {
  const { runs, calls } = tables;
  return {
    openCall: (runId, cell, attempt, call, budget) =>
      access.writeChecked(() => {
        const opening = {
          ...{ cell: clean.cell(cell), attempt, opening: clean.opening(call) },
          limit: limitNano(budget),
          strict: budget?.strict ?? false,
        };
        return () => openCall(tables, runs.number(runId), opening);
      }),

    chargeCall: (runId, charge) =>
      access.keepChecked(() => {
        const booked = clean.charge(charge);
        return () => calls.charge(runs.number(runId), booked);
      }),

    carryCall: (runId, callId) =>
      access.keepChecked(() => {
        const id = clean.id(callId);
        return () => calls.carry(runs.number(runId), id);
      }),

    books: (runId) => access.read(() => runs.books(runs.number(runId))),
  };
}

import type { CellRecord } from "../../cell.ts";
import type { CellEvidence } from "../../cell-evidence.ts";
import { pages } from "../../stored/pages.ts";
import type { ReadingPart } from "../../stored/store-parts.ts";
import type { CellPlace } from "../cell-table.ts";
import type { StoreBase } from "../store-base.ts";

/** What is known of the cells of a run. */
export function readingOf({ access, tables, clean }: StoreBase): ReadingPart {
  const { runs, cells, glances, attempts, calls } = tables;
  return {
    totals: (runId) => access.read(() => runs.totals(runs.number(runId))),

    sessions: (runId) => access.read(() => attempts.sessions(runs.number(runId))),

    glance: (runId) => access.read(() => glances.glance(runs.number(runId))),

    evidenceNumbers: (runId, name) => access.read(() => glances.numbers(runs.number(runId), name)),

    async *evidence(runId) {
      const read = (after: CellEvidence | null, limit: number) =>
        access.read(() => glances.evidencePage(runs.number(runId), after, limit));
      for await (const page of pages(read)) yield* page;
    },

    tally: (runId) => access.read(() => glances.tally(runs.number(runId))),

    async *cells(runId, filter = {}) {
      const only = clean.filter(filter);
      const read = (after: CellRecord | null, limit: number) =>
        access.read(() => cells.page(runs.number(runId), only, after, limit));
      for await (const page of pages(read)) yield* page;
    },

    cell: (runId, cell) => access.read(() => cells.get(runs.number(runId), clean.cell(cell))),

    attempts: (runId, cell) =>
      access.read(() => {
        const key = clean.cell(cell);
        const found = cells.find(runs.number(runId), key);
        if (found === null) return [];
        const sums = calls.sumsByAttempt(found.no);
        return attempts.ofCell(found.no, key, { count: found.attempts, sums });
      }),

    async *calls(runId, cell) {
      if (cell !== undefined) {
        const key = clean.cell(cell);
        yield* await access.read(() => {
          const found = cells.find(runs.number(runId), key);
          return found === null ? [] : calls.ofCell(found.no, key);
        });
        return;
      }
      const read = (after: CellPlace | null, limit: number) =>
        access.read(() => cells.placePage(runs.number(runId), after, limit));
      for await (const page of pages(read))
        for (const place of page) yield* await access.read(() => calls.ofCell(place.no, place));
    },

    artifact: (runId, cell, attempt, name) =>
      access.read(() => {
        const found = cells.find(runs.number(runId), clean.cell(cell));
        return found === null ? null : attempts.artifact(found.no, attempt, clean.name(name));
      }),
  };
}

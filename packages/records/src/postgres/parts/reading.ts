import type { CellRecord } from "../../cell.ts";
import type { CellEvidence } from "../../cell-evidence.ts";
import { pages } from "../../stored/pages.ts";
import type { ReadingPart } from "../../stored/store-parts.ts";
import type { CellPlace } from "../cell-reader.ts";
import type { StoreBase } from "../store-base.ts";

/** What is known of the cells of a run. */
export function readingOf({ access, runs, cells, glances, contents, clean }: StoreBase): ReadingPart {
  return {
    totals: (runId) => access.read(async () => runs.totals(await runs.number(runId))),

    sessions: (runId) => access.read(async () => cells.sessions(await runs.number(runId))),

    glance: (runId) => access.read(async () => glances.glance(await runs.number(runId))),

    evidenceNumbers: (runId, name) =>
      access.read(async () => glances.numbers(await runs.number(runId), name)),

    async *evidence(runId) {
      const read = (after: CellEvidence | null, limit: number) =>
        access.read(async () => glances.evidencePage(await runs.number(runId), after, limit));
      for await (const page of pages(read)) yield* page;
    },

    tally: (runId) => access.read(async () => glances.tally(await runs.number(runId))),

    async *cells(runId, filter = {}) {
      const only = clean.filter(filter);
      const read = (after: CellRecord | null, limit: number) =>
        access.read(async () => cells.page(await runs.number(runId), only, after, limit));
      for await (const page of pages(read)) yield* page;
    },

    cell: (runId, cell) => access.read(async () => cells.get(await runs.number(runId), clean.cell(cell))),

    attempts: (runId, cell) =>
      access.read(async () => {
        const key = clean.cell(cell);
        const found = await cells.find(await runs.number(runId), key);
        return found === null ? [] : cells.attempts(found.no, key, found.attempts);
      }),

    async *calls(runId, cell) {
      if (cell !== undefined) {
        const key = clean.cell(cell);
        yield* await access.read(async () => {
          const found = await cells.find(await runs.number(runId), key);
          return found === null ? [] : cells.calls([{ ...key, no: found.no }]);
        });
        return;
      }
      const read = (after: CellPlace | null, limit: number) =>
        access.read(async () => cells.placePage(await runs.number(runId), after, limit));
      for await (const page of pages(read)) yield* await access.read(() => cells.calls(page));
    },

    artifact: (runId, cell, attempt, name) =>
      access.read(async () => {
        const found = await cells.find(await runs.number(runId), clean.cell(cell));
        return found === null ? null : contents.read(found.no, attempt, clean.name(name));
      }),
  };
}

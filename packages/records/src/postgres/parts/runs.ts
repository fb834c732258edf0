import { definitionHash } from "../../definition-hash.ts";
import type { Run, RunManifest } from "../../run.ts";
import { newRunIds, shortRunIdLength } from "../../run-id.ts";
import { pages } from "../../stored/pages.ts";
import { addWarnings, type RunPosition } from "../../stored/run-row.ts";
import type { RunsPart } from "../../stored/store-parts.ts";
import { encoded } from "../operation.ts";
import type { StoreBase } from "../store-base.ts";

/** Runs: made, changed, found again, listed. */
export function runsOf({ access, connection, schema: s, writer, runs, clean, nowMs }: StoreBase): RunsPart {
  function open(manifest: RunManifest, planned: number, onlyNew: boolean) {
    return access.writeChecked(() => {
      const kept = clean.json(manifest);
      const { kind, name } = kept;
      const definition = definitionHash(manifest);
      const ids = newRunIds(nowMs() ?? Date.now());
      const run = { kind, name, definition, manifest: JSON.stringify(kept), planned };
      return async () => {
        const args = { ids, short: shortRunIdLength, only_new: onlyNew, ...encoded(run) };
        const [id, created] = (await writer.call("open_run", args)) as [string, boolean];
        return { run: await runs.get(id), created };
      };
    });
  }

  return {
    createRun: async (manifest, plannedCells) => (await open(manifest, plannedCells, true)).run,

    openRun: (manifest, plannedCells) => open(manifest, plannedCells, false),

    updateRun: (runId, { state = null, plannedCells = null, manifest, warnings }) =>
      access.writeChecked(() => {
        const kept = manifest === undefined ? null : clean.json(manifest);
        const told = warnings && clean.json(warnings);
        const values = [
          ...[runId, state, plannedCells, kept?.kind ?? null, kept?.name ?? null],
          ...[
            manifest === undefined ? null : definitionHash(manifest),
            kept && JSON.stringify(kept),
            nowMs(),
          ],
        ];
        return async () => {
          for (;;) {
            const before = await runs.warnings(runId);
            const rows = await connection.rows(
              `UPDATE ${s}.run SET state = coalesce($2, state), planned_cells = coalesce($3, planned_cells),
                kind = coalesce($4, kind), name = coalesce($5, name), definition = coalesce($6, definition),
                manifest = coalesce($7, manifest), updated_at = ${s}.iso(coalesce($8, ${s}.now_ms())),
                warnings = $9 WHERE id = $1 AND warnings = $10 RETURNING no`,
              [...values, JSON.stringify(addWarnings(before, told ?? [])), before],
            );
            // None when somebody else has added some in between.
            if (rows.length > 0) return;
          }
        };
      }),

    findRun: (reference) => access.read(() => runs.find(reference)),

    findUnfinished: (definition) => access.read(() => runs.findUnfinished(definition)),

    async *runs(filter = {}) {
      type Found = { run: Run; position: RunPosition };
      const read = (after: Found | null, limit: number) =>
        access.read(() => runs.page(filter, after?.position ?? null, limit));
      for await (const page of pages(read, filter.limit)) for (const { run } of page) yield run;
    },
  };
}

import { definitionHash } from "../../definition-hash.ts";
import type { Run, RunManifest } from "../../run.ts";
import { pages } from "../../stored/pages.ts";
import type { RunsPart } from "../../stored/store-parts.ts";
import type { StoreBase } from "../store-base.ts";

/** Runs: made, changed, found again, listed. */
export function runsOf({ access, tables: { runs }, clean, nowMs, nowIso }: StoreBase): RunsPart {
  function insert(manifest: RunManifest, plannedCells: number): Run {
    const now = nowMs();
    const id = runs.freeId(now);
    const at = new Date(now).toISOString();
    const run: Run = {
      id,
      manifest: clean.json(manifest),
      definition: definitionHash(manifest),
      state: "running",
      plannedCells,
      createdAt: at,
      updatedAt: at,
      warnings: [],
    };
    runs.insert(run, null);
    return runs.get(id);
  }

  return {
    createRun: (manifest, plannedCells) => access.write(() => insert(manifest, plannedCells)),

    openRun: (manifest, plannedCells) =>
      access.write(() => {
        const found = runs.findUnfinished(definitionHash(manifest));
        if (found !== null) return { run: found, created: false };
        return { run: insert(manifest, plannedCells), created: true };
      }),

    updateRun: (runId, { manifest, warnings, ...plain }) =>
      access.write(() => {
        const made = manifest && { manifest: clean.json(manifest), definition: definitionHash(manifest) };
        runs.change(runId, { ...plain, ...(warnings && { warnings: clean.json(warnings) }) }, nowIso());
        if (made) runs.redefine(runId, made);
      }),

    findRun: (reference) => access.read(() => runs.find(reference)),

    findUnfinished: (definition) => access.read(() => runs.findUnfinished(definition)),

    async *runs(filter = {}) {
      type Found = ReturnType<typeof runs.page>[number];
      const read = (after: Found | null, limit: number) =>
        access.read(() => runs.page(filter, after?.position ?? null, limit));
      for await (const page of pages(read, filter.limit)) for (const { run } of page) yield run;
    },
  };
}

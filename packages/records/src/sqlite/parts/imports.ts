import { randomUUID } from "node:crypto";
import { RunExistsError } from "../../errors/record-errors.ts";
import { type ImportedCell, isAsSeen } from "../../imported-run.ts";
import type { ImportsPart } from "../../stored/store-parts.ts";
import { type ArtifactToWrite, contentBytes } from "../../stored/to-write.ts";
import type { StoreBase } from "../store-base.ts";

/** Runs that come from elsewhere. */
export function importsOf({ access, tables: { runs }, staging, clean, nowMs }: StoreBase): ImportsPart {
  async function add(stagedId: string, cell: ImportedCell): Promise<void> {
    const staged = clean.imported(cell);
    const artifacts: ArtifactToWrite[][] = [];
    for (const attempt of cell.attempts) artifacts.push(await clean.artifacts(attempt.artifacts));
    access.refuseClosed();
    await access.enqueue(
      () => staging.addCell(stagedId, staged, artifacts, nowMs()),
      contentBytes(artifacts.flat()),
    );
  }

  async function remove(stagedId: string): Promise<void> {
    while (!(await access.write(() => staging.removeSome(stagedId))));
  }

  return {
    asKept: { run: (run) => clean.run(run), cell: (cell) => clean.importedWhole(cell) },

    async stageRun(run, id) {
      const stagedId = `staged-${randomUUID()}`;
      const staged = { ...clean.run(run), id: stagedId };
      for (const abandoned of await access.write(() => staging.abandoned(nowMs()))) await remove(abandoned);
      await access.write(() => {
        if (id !== null && runs.exists(id)) throw new RunExistsError(id);
        runs.insert(staged, nowMs());
      });
      return {
        add: (cell) => add(stagedId, cell),
        commit: () =>
          access.write(() => {
            const finalId = id ?? runs.freeId(nowMs());
            if (runs.exists(finalId)) throw new RunExistsError(finalId);
            staging.publish(stagedId, finalId);
            return runs.get(finalId);
          }),
        replace: async (seen) => {
          const { id: seenId } = seen.run;
          const leftId = await access.write(() => {
            const runNo = runs.number(seenId);
            const isSame = isAsSeen(seen, { run: runs.get(seenId), totals: runs.totals(runNo) });
            return isSame ? staging.replace(stagedId, runNo) : null;
          });
          if (leftId === null) return null;
          await remove(leftId);
          return access.read(() => runs.get(seenId));
        },
        discard: () => remove(stagedId),
      };
    },
  };
}

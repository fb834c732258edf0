import { randomUUID } from "node:crypto";
import { RunExistsError } from "../../errors/record-errors.ts";
import type { ImportedCell } from "../../imported-run.ts";
import type { ImportsPart } from "../../stored/store-parts.ts";
import { type ArtifactToWrite, contentBytes } from "../../stored/to-write.ts";
import type { StoreBase } from "../store-base.ts";

/** Runs that come from elsewhere. */
export function importsOf({ access, tables: { runs }, staging, clean, nowMs }: StoreBase): ImportsPart {
  async function add(runNo: number, cell: ImportedCell): Promise<void> {
    const staged = clean.imported(cell);
    const artifacts: ArtifactToWrite[][] = [];
    for (const attempt of cell.attempts) artifacts.push(await clean.artifacts(attempt.artifacts));
    access.refuseClosed();
    await access.enqueue(
      () => staging.addCell(runNo, staged, artifacts, nowMs()),
      contentBytes(artifacts.flat()),
    );
  }

  async function remove(runNo: number): Promise<void> {
    while (!(await access.write(() => staging.removeSome(runNo))));
  }

  return {
    async stageRun(run, id) {
      const staged = { ...clean.run(run), id: `staged-${randomUUID()}` };
      for (const abandoned of await access.write(() => staging.abandoned(nowMs()))) await remove(abandoned);
      const runNo = await access.write(() => {
        if (id !== null && runs.exists(id)) throw new RunExistsError(id);
        return runs.insert(staged, nowMs());
      });
      return {
        add: (cell) => add(runNo, cell),
        commit: () =>
          access.write(() => {
            const finalId = id ?? runs.freeId(nowMs());
            if (runs.exists(finalId)) throw new RunExistsError(finalId);
            staging.publish(runNo, finalId);
            return runs.get(finalId);
          }),
        discard: () => remove(runNo),
      };
    },
  };
}

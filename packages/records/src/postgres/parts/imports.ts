import { RunExistsError } from "../../errors/record-errors.ts";
import type { ImportedCell } from "../../imported-run.ts";
import type { ImportsPart } from "../../stored/store-parts.ts";
import type { StoredArtifact } from "../artifact-content.ts";
import type { StoreBase } from "../store-base.ts";

/** Runs that come from elsewhere. */
export function importsOf({ access, writer, runs, contents, staging, clean, nowMs }: StoreBase): ImportsPart {
  async function add(runNo: number, cell: ImportedCell): Promise<void> {
    const staged = clean.imported(cell);
    const artifacts: StoredArtifact[][] = [];
    for (const attempt of cell.attempts) {
      const ready = await clean.artifacts(attempt.artifacts);
      artifacts.push(await access.writeBeside(() => contents.store(ready)));
    }
    await access.write(async () => {
      const { args, contents: bytes } = staging.cellArguments(runNo, staged, artifacts);
      staging.checkAdded(await writer.call("stage", args, bytes));
    });
  }

  return {
    asKept: { run: (run) => clean.run(run), cell: (cell) => clean.importedWhole(cell) },

    async stageRun(run, id) {
      const staged = clean.run(run);
      const runNo = await access.write(async () => {
        for (const abandoned of await staging.abandoned(nowMs())) await staging.remove(abandoned);
        if (id !== null && (await runs.exists(id))) throw new RunExistsError(id);
        return staging.begin(staged, nowMs());
      });
      return {
        add: (cell) => add(runNo, cell),
        commit: () =>
          access.write(async () => {
            const finalId = id ?? (await runs.freeId(nowMs() ?? Date.now()));
            await staging.publish(runNo, finalId);
            return runs.get(finalId);
          }),
        replace: (seen) =>
          access.write(async () => {
            const { id: seenId } = seen.run;
            const leftNo = await staging.replace(runNo, await runs.number(seenId), seen);
            if (leftNo === null) return null;
            await staging.remove(leftNo);
            return runs.get(seenId);
          }),
        discard: () => access.write(() => staging.remove(runNo)),
      };
    },
  };
}

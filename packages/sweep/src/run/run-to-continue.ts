import {
  definitionHash,
  type Run,
  type RunManifest,
  type RunStore,
  taskFamilies,
} from "@flow-state-dev/records";
import type { RunChoice } from "./open-run.ts";

/**
 * Which run to go on with when somebody asks to resume: the latest of the same definition. One that is finished already
 * is taken too, so that the same command again shows what there is and spends nothing, unless a task or its family has changed: then it
 * is made of what is planned from now on, so that whoever looks at it reads what was asked.
 */
export async function runToContinue(store: RunStore, manifest: RunManifest): Promise<RunChoice> {
  const definition = definitionHash(manifest);
  const { kind, name } = manifest;
  for await (const run of store.runs({ kind, name })) {
    if (run.definition !== definition) continue;
    // By its name: another process may finish it before this one has opened it.
    return run.state === "finished" && isKept(run, manifest) ? { run: run.id } : { run: run.id, manifest };
  }
  return { manifest, resume: true };
}

/** Does the run have all these tasks, as they are, and in the families that they are in? */
function isKept({ manifest: before }: Run, now: RunManifest): boolean {
  const [families, familiesNow] = [taskFamilies(before), taskFamilies(now)];
  return Object.entries(now.tasks).every(
    ([task, hash]) =>
      Object.hasOwn(before.tasks, task) &&
      before.tasks[task] === hash &&
      families.get(task) === familiesNow.get(task),
  );
}

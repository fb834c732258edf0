import {
  definitionHash,
  type Run,
  type RunManifest,
  type RunStore,
  scoredCount,
  shortRunId,
  taskFamilies,
} from "@flow-state-dev/records";
import { PlanError } from "../plan/plan-error.ts";
import type { RunChoice } from "./open-run.ts";

/**
 * Which run to go on with when somebody asks to resume: the latest of the same definition that is of these tasks, or
 * an earlier one of which more is done, when neither is finished nor was one in between. One that is finished already
 * is taken too, so that the same command again shows what there is and spends nothing, unless a task or its family has
 * changed: then it is made of what is planned from now on, so that whoever looks at it reads what was asked. One at
 * which another process is at work, with a task as it was before it was changed, is refused with a `PlanError`: either
 * would run the cells of the other again.
 */
export async function runToContinue(store: RunStore, manifest: RunManifest): Promise<RunChoice> {
  const run = await continuedRun(store, manifest);
  if (!run) return { manifest, resume: true };
  await refuseBusy(store, run, manifest);
  // By its name: another process may finish it before this one has opened it.
  return run.state === "finished" && isKept(run, manifest) ? { run: run.id } : { run: run.id, manifest };
}

/**
 * The run that would be gone on with, finished or not, for whoever only looks: nothing is refused, and hashes of tasks
 * need not be known yet. Null where a new one would begin.
 *
 * Of the runs of the same definition it is the one that has the most of these tasks, then the most of them as they are
 * now, then the fewest others. Of several that are unfinished, with no finished one between them, it is the one of
 * which the most is done: whoever began anew by mistake, and stopped that at once, means the other. Else the latest. A
 * selection of the tasks that was run meanwhile is another run: going on with that would pay for what the one that was
 * meant has done.
 */
export async function continuedRun(store: RunStore, manifest: RunManifest): Promise<Run | null> {
  const definition = definitionHash(manifest);
  const { kind, name, tasks } = manifest;
  const names = Object.keys(tasks);
  let nearest: { run: Run; nearness: readonly number[]; done?: number } | undefined;
  let isClosed = false;
  for await (const run of store.runs({ kind, name })) {
    if (run.definition !== definition) continue;
    const before = run.manifest.tasks;
    const shared = names.filter((task) => Object.hasOwn(before, task));
    const same = shared.filter((task) => before[task] === tasks[task]);
    const others = Object.keys(before).length - shared.length;
    const nearness = [shared.length, same.length, -others];
    const isFinished = run.state === "finished";
    if (nearest === undefined || isMore(nearness, nearest.nearness)) {
      nearest = { run, nearness };
      isClosed = isFinished;
    } else if (!isClosed && !isMore(nearest.nearness, nearness)) {
      isClosed = isFinished;
      nearest.done ??= await doneOf(store, nearest.run);
      const done = isFinished ? 0 : await doneOf(store, run);
      if (done > nearest.done) nearest = { run, nearness, done };
    }
    if (isClosed && same.length === names.length && others === 0) break;
  }
  return nearest?.run ?? null;
}

async function refuseBusy(store: RunStore, { id, manifest: before }: Run, { tasks }: RunManifest) {
  const changed = Object.keys(tasks).filter(
    (task) => Object.hasOwn(before.tasks, task) && before.tasks[task] !== tasks[task],
  );
  if (changed.length === 0 || !(await store.hasLivingWorker(id))) return;
  const [first, ...others] = changed;
  const more = others.length === 0 ? "" : ` and of ${others.length} more`;
  throw new PlanError(
    `Another process is at work on run ${shortRunId(id)}, with an earlier content of task ${first}${more}; let it end or stop it, or begin a run of its own without resume`,
  );
}

/** Cells with a score. */
async function doneOf(store: RunStore, { id }: Run): Promise<number> {
  return scoredCount(await store.totals(id));
}

/** Is the first number in which they differ the greater one? */
function isMore(these: readonly number[], those: readonly number[]): boolean {
  const at = these.findIndex((each, place) => each !== those[place]);
  return at !== -1 && these[at]! > those[at]!;
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

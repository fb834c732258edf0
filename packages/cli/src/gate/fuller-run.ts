import { type Run, type RunStore, shortRunId } from "@flow-state-dev/records";
import type { AboutToRun } from "./about-to-run.ts";

/** So many earlier runs are looked at. */
const mostRuns = 50;

/**
 * Which earlier run of the same suite or benchmark has more in common with what is about to run than `found`, as a
 * sentence; null when none of the latest has. `found` is then perhaps a selection, such as of `--case`.
 */
export async function fullerRun(store: RunStore, found: Run, about: AboutToRun): Promise<string | null> {
  const { kind, name } = found.manifest;
  const [whole, own] = [about.tasks.length * about.subjects.length, inCommon(found, about)];
  if (own === whole) return null;
  let [best, most, seen]: [Run | null, number, number] = [null, own, 0];
  for await (const run of store.runs({ kind, name })) {
    if (++seen > mostRuns || most === whole) break;
    if (run.state !== "finished" || inCommon(run, about) <= most) continue;
    [best, most] = [run, inCommon(run, about)];
  }
  if (best === null) return null;
  const [chosen, other] = [shortRunId(found.id), shortRunId(best.id)];
  const flags = kind === "bench" ? "--case, --tag or --agent" : "--category or --patterns";
  return `Run ${chosen} looks like a selection (${flags}); run ${other} has more in common: --against ${other}.`;
}

/** Pairs of a subject and a task that both have. One subject beside one is a pair, whatever they are called. */
function inCommon({ manifest }: Run, { subjects, tasks }: AboutToRun): number {
  const alone = manifest.subjects.length === 1 && subjects.length === 1;
  const shared = alone ? 1 : subjects.filter((name) => manifest.subjects.includes(name)).length;
  return shared * tasks.filter((id) => Object.hasOwn(manifest.tasks, id)).length;
}

import {
  compareManifests,
  type ManifestDifference,
  type Run,
  type RunManifest,
  type RunStore,
  shortRunId,
} from "@flow-state-dev/records";

const differencesShown = 3;
/** So many of the latest runs of the same kind and name are looked at. */
const runsSeen = 50;

/**
 * Why `resume` gave this new run and did not go on with an earlier one: that of its definition is finished, or the
 * latest of its kind and name is unfinished but of another definition.
 */
export async function startedAnew(store: RunStore, { id, manifest, definition }: Run): Promise<string[]> {
  const { kind, name } = manifest;
  let isLatest = true;
  for await (const run of store.runs({ kind, name, limit: runsSeen })) {
    if (run.id === id) continue;
    if (run.definition === definition) return run.state === "finished" ? [finished(run, manifest)] : [];
    if (isLatest && run.state !== "finished") return [redefined(run, manifest)];
    isLatest = false;
  }
  return [];
}

function finished({ id, manifest: before }: Run, { name, tasks }: RunManifest): string {
  const differences = compareManifests(before, { ...before, tasks });
  const since = differences.length === 0 ? "" : ` Since then changed ${listed(differences)}.`;
  return `Run ${shortRunId(id)} of ${name} is finished, so a new one began, from its first cell on.${since} To go on with the finished one, name it in place of the manifest: run: "${shortRunId(id)}".`;
}

function redefined({ id, manifest: before }: Run, now: RunManifest): string {
  const what = definitionDifference(before, now);
  return `The unfinished run ${shortRunId(id)} of ${now.name} was not continued but started anew: its definition changed (${what}).`;
}

/** In what two definitions differ, in words. */
export function definitionDifference(before: RunManifest, now: RunManifest): string {
  // Tasks and whether models are simulated are not part of the definition.
  const { tasks, simulated } = now;
  return listed([
    ...subjectDifference(before.subjects, now.subjects),
    ...compareManifests({ ...before, tasks, simulated }, now),
  ]);
}

function listed(differences: readonly ManifestDifference[]): string {
  const shown = differences.slice(0, differencesShown).map(({ what, a, b }) => `${what}: ${a}, then ${b}`);
  const more = differences.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join("; ");
}

function subjectDifference(a: readonly string[], b: readonly string[]): ManifestDifference[] {
  const [before, now] = [a.join(", "), b.join(", ")];
  return before === now ? [] : [{ what: "the subjects", a: before, b: now }];
}

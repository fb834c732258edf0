import {
  compareManifests,
  type ManifestDifference,
  type Run,
  type RunManifest,
  type RunStore,
  shortRunId,
} from "@flow-state-dev/records";

const differencesShown = 3;

/** Why `resume` gave this new run and did not go on with the one of its kind and name before it, if that is unfinished. */
export async function startedAnew(store: RunStore, { id, manifest, definition }: Run): Promise<string[]> {
  const { kind, name } = manifest;
  for await (const run of store.runs({ kind, name, limit: 2 })) {
    if (run.id === id) continue;
    return run.state === "finished" || run.definition === definition ? [] : [sentence(run, manifest)];
  }
  return [];
}

function sentence({ id, manifest: before }: Run, now: RunManifest): string {
  // Tasks and whether models are simulated are not part of the definition.
  const { tasks, simulated } = now;
  const differences = [
    ...subjectDifference(before.subjects, now.subjects),
    ...compareManifests({ ...before, tasks, simulated }, now),
  ];
  const shown = differences.slice(0, differencesShown).map(({ what, a, b }) => `${what}: ${a}, then ${b}`);
  const more = differences.length - shown.length;
  const what = [...shown, ...(more > 0 ? [`${more} more`] : [])].join("; ");
  return `The unfinished run ${shortRunId(id)} of ${now.name} was not continued but started anew: its definition changed (${what}).`;
}

function subjectDifference(a: readonly string[], b: readonly string[]): ManifestDifference[] {
  const [before, now] = [a.join(", "), b.join(", ")];
  return before === now ? [] : [{ what: "the subjects", a: before, b: now }];
}

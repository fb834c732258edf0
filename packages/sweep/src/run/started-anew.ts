import { firstNamed } from "@flow-state-dev/core";
import {
  canonicalJson,
  compareManifests,
  type JsonObject,
  type ManifestDifference,
  type Run,
  type RunManifest,
  type RunStore,
  shortRunId,
} from "@flow-state-dev/records";

const differencesShown = 3;
const membersShown = 5;
/** Characters of both sides together. */
const longestShown = 80;
/** So many of the latest runs of the same kind and name are looked at. */
const runsSeen = 50;

/**
 * Why `resume` gave this new run and did not go on with an earlier one: that of its definition is finished, or the
 * unfinished ones of its kind and name are of other definitions. Told of is the one that differs in the least, the
 * latest of several: it is the one that was meant.
 */
export async function startedAnew(store: RunStore, { id, manifest, definition }: Run): Promise<string[]> {
  const { kind, name } = manifest;
  let nearest: { run: Run; distance: number } | undefined;
  for await (const run of store.runs({ kind, name, limit: runsSeen })) {
    if (run.id === id) continue;
    if (run.definition === definition) return run.state === "finished" ? [finished(run, manifest)] : [];
    if (run.state === "finished") continue;
    const distance = differencesOf(run.manifest, manifest).length;
    if (nearest === undefined || distance < nearest.distance) nearest = { run, distance };
  }
  return nearest ? [redefined(nearest.run, manifest)] : [];
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
  return listed(differencesOf(before, now).map((each) => inShort(each, before, now)));
}

function differencesOf(before: RunManifest, now: RunManifest): ManifestDifference[] {
  // Tasks and whether models are simulated are not part of the definition.
  const { tasks, simulated } = now;
  return [
    ...subjectDifference(before.subjects, now.subjects),
    ...compareManifests({ ...before, tasks, simulated }, now),
  ];
}

/** A condition with many members is told by the names of those that changed: what they hold is for machines. */
function inShort(difference: ManifestDifference, before: RunManifest, now: RunManifest): Difference {
  const { what, a, b } = difference;
  const [, name] = /^condition "(.+)"$/.exec(what) ?? [];
  if (name === undefined || a.length + b.length <= longestShown) return difference;
  const [one, other] = [before, now].map(({ conditions }) => Object(conditions[name]) as JsonObject);
  const members = [...new Set([...Object.keys(one!), ...Object.keys(other!)])].filter(
    (member) => canonicalJson(one![member] ?? null) !== canonicalJson(other![member] ?? null),
  );
  return `${what}: ${firstNamed(members, membersShown)}`;
}

/** In full, or as words. */
type Difference = ManifestDifference | string;

function listed(differences: readonly Difference[]): string {
  const shown = differences
    .slice(0, differencesShown)
    .map((each) => (typeof each === "string" ? each : `${each.what}: ${each.a}, then ${each.b}`));
  const more = differences.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join("; ");
}

function subjectDifference(a: readonly string[], b: readonly string[]): ManifestDifference[] {
  const [before, now] = [a.join(", "), b.join(", ")];
  return before === now ? [] : [{ what: "the subjects", a: before, b: now }];
}

import { canonicalJson } from "./canonical-json.ts";
import type { Json } from "./json.ts";
import type { RunManifest } from "./run.ts";

/** One thing in which two runs differ and that bears on their comparison. Reads as "what: a, then b". */
export interface ManifestDifference {
  /**
   * What differs, as the subject of a sentence: `the tasks only in one of them`, `model "judge"`, `condition "seed"`.
   */
  what: string;
  /** How it is in the one and in the other; `none` where it is missing. */
  a: string;
  b: string;
}

/**
 * The differences between two runs that matter when their numbers are compared: kind, tasks and their content,
 * repetitions, models, conditions, whether models were simulated. Subjects are what one compares, and circumstances
 * are for information only: neither is looked at.
 */
export function compareManifests(a: RunManifest, b: RunManifest): ManifestDifference[] {
  return [
    ...differing("the kind of run", a.kind, b.kind),
    ...differing("the name", a.name, b.name),
    ...taskDifferences(a.tasks, b.tasks),
    ...differing("the number of runs", a.runs, b.runs),
    ...memberDifferences("model", a.models, b.models),
    ...memberDifferences("condition", a.conditions, b.conditions),
    ...(a.simulated === b.simulated
      ? []
      : [{ what: "the models", a: reality(a.simulated), b: reality(b.simulated) }]),
  ];
}

function taskDifferences(a: RunManifest["tasks"], b: RunManifest["tasks"]): ManifestDifference[] {
  const onlyA = Object.keys(a).filter((id) => !Object.hasOwn(b, id));
  const onlyB = Object.keys(b).filter((id) => !Object.hasOwn(a, id));
  const differences: ManifestDifference[] = [];
  if (onlyA.length + onlyB.length > 0)
    differences.push({ what: "the tasks only in one of them", a: listed(onlyA), b: listed(onlyB) });
  for (const id of Object.keys(a).sort())
    if (Object.hasOwn(b, id) && a[id] !== b[id])
      differences.push({ what: `the content of task "${id}"`, a: a[id]!, b: b[id]! });
  return differences;
}

function memberDifferences(
  kind: string,
  a: Readonly<Record<string, Json>>,
  b: Readonly<Record<string, Json>>,
): ManifestDifference[] {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  return names.flatMap((name) =>
    differing(
      `${kind} "${name}"`,
      Object.hasOwn(a, name) ? a[name] : undefined,
      Object.hasOwn(b, name) ? b[name] : undefined,
    ),
  );
}

/** How something differs in two runs; nothing when it does not. */
export function differing(what: string, a: Json | undefined, b: Json | undefined): ManifestDifference[] {
  const [shownA, shownB] = [shown(a), shown(b)];
  return shownA === shownB ? [] : [{ what, a: shownA, b: shownB }];
}

function shown(value: Json | undefined): string {
  if (value === undefined) return "none";
  return typeof value === "string" && value !== "none" ? value : canonicalJson(value);
}

function reality(simulated: boolean): string {
  return simulated ? "simulated" : "real";
}

function listed(ids: string[]): string {
  return ids.length === 0 ? "none" : ids.sort().join(", ");
}

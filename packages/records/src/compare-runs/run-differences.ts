import { compareManifests, differing, type ManifestDifference } from "../compare-manifests.ts";
import type { Json, JsonObject } from "../json.ts";
import type { RunManifest } from "../run.ts";
import type { RunComparison } from "./run-comparison.ts";

/**
 * In what two runs differ, leaf by leaf: what bears on their numbers, what is for information only, and the topics that
 * bear on them and are the same. Of tasks only that they differ, and which; of subjects nothing, for they are compared.
 */
export function runDifferences(a: RunManifest, b: RunManifest): RunComparison["differences"] {
  const conditions = leafDifferences(namingModels(a), namingModels(b)).map((leaf) => ({
    ...leaf,
    topic: conditionTopic(leaf),
  }));
  const changed = changedTasks(a, b);
  // A suite keeps its models by their own names: that an agent has another one is told where the agent is.
  const told = conditions.some(({ topic }) => topic === "model");
  const matter = [
    ...compareManifests(a, { ...b, conditions: a.conditions })
      .filter(({ what }) => !what.startsWith("the content of task "))
      .filter(
        ({ what, a: left, b: right }) => !(told && [`model "${left}"`, `model "${right}"`].includes(what)),
      )
      .map((difference) => ({ ...difference, topic: topicOf(difference) })),
    ...(changed.length === 0
      ? []
      : [{ what: "the content of tasks", topic: "tasks", a: changed.join(", "), b: "another" }]),
    ...conditions,
  ];
  const known = new Set([
    "tasks",
    "runs",
    "model",
    ...Object.keys(a.conditions),
    ...Object.keys(b.conditions),
  ]);
  for (const { topic } of matter) known.delete(topic);
  return {
    matter,
    informational: leafDifferences(informing(a), informing(b)).map((leaf) => ({
      ...leaf,
      topic: leaf.what.split(".", 1)[0]!,
    })),
    same: [...known],
  };
}

/**
 * The conditions of a run, in which an agent that was given no model of its own has those of the suite: a model counts,
 * whoever named it.
 */
function namingModels({ conditions, models }: RunManifest): JsonObject {
  const { agents, judge } = conditions;
  const all = Object.values(models).sort();
  if (!isObject(agents) || all.length === 0) return conditions;
  const others = [judge, ...Object.values(agents).map((facts) => isObject(facts) && facts.model)];
  const unnamed = all.filter((id) => !others.includes(id));
  const model = (unnamed.length > 0 ? unnamed : all).join(", ");
  const named = Object.entries(agents).map(([name, facts]) => [
    name,
    isObject(facts) && facts.model === null ? { ...facts, model } : facts,
  ]);
  return { ...conditions, agents: Object.fromEntries(named) as JsonObject };
}

/** Without what is only kept to be shown: tasks are told of elsewhere. */
function informing({ circumstances: { benchmark: _benchmark, ...rest } }: RunManifest): JsonObject {
  return rest;
}

/** Tasks in both whose content differs. */
export function changedTasks(a: Pick<RunManifest, "tasks">, b: Pick<RunManifest, "tasks">): string[] {
  return Object.keys(b.tasks).filter((id) => Object.hasOwn(a.tasks, id) && a.tasks[id] !== b.tasks[id]);
}

function topicOf({ what }: ManifestDifference): string {
  if (what === "the kind of run") return "kind";
  if (what === "the name") return "name";
  if (what === "the number of runs") return "runs";
  if (what === "the models") return "simulation";
  if (what.startsWith("the tasks")) return "tasks";
  return what === 'model "judge"' ? "judge" : "model";
}

/** The first part of the path says it, but for a model, which is one wherever it stands. */
function conditionTopic({ what }: ManifestDifference): string {
  const parts = what.split(".");
  if (parts.length > 2 && /^models?$/.test(parts[2]!)) return "model";
  return parts[0]!;
}

/** Where two JSON objects differ, by the path of the smallest part that does. */
function leafDifferences(a: JsonObject, b: JsonObject, path = ""): ManifestDifference[] {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  return names.flatMap((name) => {
    const [left, right] = [own(a, name), own(b, name)];
    const what = path === "" ? name : `${path}.${name}`;
    return isObject(left) && isObject(right)
      ? leafDifferences(left, right, what)
      : differing(what, left, right);
  });
}

function own(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

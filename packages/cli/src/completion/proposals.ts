import type { XContext } from "../x-context.ts";
import { withMeaning } from "./meaning.ts";

/** So many of the latest runs are proposed. */
const mostRuns = 20;

/**
 * Runs of this folder, or of the database that X_STORE names, by the ids that people type; none where there are none.
 */
export async function proposeRuns(this: XContext): Promise<string[]> {
  const { openRuns } = await import("../runs/open-runs.ts");
  const { ago } = await import("../runs/runs-text.ts");
  const { visibleLine } = await import("../text/visible-text.ts");
  const { judgeCheckKind, shortRunId } = await import("@flow-state-dev/records");
  await using opened = await openRuns(process.cwd(), { quiet: true });
  const ids: string[] = [];
  const latest = opened.store.runs({ notKind: judgeCheckKind, limit: mostRuns });
  for await (const { id, createdAt, manifest } of latest) {
    const when = ago(Date.now() - Date.parse(createdAt));
    ids.push(withMeaning(shortRunId(id), `${manifest.kind} ${visibleLine(manifest.name, 40)}, ${when}`));
  }
  return ids.length === 0 ? [] : ["last", "last~1", ...ids];
}

/** Runs, and behind a run its tasks. */
export async function proposeShown(this: XContext): Promise<string[]> {
  const [run, ...more] = (this.line ?? []).slice(1).filter((word) => !word.startsWith("-"));
  if (run === undefined) return proposeRuns.call(this);
  if (more.length > 0) return [];
  const { openRuns } = await import("../runs/open-runs.ts");
  const { findRun } = await import("@flow-state-dev/records");
  await using opened = await openRuns(process.cwd(), { quiet: true });
  const { manifest } = await findRun(opened.store, run);
  // What a shell would take apart is left to the person.
  return Object.keys(manifest.tasks).filter((task) => /^[\w./@:+-]+$/.test(task));
}

/** Agents with an adapter, and the built-in ones. After `command:`, `acp:` and `@` a person knows better. */
export async function proposeAgents(): Promise<string[]> {
  const { knownClis } = await import("@flow-state-dev/suites");
  return ["x", ...knownClis.map(({ name }) => name), "oracle", "noop"];
}

/** Models that need no key, and the start of the ids of providers whose key is set. */
export async function proposeModels(this: XContext): Promise<string[]> {
  const { knownGateways, knownProviders, simProfiles } = await import("@flow-state-dev/core");
  const { env } = this.process;
  const usable = [...knownProviders, ...knownGateways].filter(
    ({ keyVariables, baseUrlVariable, defaultBaseUrl }) =>
      keyVariables.some((variable) => env[variable]?.trim()) ||
      (baseUrlVariable !== undefined && Boolean(env[baseUrlVariable])) ||
      (keyVariables.length === 0 && defaultBaseUrl !== undefined),
  );
  return [
    ...Object.keys(simProfiles).map((name) => `sim/${name}`),
    ...usable.map(({ name }) => `${name}/`),
    "scripted:",
  ];
}

/** Patterns of the default registry. */
export async function proposePatterns(): Promise<string[]> {
  const { defaultBenchmarkRegistry } = await import("@flow-state-dev/patterns");
  return Object.keys(defaultBenchmarkRegistry);
}

/** Ids of the cases of the suites that stand on the line. */
export async function proposeCases(this: XContext): Promise<string[]> {
  return (await casesOnLine(this)).map(({ id }) => id);
}

/** Tags of the cases of the suites that stand on the line. */
export async function proposeTags(this: XContext): Promise<string[]> {
  return [...new Set((await casesOnLine(this)).flatMap(({ tags }) => tags))];
}

async function casesOnLine({ line = [] }: XContext): Promise<{ id: string; tags: readonly string[] }[]> {
  const { readSuites } = await import("../bench/read-suites.ts");
  const files = line.filter((word) => /\.jsonc?$/.test(word) && !word.startsWith("-"));
  // A file that results go to is on the line too.
  const read = await Promise.all(files.map((file) => readSuites([file]).catch(() => [])));
  return read.flat().flatMap(({ cases }) => cases);
}

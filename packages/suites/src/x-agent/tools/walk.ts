import { setImmediate as nextTurn } from "node:timers/promises";
import type { AgentFiles } from "./agent-files.ts";
import { type IgnoreRules, ignoreRules } from "./ignore-rules.ts";
import { ToolError } from "./tool-error.ts";

const skipped = new Set([".git", "node_modules"]);
const mostFiles = 100_000;
const mostDepth = 64;
const mostRulesBytes = 64 * 1024;
/** Milliseconds after which others have their turn: rules and names can be made so that each takes long to look at. */
const longestBreathMs = 20;

type Scope = { folder: string; rules: IgnoreRules };

/**
 * All files below a folder, sorted within each folder, as paths relative to the workspace. Left out are `.git`,
 * `node_modules` and what `.gitignore` files say, unless the walk starts in there; links are not followed.
 */
export async function* walk(files: AgentFiles, from: string, signal: AbortSignal): AsyncGenerator<string> {
  let count = 0;
  let breath = performance.now();
  const start = files.locate(from);
  const found = await files.facts(start);
  if (found.kind === "missing") await files.list(start, 1);
  if (found.kind === "file") {
    yield start;
    return;
  }

  async function* below(folder: string, scopes: readonly Scope[], depth: number): AsyncGenerator<string> {
    signal.throwIfAborted();
    const entries = await readFolder(folder);
    const own = entries.some(({ name, kind }) => name === ".gitignore" && kind === "file")
      ? [...scopes, { folder, rules: await readRules(folder) }]
      : scopes;
    for (const { name, kind } of entries) {
      if (performance.now() - breath > longestBreathMs) {
        await nextTurn();
        signal.throwIfAborted();
        breath = performance.now();
      }
      if (kind !== "file" && kind !== "folder") continue;
      const path = folder === "" ? name : `${folder}/${name}`;
      if (isIgnored(path, kind === "folder", own)) continue;
      if (kind === "file") {
        if (++count > mostFiles) return;
        yield path;
      } else if (!skipped.has(name) && depth < mostDepth) yield* below(path, own, depth + 1);
    }
  }

  /** A folder that cannot be read is passed over. */
  async function readFolder(folder: string) {
    try {
      const entries = await files.list(folder, mostFiles);
      return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    } catch (error) {
      if (error instanceof ToolError) return [];
      throw error;
    }
  }

  async function readRules(folder: string): Promise<IgnoreRules> {
    try {
      const path = folder === "" ? ".gitignore" : `${folder}/.gitignore`;
      return ignoreRules((await files.read(path, mostRulesBytes)).toString());
    } catch (error) {
      if (error instanceof ToolError) return () => null;
      throw error;
    }
  }

  yield* below(start, [], 0);
}

function isIgnored(path: string, isFolder: boolean, scopes: readonly Scope[]): boolean {
  for (const { folder, rules } of scopes.toReversed()) {
    const local = folder === "" ? path : path.slice(folder.length + 1);
    const verdict = rules(local, isFolder);
    if (verdict !== null) return verdict;
  }
  return false;
}

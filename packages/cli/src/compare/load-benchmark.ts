import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { FlowError, nearestName } from "@flow-state-dev/core";
import { BenchmarkConfigError, type BenchmarkDefinition, defineBenchmark } from "@flow-state-dev/testing";
import { benchmarksHere } from "../help/benchmarks-here.ts";
import { shellWord } from "../text/shell-word.ts";
import { missingImport } from "./missing-import.ts";
import { giveOwnPackages } from "./own-packages.ts";
import { placeIn, thrownText } from "./thrown-text.ts";
import { resolveAsTypeScript } from "./typescript-imports.ts";

/** A benchmark file that cannot be loaded. */
class BenchmarkFileError extends FlowError {
  override readonly name = "BenchmarkFileError";

  constructor(problem: string, file: string, cause?: unknown) {
    super(problem, { code: "benchmark-file", details: { file }, ...(cause !== undefined && { cause }) });
  }
}

/**
 * The definition that a module exports, as its default or as `benchmark`. TypeScript runs as it is, and so does what it
 * was compiled to, CommonJS included. Throws `BenchmarkFileError` when the file cannot be loaded,
 * `BenchmarkConfigError` when what it exports is no definition.
 */
export async function loadBenchmark(file: string, folder: string): Promise<BenchmarkDefinition> {
  const path = resolve(folder, file);
  if (!existsSync(path)) {
    const near = namesake(file, folder) ?? nearestBenchmark(file, folder);
    const next = near
      ? `Did you mean ${near}?`
      : "Name a benchmark from this folder, or begin one with x init.";
    throw new BenchmarkFileError(`There is no file ${file} in ${folder}. ${next}`, path);
  }
  const other = otherSort(path, file);
  if (other !== null) throw new BenchmarkFileError(other, path);
  const module = await load(path, file, folder);
  const exported = exportedBy(module);
  const definition = exported.find(isDefinition);
  if (!definition) throw new BenchmarkConfigError([missing(exported, relative(folder, path))]);
  return defineBenchmark(definition);
}

/**
 * A module that is there under the same name with another ending: `x init` writes benchmark.mts into CommonJS projects.
 */
function namesake(file: string, folder: string): string | undefined {
  const stem = file.replace(/\.[cm]?[jt]s$/, "");
  const endings = [".ts", ".mts", ".cts", ".js", ".mjs", ".cjs"];
  return endings.map((ending) => `${stem}${ending}`).find((name) => existsSync(resolve(folder, name)));
}

/** A benchmark of a near name beside the file that is not there, or where benchmarks of this folder usually are. */
function nearestBenchmark(file: string, folder: string): string | undefined {
  const beside = dirname(file);
  const all = [
    ...benchmarksHere(resolve(folder, beside)).map((each) => join(beside, each)),
    ...benchmarksHere(folder),
  ];
  const name = nearestName(
    basename(file),
    all.map((each) => basename(each)),
  );
  return all.find((each) => basename(each) === name);
}

/** What was named in place of a module, and what to do with it; null for what may be one. */
function otherSort(path: string, file: string): string | null {
  if (statSync(path).isDirectory()) {
    const [first] = benchmarksHere(path);
    return first === undefined
      ? `${file} is a folder: name a benchmark in it, such as benchmark.ts.`
      : `${file} is a folder. Did you mean ${join(file, first)}?`;
  }
  if (!/\.jsonc?$/.test(path)) return null;
  return `${file} is no module. A suite of cases is run with x bench ${shellWord(file)}; a benchmark of patterns is a file such as benchmark.ts, which x init begins.`;
}

async function load(path: string, file: string, folder: string): Promise<Record<string, unknown>> {
  giveOwnPackages();
  resolveAsTypeScript();
  try {
    return (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof FlowError) throw error;
    const place = parsePlace(error, path, folder);
    const reason =
      missingImport(error, folder) ?? thrownText(error, folder) + (place === undefined ? "" : ` (${place})`);
    throw new BenchmarkFileError(`${file} cannot be loaded: ${reason}${wayOut(error)}`, path, error);
  }
}

/**
 * Node takes the types out of TypeScript, and makes nothing of what is more than types, unless it is asked to. Nor does
 * it read tsconfig.json; no package has a name that begins as its aliases usually do.
 */
function wayOut(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (/^Cannot find (?:package|module) '[@~]\//.test(String(message)))
    return ". Node reads no paths of tsconfig.json: import the file by its relative path, or by the imports of package.json.";
  if (code !== "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX") return "";
  return ". Write it as JavaScript does, or set NODE_OPTIONS=--experimental-transform-types.";
}

/** Where plain JavaScript does not parse: Node keeps that from the stack, and tells it only when it checks a file. */
function parsePlace(error: unknown, path: string, folder: string): string | undefined {
  if (!(error instanceof SyntaxError) || placeIn(String(error.stack), folder) !== undefined) return undefined;
  const { stderr, status } = spawnSync(process.execPath, ["--check", path], { encoding: "utf8" });
  return status === 0 ? undefined : placeIn(stderr ?? "", folder);
}

/** What may be the definition. The default of CommonJS is all of its exports, and one of those may be the default. */
function exportedBy({ default: own, benchmark }: Record<string, unknown>): readonly unknown[] {
  const inner = typeof own === "object" && own !== null ? (own as Record<string, unknown>) : {};
  return [own, benchmark, inner.default, inner.benchmark];
}

/** Why a module has no definition: something else is exported, or a definition whose tasks are missing or no list. */
function missing(exported: readonly unknown[], file: string): string {
  const meant = exported.find(isMeant);
  if (!meant)
    return `${file} exports no benchmark: export what defineBenchmark(…) returns, as its default or as "benchmark".`;
  return meant.tasks === undefined
    ? `The benchmark that ${file} exports has no tasks: add tasks, a list with at least one.`
    : `The tasks of the benchmark that ${file} exports are no list: make tasks a list with at least one.`;
}

/** Is it meant as a definition? It says at least one thing that only definitions say. */
function isMeant(value: unknown): value is Partial<BenchmarkDefinition> {
  const said = ["name", "tasks", "model", "patterns", "subjects", "registry"];
  return typeof value === "object" && value !== null && said.some((key) => Object.hasOwn(value, key));
}

function isDefinition(value: unknown): value is BenchmarkDefinition {
  return typeof value === "object" && value !== null && Array.isArray((value as BenchmarkDefinition).tasks);
}

import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { FlowError } from "@flow-state-dev/core";
import { BenchmarkConfigError, type BenchmarkDefinition, defineBenchmark } from "@flow-state-dev/testing";
import { offerOwnPackages } from "./own-packages.ts";

/** A benchmark file that cannot be loaded. */
class BenchmarkFileError extends FlowError {
  override readonly name = "BenchmarkFileError";

  constructor(problem: string, file: string, cause?: unknown) {
    super(problem, { code: "benchmark-file", details: { file }, ...(cause !== undefined && { cause }) });
  }
}

/**
 * The definition that a module exports, as its default or as `benchmark`. TypeScript runs as it is. Throws
 * `BenchmarkFileError` when the file cannot be loaded, `BenchmarkConfigError` when what it exports is no definition.
 */
export async function loadBenchmark(file: string, folder: string): Promise<BenchmarkDefinition> {
  const path = resolve(folder, file);
  if (!existsSync(path))
    throw new BenchmarkFileError(
      `There is no file ${file} in ${folder}. Name a benchmark from this folder, or begin one with x init.`,
      path,
    );
  const module = await load(path, file);
  const definition = [module.default, module.benchmark].find(isDefinition);
  if (!definition) {
    throw new BenchmarkConfigError([
      `${relative(folder, path)} exports no benchmark: export what defineBenchmark(…) returns, as its default or as "benchmark".`,
    ]);
  }
  return defineBenchmark(definition);
}

async function load(path: string, file: string): Promise<Record<string, unknown>> {
  offerOwnPackages();
  try {
    return (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof FlowError) throw error;
    throw new BenchmarkFileError(`${file} cannot be loaded: ${reasonOf(error)}`, path, error);
  }
}

/** What is wrong, and in which line where the error tells. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const line = /^\S+:(\d+)\n/.exec(error.stack ?? "")?.[1];
  const reason = error.message.trim().split("\n", 1)[0]!;
  return line === undefined ? reason : `${reason} (line ${line})`;
}

function isDefinition(value: unknown): value is BenchmarkDefinition {
  return typeof value === "object" && value !== null && Array.isArray((value as BenchmarkDefinition).tasks);
}

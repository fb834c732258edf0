import { existsSync, readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** What a benchmark needs to know about the folder it is written into. */
export interface ProjectFacts {
  /** Whether it belongs to a project already. */
  inProject: boolean;
  /** Whether a `.ts` file in it is taken for an ES module without further ado. */
  esModules: boolean;
}

/** Looks at the nearest package.json, as Node does. One that cannot be read counts as one that says nothing. */
export function projectFacts(folder: string): ProjectFacts {
  const file = nearestPackage(folder);
  if (file === null) return { inProject: false, esModules: true };
  try {
    const { type } = JSON.parse(readFileSync(file, "utf8")) as { type?: unknown };
    return { inProject: true, esModules: type === "module" };
  } catch {
    return { inProject: true, esModules: false };
  }
}

/** Those of these packages that a file in this folder cannot import. */
export function missingPackages(folder: string, packages: readonly string[]): string[] {
  const base = pathToFileURL(join(folder, "benchmark.ts"));
  return packages.filter((name) => {
    try {
      return findPackageJSON(name, base) === undefined;
    } catch {
      return true;
    }
  });
}

/** The repository that this very x runs from; null when it runs from an installed package. */
export function cloneOfX(): string | null {
  const root = fileURLToPath(new URL("../../../../", import.meta.url));
  return existsSync(join(root, "scripts/build.ts")) ? root.slice(0, -1) : null;
}

function nearestPackage(folder: string): string | null {
  const file = join(folder, "package.json");
  if (existsSync(file)) return file;
  return dirname(folder) === folder ? null : nearestPackage(dirname(folder));
}

import { readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";

/** What may stay in the folder for temporary files: the house of the workspaces, when it is empty. */
const house = /^x-workspaces-\d+$/;

/** Temporary files that are left, one sentence each. */
export function leftInTemporary(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !(house.test(name) && readdirSync(join(folder, name)).length === 0))
    .map((name) => `Left among the temporary files: ${describe(folder, name)}`);
}

/** Files in the project that nobody asked for, one sentence each; `expected` are paths from the project folder. */
export function leftInProject(project: string, expected: readonly RegExp[]): string[] {
  const files = readdirSync(project, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(project, join(entry.parentPath, entry.name)));
  return files
    .filter((file) => !expected.some((pattern) => pattern.test(file)))
    .map((file) => `Left in the project: ${file}`);
}

function describe(folder: string, name: string): string {
  const path = join(folder, name);
  return statSync(path).isDirectory() ? `${name}/ (${readdirSync(path).join(", ") || "empty"})` : name;
}

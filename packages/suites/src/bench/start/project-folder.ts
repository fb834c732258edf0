import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

const marks = [".git", "package.json", "pyproject.toml", "Cargo.toml", "go.mod", "pom.xml", "Makefile"];

/** The project around a folder: the repository it is in, else the nearest folder with a project file, else itself. */
export function projectFolder(folder: string): string {
  return projectAround(folder) ?? folder;
}

/** The same, but null where nothing says that there is a project. */
export function projectAround(folder: string): string | null {
  const parents = parentsOf(folder);
  return (
    parents.find((parent) => existsSync(join(parent, ".git"))) ??
    parents.find((parent) => marks.some((mark) => existsSync(join(parent, mark)))) ??
    null
  );
}

function parentsOf(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...parentsOf(parent)];
}

import { dirname, relative, resolve, sep } from "node:path";
import { arrows, reachable } from "./arrows.ts";
import { lineAt, type SourceFile } from "./source-file.ts";

const scope = "@flow-state-dev/";

/** Imports that cross a border they may not: one sentence each. `root` is the folder that holds `packages/`. */
export function findBoundaryViolations(files: readonly SourceFile[], root: string): string[] {
  const problems: string[] = [];
  for (const file of files) {
    const [top, name] = relative(root, file.path).split(sep);
    if (top !== "packages" || name === undefined) continue;
    if (!(name in arrows)) {
      problems.push(`packages/${name} is not in the map: add it to scripts/structure/arrows.ts`);
      continue;
    }
    const home = resolve(root, "packages", name);
    const allowed = reachable(name);
    for (const { specifier, start } of file.imports) {
      const place = `${relative(root, file.path)}:${lineAt(file.text, start)}`;
      if (specifier.startsWith(scope)) {
        const target = specifier.slice(scope.length).split("/")[0] ?? "";
        if (target === name) problems.push(`${place} imports its own package by name: use a relative path`);
        else if (!allowed.has(target)) {
          const may = [...allowed].sort().join(", ") || "no other package";
          problems.push(`${place} imports ${specifier}, but ${name} may import only: ${may}`);
        }
      } else if (specifier.startsWith(".")) {
        const target = resolve(dirname(file.path), specifier);
        if (!target.startsWith(home + sep)) {
          problems.push(
            `${place} imports ${specifier}, which leaves its package: import the package by name`,
          );
        }
      }
    }
  }
  return [...new Set(problems)];
}

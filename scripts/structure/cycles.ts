import { dirname, relative, resolve } from "node:path";
import type { SourceFile } from "./source-file.ts";

/** Groups of files that import each other in a circle, types and dynamic imports included: one line each. */
export function findCycles(files: readonly SourceFile[], root: string): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const next = (file: SourceFile) =>
    file.imports
      .filter(({ specifier }) => specifier.startsWith("."))
      .map(({ specifier }) => byPath.get(resolve(dirname(file.path), specifier)))
      .filter((target) => target !== undefined);

  // Depth-first; a file met again while still on the path closes a circle.
  const state = new Map<SourceFile, "on-path" | "done">();
  const path: SourceFile[] = [];
  const cycles: string[] = [];
  const visit = (file: SourceFile) => {
    state.set(file, "on-path");
    path.push(file);
    for (const target of next(file)) {
      if (state.get(target) === "on-path") {
        const circle = [...path.slice(path.indexOf(target)), target];
        cycles.push(`import circle: ${circle.map((f) => relative(root, f.path)).join(" → ")}`);
      } else if (!state.has(target)) visit(target);
    }
    path.pop();
    state.set(file, "done");
  };
  for (const file of files) if (!state.has(file)) visit(file);
  return cycles;
}

import { globSync } from "node:fs";
import { resolve } from "node:path";
import { findBoundaryViolations } from "./boundaries.ts";
import { findCycles } from "./cycles.ts";
import { findUndocumented } from "./doc-comments.ts";
import { readSource } from "./source-file.ts";
import { findTooNew } from "./too-new.ts";
import { findUndeclared } from "./undeclared.ts";

/** Everything in which the sources under `root/packages` break the rules of the house, one sentence each. */
export function findProblems(root: string): string[] {
  const files = globSync("packages/*/src/**/*.{ts,mts,cts,tsx}", { cwd: root })
    .filter((path) => !/\.test(-d)?\.[mc]?tsx?$/.test(path))
    .sort()
    .map((path) => readSource(resolve(root, path)));
  return [
    ...findBoundaryViolations(files, root),
    ...findUndeclared(files, root),
    ...findCycles(files, root),
    ...findUndocumented(files, root),
    ...findTooNew(files, root),
  ];
}

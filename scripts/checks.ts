import { root } from "./root.ts";
import { findProblems } from "./structure/find-problems.ts";
import { runTool } from "./tool.ts";

/** What is checked besides the tests; each prints its own findings and tells whether there were none. */
export const checks: Record<string, () => boolean> = {
  "format and lint": () => runTool("biome", ["check", "--error-on-warnings"]),
  types: () => runTool("tsc", ["-p", "tsconfig.json"]),
  structure() {
    const problems = findProblems(root);
    for (const problem of problems) console.error(problem);
    return problems.length === 0;
  },
  "nothing unused": () => runTool("knip", ["--no-progress", "--treat-config-hints-as-errors"]),
};

/** Runs them all; the names of those that failed. */
export function failingChecks(): string[] {
  return Object.entries(checks)
    .filter(([name, check]) => {
      const agreed = check();
      console.log(`${agreed ? "✓" : "✗"} ${name}`);
      return !agreed;
    })
    .map(([name]) => name);
}

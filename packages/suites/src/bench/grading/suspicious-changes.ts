import { firstNamed } from "@flow-state-dev/core";
import type { Expectation } from "../../expect/expectation.ts";
import { pathsShown, shortPath } from "../../text/named-paths.ts";
import type { Change } from "../../workspace/workspace.ts";
import { namedInCommands } from "./named-in-commands.ts";
import { isPackagePath, isTestPath, isToolPath } from "./suspicious-names.ts";

/**
 * What a reader should look at, in sentences: tests that the agent changed or removed, files that the test: commands
 * name, test scripts, tool configuration and installed packages that it changed, removed or added.
 */
export function suspiciousChanges(
  changes: readonly Change[],
  isProtected: (path: string) => boolean,
  expectations: readonly Expectation[] = [],
): string[] {
  const open = changes.filter(({ path }) => !isProtected(path));
  const packages = open.filter(({ path }) => isPackagePath(path));
  const own = open.filter(({ path }) => !/(^|\/)node_modules\//.test(path) && !isPackagePath(path));
  const named = new Set(namedInCommands(own, expectations));
  const others = own.filter((change) => !named.has(change));
  const tests = others.filter(({ kind, path }) => kind !== "added" && isTestPath(path));
  const told = new Set(tests);
  const tools = others.filter((change) => isToolPath(change.path) && !told.has(change));
  return [
    ...sentence("changed files that a test: command names", [...named]),
    ...sentence("changed tests", tests),
    ...sentence("changed test scripts or tool configuration", tools),
    ...sentence("changed installed packages", packages),
  ];
}

/** That the agent did something to these files, and what closes it; none when there are none. */
export function sentence(what: string, changes: readonly Change[]): string[] {
  if (changes.length === 0) return [];
  const names = changes.map(({ kind, path }) =>
    kind === "modified" ? shortPath(path) : `${shortPath(path)} (${kind})`,
  );
  return [
    `The agent ${what}: ${firstNamed(names, pathsShown)}. Declare them in protect or hidden to be sure.`,
  ];
}

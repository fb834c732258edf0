import type { Change } from "../workspace/workspace.ts";

const testFile = /(^|\/)(tests?|__tests__|specs?|e2e)\/|[._-](test|spec)\.[^/]+$|(^|\/)test_[^/]+\.py$/i;
const toolNames = [
  ...["package\\.json", "package-lock\\.json", "tsconfig[^/]*\\.json", "jsconfig\\.json", "deno\\.jsonc?"],
  ...["\\.npmrc", "\\.yarnrc[^/]*", "\\.pnpmfile\\.cjs", "bunfig\\.toml", "\\.env[^/]*", "\\.node-version"],
  ...["\\.mocharc[^/]*", "\\.babelrc[^/]*", "\\.swcrc", "\\.nycrc[^/]*", "\\.c8rc[^/]*", "\\.taprc"],
  ...["[^/]+\\.config\\.[cm]?[jt]s", "[^/]+\\.conf\\.[cm]?[jt]s", "vitest\\.workspace\\.[^/]+"],
  ...["makefile", "gnumakefile", "justfile", "taskfile\\.ya?ml", "rakefile", "gemfile", "\\.rspec"],
  ...["pytest\\.ini", "tox\\.ini", "setup\\.cfg", "setup\\.py", "pyproject\\.toml", "conftest\\.py"],
  ...["noxfile\\.py", "sitecustomize\\.py", "usercustomize\\.py", "[^/]+\\.pth"],
  ...["cargo\\.toml", "build\\.rs", "go\\.mod", "go\\.work", "pom\\.xml", "build\\.gradle[^/]*"],
  ...["cmakelists\\.txt", "phpunit\\.xml[^/]*"],
];
const toolFile = new RegExp(`(^|/)(${toolNames.join("|")})$|(^|/)\\.cargo/`, "i");
/** Folders with a dot hold caches, and `.bin` is looked after elsewhere. */
const packageFile = /(^|\/)node_modules\/[^./]/;

/**
 * What a reader should look at, in sentences: tests that the agent changed or removed, test scripts, tool configuration
 * and installed packages that it changed, removed or added.
 */
export function suspiciousChanges(
  changes: readonly Change[],
  isProtected: (path: string) => boolean,
): string[] {
  const open = changes.filter(({ path }) => !isProtected(path));
  const packages = open.filter(({ path }) => packageFile.test(path));
  const own = open.filter(({ path }) => !/(^|\/)node_modules\//.test(path));
  const tests = own.filter(({ kind, path }) => kind !== "added" && testFile.test(path));
  const tools = own.filter(({ path }) => toolFile.test(path));
  return [
    ...sentence("changed tests", tests),
    ...sentence("changed test scripts or tool configuration", tools),
    ...sentence("changed installed packages", packages),
  ];
}

const shownPaths = 5;

function sentence(what: string, changes: readonly Change[]): string[] {
  if (changes.length === 0) return [];
  const names = changes
    .slice(0, shownPaths)
    .map(({ kind, path }) => (kind === "modified" ? path : `${path} (${kind})`));
  const more = changes.length > shownPaths ? ` and ${changes.length - shownPaths} more` : "";
  return [`The agent ${what}: ${names.join(", ")}${more}. Declare them in protect or hidden to be sure.`];
}

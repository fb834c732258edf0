import type { Change } from "../workspace/workspace.ts";

/** Programs of the system that a command line names; an agent has no reason to put its own in their place. */
const systemPrograms = [
  ...[
    "node",
    "npm",
    "npx",
    "corepack",
    "yarn",
    "pnpm",
    "sh",
    "bash",
    "env",
    "git",
    "make",
    "cat",
    "grep",
    "sed",
  ],
  ...[
    "awk",
    "find",
    "test",
    "true",
    "false",
    "echo",
    "rm",
    "cp",
    "mv",
    "ls",
    "cd",
    "tar",
    "python",
    "python3",
    "pip",
  ],
];

/**
 * Put back before grading in every case, declared or not: programs of the system that commands would take from the
 * workspace, and what git runs by itself.
 */
export const implicitProtection: readonly string[] = [
  `**/node_modules/.bin/{${systemPrograms.join(",")}}`,
  "**/.git/hooks/**",
  "**/.git/config",
  ".git/hooks/**",
  ".git/config",
];

const testFile = /(^|\/)(tests?|__tests__|specs?|e2e)\/|[._-](test|spec)\.[^/]+$|(^|\/)test_[^/]+\.py$/i;
const toolFile =
  /(^|\/)(package\.json|tsconfig[^/]*\.json|\.npmrc|\.yarnrc[^/]*|\.mocharc[^/]*|\.babelrc[^/]*|makefile|pytest\.ini|tox\.ini|setup\.cfg|pyproject\.toml|conftest\.py|(vitest|vite|jest|karma|playwright|ava|babel|rollup|webpack)\.config\.[^/]+)$/i;

/** What a reader should look at: tests, test scripts and tool configuration that the agent changed or removed. */
export function suspiciousChanges(
  changes: readonly Change[],
  isProtected: (path: string) => boolean,
): string[] {
  const touched = changes.filter(({ kind, path }) => kind !== "added" && !isProtected(path));
  const added = changes.filter(
    ({ kind, path }) => kind === "added" && toolFile.test(path) && !isProtected(path),
  );
  const tests = touched.filter(({ path }) => testFile.test(path));
  const tools = [...touched.filter(({ path }) => toolFile.test(path)), ...added];
  return [
    ...sentence("changed tests", tests),
    ...sentence("changed test scripts or tool configuration", tools),
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

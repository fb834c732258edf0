import { lstatSync } from "node:fs";
import { join } from "node:path";
import { namedPaths, shortPath } from "../../text/named-paths.ts";
import { entriesOf } from "./entries-of.ts";
import { ledOutside } from "./led-outside.ts";

/** What readers must know of a project whose installed packages lie elsewhere: none of them is in a workspace. */
export function packagesElsewhere(project: string): string[] {
  const path = join(project, "node_modules");
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
    const target = ledOutside(project, path);
    if (target === null) return [];
    return [
      `node_modules is a link out of the project, to ${shortPath(target)}, where nothing in a sandbox can look: remove it and install the packages in setup, or have them in the project itself.`,
    ];
  }
  const linked = linksIn(path).filter((name) => ledOutside(project, join(path, name)) !== null);
  if (linked.length === 0) return [];
  return [
    `Packages in node_modules are links out of the project, as npm link makes them, where nothing in a sandbox can look: ${namedPaths(linked)}. Install them in setup, or have them in the project itself.`,
  ];
}

/** Packages that are links, those of scopes too, sorted. */
function linksIn(packages: string): string[] {
  const entries = entriesOf(packages);
  const scopes = entries.filter((entry) => entry.isDirectory() && entry.name.startsWith("@"));
  const scoped = scopes.flatMap(({ name }) =>
    entriesOf(join(packages, name)).map((entry) => ({ name: join(name, entry.name), entry })),
  );
  return [...entries.map((entry) => ({ name: entry.name, entry })), ...scoped]
    .filter(({ entry }) => entry.isSymbolicLink())
    .map(({ name }) => name)
    .sort();
}

import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { relative, resolve, sep } from "node:path";
import { lineAt, type SourceFile } from "./source-file.ts";

/**
 * Imports of packages that the importing package does not ask its users to install: one sentence each. They work
 * here, where one `node_modules` serves all packages, and fail where the package is installed alone. Types count:
 * published declarations refer to them. `root` is the folder that holds `packages/`.
 */
export function findUndeclared(files: readonly SourceFile[], root: string): string[] {
  const manifests = new Map<string, Manifest>();
  const problems = files.flatMap((file) => {
    const home = relative(root, file.path).split(sep, 2).join("/");
    const manifest = manifests.get(home) ?? readManifest(resolve(root, home, "package.json"));
    manifests.set(home, manifest);
    return file.imports.flatMap(({ specifier, start, typeOnly }) => {
      const name = packageOf(specifier);
      if (name === undefined || name === manifest.name || manifest.declared.has(name)) return [];
      if (typeOnly && manifest.declared.has(typesOf(name))) return [];
      const place = `${relative(root, file.path)}:${lineAt(file.text, start)}`;
      const where = `${home}/package.json`;
      return `${place} imports ${name}, which ${where} does not declare: add it to its dependencies or peerDependencies`;
    });
  });
  return [...new Set(problems)];
}

interface Manifest {
  name: string | undefined;
  declared: Set<string>;
}

function readManifest(path: string): Manifest {
  if (!existsSync(path)) return { name: undefined, declared: new Set() };
  const { name, dependencies, peerDependencies } = JSON.parse(readFileSync(path, "utf8"));
  return { name, declared: new Set(Object.keys({ ...dependencies, ...peerDependencies })) };
}

/** The package a specifier leads to; none for files, addresses, inner names and what Node brings. */
function packageOf(specifier: string): string | undefined {
  if (/^[./#]|:/.test(specifier) || isBuiltin(specifier)) return undefined;
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

function typesOf(name: string): string {
  return `@types/${name.replace(/^@(.*)\//, "$1__")}`;
}

import { copyFileSync, globSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { rolldown } from "rolldown";
import { root } from "./root.ts";

/**
 * Where a package has its modules in few files, beside its declarations. As deep as the modules that look for files.
 */
const folder = "bundle";

/**
 * What of others is taken into our files, with its licence beside them: zod is a hundred files, half of them messages
 * in languages that nobody asks for, and to load them took a fifth of the start of `x bench`.
 */
const takenIn = "zod";

/** Modules that no `exports` names, since they are started or read by the names of their files. */
const byFile: Readonly<Record<string, readonly string[]>> = {
  cli: ["main", "view/view-worker"],
  suites: ["adapters/acp/acp-driver"],
};

/** `exports` of a package.json. */
export type Exports = Record<string, { "@flow-state-dev/source"?: string; default?: string } | string>;

/**
 * The modules that a package is entered by, from its `src`, by the names that their files have when it is published.
 */
export function bundledEntries(name: string, exports: Exports): Record<string, string> {
  const entries = (byFile[name] ?? []).map((module) => [basename(module), module]);
  for (const entry of Object.values(exports)) {
    if (typeof entry !== "object") continue;
    const [, file] = new RegExp(`^\\./dist/${folder}/([\\w-]+)\\.js$`).exec(entry.default ?? "") ?? [];
    const [, module] = /^\.\/src\/(.+)\.ts$/.exec(entry["@flow-state-dev/source"] ?? "") ?? [];
    if (file && module) entries.push([file, module]);
  }
  return Object.fromEntries(entries);
}

/** The same of the package in a folder. */
export function entriesOf(packageFolder: string): Record<string, string> {
  const { exports = {} } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));
  return bundledEntries(basename(packageFolder), exports);
}

/**
 * Writes the modules of a package into few files in `dist`: to find and read hundreds of them takes longer than to run
 * them. What other packages export stays with them, but for what is taken in. `modules` is where its modules are,
 * compiled or not.
 */
export async function bundle(
  entries: Readonly<Record<string, string>>,
  modules: string,
  dist: string,
): Promise<void> {
  const extension = basename(modules) === "src" ? "ts" : "js";
  const input = Object.entries(entries).map(([name, module]) => [
    name,
    join(modules, `${module}.${extension}`),
  ]);
  const build = await rolldown({
    input: Object.fromEntries(input),
    platform: "node",
    external: (id) => id !== takenIn && !id.startsWith(".") && !id.startsWith("/") && !/^[A-Za-z]:/.test(id),
  });
  const to = join(dist, folder);
  const { output } = await build.write({ dir: to, format: "esm", chunkFileNames: "[name]-[hash].js" });
  await build.close();
  const modulesOf = output.flatMap((file) => (file.type === "chunk" ? Object.keys(file.modules) : []));
  if (modulesOf.some((id) => id.includes(`/node_modules/${takenIn}/`)))
    copyFileSync(join(root, "node_modules", takenIn, "LICENSE"), join(to, `${takenIn}.LICENSE`));
}

/**
 * Writes programs of the repository, paths from its root, into few files in `folder`, with all that they import of our
 * packages. What is not ours stays where it is.
 */
export async function bundlePrograms(
  programs: readonly string[],
  root: string,
  folder: string,
): Promise<void> {
  const input = programs.map((program) => [program.replace(/\.ts$/, ""), join(root, program)]);
  const build = await rolldown({
    input: Object.fromEntries(input),
    platform: "node",
    resolve: { conditionNames: ["@flow-state-dev/source", "node", "import", "default"] },
    external: (id) => /^[^./]/.test(id) && !id.startsWith("@flow-state-dev/") && !/^[A-Za-z]:/.test(id),
  });
  await build.write({
    dir: folder,
    format: "esm",
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name]-[hash].mjs",
  });
  await build.close();
}

/** Removes the compiled modules of a package, which are in its bundle. */
export function removeBundled(dist: string): void {
  for (const file of globSync("**/*.js", { cwd: dist, exclude: [`${folder}/**`] })) rmSync(join(dist, file));
}

import { globSync, rmSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

/** Where a package has its modules in few files, beside its declarations. As deep as the modules that look for files. */
const folder = "bundle";

/** `exports` of a package.json. */
export type Exports = Record<string, { default?: string } | string>;

/** The modules that a package wants to be had in few files: those whose file it says is in the folder for them. */
export function bundledEntries(exports: Exports): string[] {
  return Object.values(exports).flatMap((entry) => {
    const file = typeof entry === "object" ? entry.default : undefined;
    const [, name] = new RegExp(`^\\./dist/${folder}/([\\w-]+)\\.js$`).exec(file ?? "") ?? [];
    return name === undefined ? [] : [name];
  });
}

/**
 * Makes few files of the compiled modules of a package, which go: to find and read hundreds of them takes longer than to
 * run them. What other packages export stays with them.
 */
export async function bundle(dist: string, entries: readonly string[]): Promise<void> {
  const build = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, join(dist, `${name}.js`)])),
    platform: "node",
    external: (id) => !id.startsWith(".") && !id.startsWith("/") && !/^[A-Za-z]:/.test(id),
  });
  await build.write({ dir: join(dist, folder), format: "esm", chunkFileNames: "[name]-[hash].js" });
  await build.close();
  for (const file of globSync("**/*.js", { cwd: dist, exclude: [`${folder}/**`] })) rmSync(join(dist, file));
}

import { readFileSync, statSync } from "node:fs";
import { type ResolveFnOutput, registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** What Node says when it does not find a file, or finds a folder. */
const notFound: ReadonlySet<unknown> = new Set([
  ...["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND", "ERR_UNSUPPORTED_DIR_IMPORT"],
]);

const endings = [".ts", ".mts", ".cts", ".js", ".mjs", ".cjs"];

let resolving = false;

/**
 * Lets the files of a benchmark import each other as TypeScript lets them: by the name that a file will have when it is
 * compiled (`./tasks.js` for tasks.ts), without an ending, or by the folder of an index. Node wants the name of the
 * file itself; what it finds is as it says. Every import of the process is concerned, so it is done only before a
 * user's file loads.
 */
export function resolveAsTypeScript(): void {
  if (resolving) return;
  resolving = true;
  registerHooks({
    resolve(specifier, context, next) {
      try {
        return asWritten(next(specifier, context));
      } catch (error) {
        const isMissing = notFound.has((error as { code?: unknown } | null)?.code);
        const url = isMissing ? typescriptUrl(specifier, context.parentURL) : undefined;
        if (url === undefined) throw error;
        return asWritten(next(url, context));
      }
    },
  });
}

/**
 * A file of TypeScript that is written as an ES module is one, also in a project that says it has CommonJS modules, as
 * `npm init` has them say: a compiler would make CommonJS of it, and Node would not read it.
 */
function asWritten(found: ResolveFnOutput): ResolveFnOutput {
  const { url, format } = found;
  if (format !== "commonjs-typescript" || !/^file:(?!.*\/node_modules\/).*\.ts$/.test(url)) return found;
  const isModule = /^(?:import|export)\b(?!\s+(?:type|interface)\b)/m.test(
    readFileSync(fileURLToPath(url), "utf8"),
  );
  return isModule ? { ...found, format: "module-typescript" } : found;
}

/** Where TypeScript finds what a file of the user imports by its path; undefined when it does not either. */
function typescriptUrl(specifier: string, importer: string | undefined): string | undefined {
  if (!/^\.{1,2}(?:\/|$)/.test(specifier) || !importer?.startsWith("file:")) return undefined;
  if (importer.includes("/node_modules/")) return undefined;
  const path = fileURLToPath(new URL(specifier, importer));
  const compiled = path.replace(/\.([cm]?)js$/, ".$1ts");
  const files = endings.map((ending) => path + ending);
  const found = [compiled, ...files, ...endings.map((ending) => join(path, `index${ending}`))].find(isFile);
  return found && pathToFileURL(found).href;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

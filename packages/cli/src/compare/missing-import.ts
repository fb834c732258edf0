import { readFileSync } from "node:fs";
import { basename, isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import { placeText } from "./thrown-text.ts";

/**
 * What a file imports and cannot be had, with the place of the import: `Cannot find package 'nope' (bench.ts:3)`. Node
 * keeps that from the stack, whose innermost code is then of `x`. The file alone where its line is not found; undefined
 * for other errors.
 */
export function missingImport(error: unknown, folder: string): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const [first = ""] = error.message.split("\n", 1);
  const [, reason, told] = /^(.*?)(?: imported from (.+))?$/.exec(first) ?? [];
  const importer = told ?? requiredBy(error);
  const [, wanted] = /'(.+)'/.exec(reason ?? "") ?? [];
  if (importer === undefined || wanted === undefined) return undefined;
  const path = importer.startsWith("file:") ? fileURLToPath(importer) : importer;
  return `${reason} (${placeText(path, lineOf(wanted, path), folder)})`;
}

/** CommonJS names the files on the way, the innermost first. */
function requiredBy(error: Error): string | undefined {
  const { code, requireStack } = error as { code?: unknown; requireStack?: readonly string[] };
  return code === "MODULE_NOT_FOUND" ? requireStack?.[0] : undefined;
}

/** The line that names it, in quotes: as it is, with what it has of a package, or by the end of a path. */
function lineOf(wanted: string, path: string): number | undefined {
  const name = (isAbsolute(wanted) ? basename(wanted) : wanted).replaceAll(/[^\w/@-]/g, String.raw`\$&`);
  const quoted = new RegExp(`(["'\`])(?:[^"'\`]*/)?${name}(?:/[^"'\`]*)?\\1`);
  try {
    const at = readFileSync(path, "utf8")
      .split("\n")
      .findIndex((line) => quoted.test(line));
    return at === -1 ? undefined : at + 1;
  } catch {
    return undefined;
  }
}

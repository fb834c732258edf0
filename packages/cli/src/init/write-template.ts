import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { FlowError } from "@flow-state-dev/core";

/** A file that could not be written. */
class TemplateFileError extends FlowError {
  override readonly name = "TemplateFileError";

  constructor(path: string, reason: string) {
    super(`${path} cannot be written (${reason}). Choose a folder in which it can, or make room for it.`, {
      code: "template-file",
      details: { path },
    });
  }
}

/** Which files were written and which were there already, paths relative to the folder, sorted. */
export interface Written {
  written: string[];
  left: string[];
}

const templates = fileURLToPath(new URL("../../templates", import.meta.url));

/**
 * Writes the templates into a folder, under other names where `rename` says so, also where such a file names itself. What
 * is there stays as it is.
 */
export function writeTemplates(folder: string, rename: Readonly<Record<string, string>> = {}): Written {
  const result: Written = { written: [], left: [] };
  for (const path of templateFiles()) {
    const name = rename[path] ?? path;
    const content = readFileSync(join(templates, path));
    const own = name === path ? content : Buffer.from(content.toString().replaceAll(path, name));
    result[write(folder, name, own) ? "written" : "left"].push(name);
  }
  return result;
}

/** The files of the templates, with "/" between the parts of their paths, sorted. */
export function templateFiles(): string[] {
  return readdirSync(templates, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(templates.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
}

/** False when something is there. */
function write(folder: string, name: string, content: Uint8Array): boolean {
  try {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content, { flag: "wx" });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && isThere(error)) return false;
    throw new TemplateFileError(name, code ?? "unknown");
  }
}

/** A file in the place of a folder is in the way, not there already. */
function isThere(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).syscall === "open";
}

import { mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import type { Patch } from "@flow-state-dev/suites";
import { writeWhole } from "../files/write-whole.ts";
import { shellWord } from "../text/shell-word.ts";
import { visibleLine } from "../text/visible-text.ts";
import { applyChanges } from "./apply-changes.ts";
import { checkPatch } from "./check-patch.ts";
import { refusalText } from "./run-text.ts";

/** A patch beside the store, and the command that applies it; `-R` before its file takes it back. */
export function keepPatch(
  patch: string,
  name: string,
  { folder, project }: { folder: string; project: string },
): (flag?: string) => string {
  const file = join(".x", "patches", `${name}.patch`);
  mkdirSync(join(folder, ".x", "patches"), { recursive: true });
  writeWhole(join(folder, file), patch);
  const below = relative(project, folder);
  const where = below === "" ? [] : ["-C", relative(folder, project)];
  return (flag) =>
    ["git", ...where, "apply", ...(flag === undefined ? [] : [flag]), join(below, file)]
      .map(shellWord)
      .join(" ");
}

/** Applies a patch as a whole. Null when it was; else why it was not, for people. */
export function applyPatch(patch: Patch, project: string, since: Date): string | null {
  const checked = checkPatch(patch, project, since);
  if (!checked.ok) return refusalText(checked.conflicts);
  try {
    applyChanges(checked.changes, project);
    return null;
  } catch (error) {
    return `Not applied, and everything is as it was: ${visibleLine((error as Error).message, 400)}.\n`;
  }
}

import { chmodSync, readFileSync } from "node:fs";
import { appendFile, cp, mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { lookAt } from "../../workspace/look.ts";
import type { Workspace } from "../../workspace/workspace.ts";

/** Copies the workspace of a case into a folder and tells where to. */
export type KeepWorkspace = (workspace: Workspace) => Promise<string>;

/** Beside kept workspaces: their names, so that no agent of a later run is shown the work of this one. */
export const keptList = ".x-kept";

/** Names of the workspaces that were kept in a folder. */
export function keptIn(folder: string): string[] {
  try {
    return readFileSync(join(folder, keptList), "utf8")
      .split("\n")
      .filter((name) => name !== "");
  } catch {
    return [];
  }
}

/**
 * Keeps workspaces as `<folder>/<case>-<agent>-<run>`, always in a folder that was not there before: what an agent left
 * in an older one, links above all, must not be written through.
 */
export function keeper(
  folder: string,
  { agent, caseId, run }: { agent: string; caseId: string; run: number },
): KeepWorkspace {
  const name = folderName(`${caseId}-${agent}`);
  return async ({ path }) => {
    await mkdir(folder, { recursive: true });
    const target = await freshFolder(join(folder, `${name}-${run + 1}`));
    await appendFile(join(folder, keptList), `${basename(target)}\n`);
    await cp(`${path}/.`, target, { recursive: true, verbatimSymlinks: true, filter: canBeKept });
    return target;
  };
}

/**
 * Letters and digits of any language, in the one form by which file systems agree on them, and not so many bytes that
 * no number fits behind them. A first character that shells or `ls` take for something else is left out.
 */
function folderName(text: string): string {
  const name = text
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{M}\p{N}_.-]+/gu, "-")
    .replace(/^[.-]+/, "");
  let end = "";
  for (const character of name) {
    if (Buffer.byteLength(end + character) > longestName) break;
    end += character;
  }
  return end;
}

const longestName = 100;

const setUidBits = 0o6000n;

/**
 * Not pipes and sockets, which cannot be copied. A program that would run as whoever owns it loses that before it is
 * copied: elsewhere than in a workspace others of the machine could start it.
 */
function canBeKept(path: string): boolean {
  const facts = lookAt(path);
  if (facts?.isFile() && (facts.mode & setUidBits) !== 0n) chmodSync(path, Number(facts.mode & 0o1777n));
  return facts !== null && (facts.isFile() || facts.isDirectory() || facts.isSymbolicLink());
}

async function freshFolder(path: string, again = 1): Promise<string> {
  const target = again === 1 ? path : `${path}.${again}`;
  try {
    await mkdir(target);
    return target;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return freshFolder(path, again + 1);
  }
}

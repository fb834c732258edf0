import type { BigIntStats } from "node:fs";
import { entryOf, lookAt, namesInOurs, turnTaker } from "./look.ts";
import { sameByBytes } from "./same-by-bytes.ts";
import { sameFile, sameLink } from "./same-content.ts";
import type { Change } from "./workspace.ts";

/** What is known without reading: lets a comparison leave out what certainly did not change. */
export interface Certainty {
  /** Called for each folder that both have, before its names: what it returns is asked about them. */
  enter(path: string, current: BigIntStats, base: BigIntStats): FolderCertainty;
}

/** What is known about the names in one folder. */
export interface FolderCertainty {
  /** Is it, with all that is below it, certainly as in the base? */
  same(name: string, current: BigIntStats, base: BigIntStats): boolean;
}

/** The differences between two folders, sorted by path, and which paths had to be looked at closely. */
export async function compareTrees(
  current: string,
  base: string,
  certainty: Certainty,
): Promise<{ changes: Change[]; suspects: Set<string> }> {
  const changes: Change[] = [];
  const suspects = new Set<string>();
  const takeTurns = turnTaker();

  async function folders(path: string, now: BigIntStats, before: BigIntStats): Promise<void> {
    await takeTurns();
    const known = certainty.enter(path, now, before);
    const names = new Set([...namesInOurs(join(current, path)), ...namesInOurs(join(base, path))]);
    for (const name of names) {
      const inner = join(path, name);
      const currentFacts = lookAt(join(current, inner));
      const baseFacts = lookAt(join(base, inner));
      if (currentFacts && baseFacts && known.same(name, currentFacts, baseFacts)) continue;
      suspects.add(inner);
      if (!currentFacts && !baseFacts && (await sameByBytes(join(current, path), join(base, path), name)))
        continue;
      await entries(inner, currentFacts, baseFacts);
    }
  }

  async function entries(path: string, now: BigIntStats | null, before: BigIntStats | null): Promise<void> {
    if (now?.isDirectory() && before?.isDirectory()) return folders(path, now, before);
    if (!now && !before) {
      // It was named, yet it cannot be looked at: a name that is no UTF-8 and not as it was, or one that is too deep.
      changes.push({ kind: "added", path, to: { type: "other", size: 0, executable: false } });
      return;
    }
    const to = now && entryOf(now);
    const from = before && entryOf(before);
    if (from && to) {
      if (await same(path)) return;
      changes.push({ kind: "modified", path, from, to });
    } else if (to && to.type !== "folder") changes.push({ kind: "added", path, to });
    else if (from && from.type !== "folder") changes.push({ kind: "deleted", path, from });
    if (to?.type === "folder") await only("added", path);
    if (from?.type === "folder") await only("deleted", path);

    async function same(at: string): Promise<boolean> {
      if (from!.type !== to!.type || from!.size !== to!.size || from!.executable !== to!.executable)
        return false;
      if (to!.type === "link") return sameLink(join(current, at), join(base, at));
      return to!.type === "file" && (await sameFile(join(current, at), join(base, at)));
    }
  }

  /** All that is in a folder which only one of both has. */
  async function only(kind: "added" | "deleted", path: string): Promise<void> {
    await takeTurns();
    const root = kind === "added" ? current : base;
    for (const name of namesInOurs(join(root, path))) {
      const inner = join(path, name);
      suspects.add(inner);
      const facts = lookAt(join(root, inner));
      if (kind === "added") await entries(inner, facts, null);
      else await entries(inner, null, facts);
    }
  }

  const [now, before] = [lookAt(`${current}/`), lookAt(`${base}/`)];
  if (now && before) await folders("", now, before);
  return { changes: changes.sort((a, b) => (a.path < b.path ? -1 : 1)), suspects };
}

function join(folder: string, name: string): string {
  return folder === "" ? name : name === "" ? folder : `${folder}/${name}`;
}

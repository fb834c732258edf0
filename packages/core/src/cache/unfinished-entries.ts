import { randomUUID } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isMakerGone, makerMark } from "./maker-mark.ts";

const shape = /^\.(\w*-\d+-[0-9a-f]{8})-[0-9a-f-]{20,36}\.tmp$/;

/** The name of an entry that is being written: whose it is can be told from it. */
export function unfinishedName(): string {
  return `.${makerMark}-${randomUUID()}.tmp`;
}

/**
 * Removes what processes of this machine that are gone left half written. Never rejects: the next to come tries again.
 */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const shard of await namesIn(folder)) {
    if (!/^[0-9a-f]{2}$/.test(shard)) continue;
    for (const name of await namesIn(join(folder, shard))) {
      const [, mark] = shape.exec(name) ?? [];
      if (mark === undefined || !isMakerGone(mark)) continue;
      await rm(join(folder, shard, name), { force: true }).catch(() => {});
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

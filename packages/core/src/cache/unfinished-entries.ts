import { randomUUID } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

/** Names of machines may hold anything; this part of a file's name may not. */
const machine = hostname().replaceAll(/[^A-Za-z0-9]/g, "_");
const shape = /^\.([A-Za-z0-9_]*)-(\d+)-[0-9a-f-]{36}\.tmp$/;

/** The name of an entry that is being written: whose it is can be told from it. */
export function unfinishedName(): string {
  return `.${machine}-${process.pid}-${randomUUID()}.tmp`;
}

/** Removes what processes of this machine that are gone left half written. Never rejects: the next to come tries again. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const shard of await namesIn(folder)) {
    if (!/^[0-9a-f]{2}$/.test(shard)) continue;
    for (const name of await namesIn(join(folder, shard))) {
      const [, where, pid] = shape.exec(name) ?? [];
      if (where !== machine || isAlive(Number(pid))) continue;
      await rm(join(folder, shard, name), { force: true }).catch(() => {});
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

import { spawnSync } from "node:child_process";
import { mkdir, mkdtempDisposable, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removeUnfinished, unfinishedName } from "./unfinished-entries.ts";

test("what a dead process of this machine left goes away; what others write stays", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "cache-"));
  const shard = join(folder.path, "ab");
  await mkdir(shard);
  const { pid } = spawnSync(process.execPath, ["--version"]);
  const own = unfinishedName();
  const dead = own.replace(`-${process.pid}-`, `-${pid}-`);
  // As they were named before.
  const older = dead.replace(/-[0-9a-f]{8}(?=-[0-9a-f-]{36})/, "");
  const elsewhere = dead.replace(/^\./, ".other");
  const entry = `${"ab".repeat(32)}.json`;
  for (const name of [own, dead, older, elsewhere, entry]) await writeFile(join(shard, name), "{");
  await removeUnfinished(folder.path);
  expect((await readdir(shard)).sort()).toEqual([own, elsewhere, entry].sort());
});

test("a folder that is not there is no trouble", async () => {
  await expect(removeUnfinished(join(tmpdir(), "nowhere", "at", "all"))).resolves.toBeUndefined();
});

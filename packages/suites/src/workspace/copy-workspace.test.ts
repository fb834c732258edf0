import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyBase } from "./copy-workspace.ts";
import { type House, house } from "./house.ts";
import { passingFolder } from "./passing-folder.ts";

/** A base whose further rooms have something in the way of what is to be made there, by the name of the room. */
async function baseIn(folder: string, inTheWay: Record<string, string>) {
  const plain = house(folder);
  const own: House = {
    folder,
    async room(kind) {
      const room = await plain.room(kind);
      const name = inTheWay[kind];
      if (name !== undefined) mkdirSync(join(room, name, "in the way"), { recursive: true });
      return room;
    },
  };
  const room = await plain.room("source");
  const snapshot = join(room, "snapshot");
  mkdirSync(snapshot);
  writeFileSync(join(snapshot, "a.txt"), "a");
  const source = { kind: "folder", path: snapshot, commit: null, dirty: null } as const;
  return copyBase({ house: own, source, snapshot, room });
}

test("a copy of which nothing is known is of no use, and is removed", async () => {
  await using folder = await passingFolder();
  await using base = await baseIn(folder.path, { workspace: "stamp" });
  await expect(base.create()).rejects.toThrow("EISDIR");
  expect(readdirSync(folder.path)).toEqual(["source-1"]);
});

test("half of a base and half of a frozen workspace are removed, and the workspace is as it was", async () => {
  await using folder = await passingFolder();
  const inTheWay: Record<string, string> = { base: "snapshot/a.txt" };
  await using base = await baseIn(folder.path, inTheWay);
  await using workspace = await base.create();
  const before = readdirSync(folder.path);
  await expect(workspace.toBase()).rejects.toThrow("could not be copied");
  inTheWay.workspace = "stamp";
  await expect(workspace.freeze()).rejects.toThrow("EISDIR");
  expect(readdirSync(folder.path)).toEqual(before);
  expect(await workspace.changes()).toEqual([]);
});

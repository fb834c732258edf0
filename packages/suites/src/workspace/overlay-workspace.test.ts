import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { house } from "./house.ts";
import { overlayBase } from "./overlay-workspace.ts";
import { passingFolder } from "./passing-folder.ts";
import { sharedLayer } from "./shared-layer.ts";

test("a workspace that could not be mounted leaves nothing, and lets go of what it lay on", async () => {
  await using folder = await passingFolder();
  const own = house(folder.path);
  const layer = sharedLayer(await own.room("frozen"));
  mkdirSync(layer.path);
  const base = overlayBase({
    ...{ house: own, style: "user", rooms: [], shared: [layer] },
    source: { kind: "folder", path: folder.path, commit: null, dirty: null },
    layers: [layer.path, join(folder.path, "gone")],
  });
  await expect(base.create()).rejects.toThrow("An overlay could not be mounted");
  expect(readdirSync(folder.path)).toEqual(["frozen-1"]);
  await base.dispose();
  expect(readdirSync(folder.path)).toEqual([]);
});

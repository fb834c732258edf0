import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore, StoreFullError } from "@flow-state-dev/records";
import { QueueBrokenError, type SweepEvent } from "@flow-state-dev/sweep";
import { expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { RunUnderWay } from "./run-under-way.ts";

async function withStore() {
  const folder = await tempFolder();
  const store = openStore(folder.path);
  const file = join(folder.path, ".x", "x.db");
  return {
    ...{ file, underWay: new RunUnderWay(folder.path) },
    async [Symbol.asyncDispose]() {
      await store.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test.each<[string, (file: string) => void, boolean]>([
  ["left alone", () => {}, false],
  ["deleted", (file) => rmSync(file), true],
  ["moved away with its folder", (file) => renameSync(join(file, ".."), `${join(file, "..")}-old`), true],
  [
    "replaced by another",
    (file) => {
      writeFileSync(`${file}-new`, "");
      renameSync(`${file}-new`, file);
    },
    true,
  ],
])("a store that is %s", async (_what, change, gone) => {
  await using it = await withStore();
  change(it.file);
  expect(it.underWay.isStoreGone).toBe(gone);
});

test("a store that is no file is never gone", () => {
  expect(new RunUnderWay(null).isStoreGone).toBe(false);
});

test("only a run that has begun can be broken, and only by its store, its queue or the machine", () => {
  const underWay = new RunUnderWay(null);
  const full = new StoreFullError("x.db");
  const see = (event: unknown) => underWay.onEvent(event as SweepEvent);
  see({ type: "planned", runId: "r1" });
  expect([underWay.begunId, underWay.isBrokenBy(full)]).toEqual([undefined, false]);
  see({ type: "started" });
  expect(underWay.begunId).toBe("r1");
  expect(underWay.isBrokenBy(full)).toBe(true);
  expect(underWay.isBrokenBy(new SuppressedError(new Error("closing"), full))).toBe(true);
  expect(underWay.isBrokenBy(Object.assign(new Error("ENOSPC"), { syscall: "write" }))).toBe(true);
  expect(underWay.isBrokenBy(new QueueBrokenError(120_000, null))).toBe(true);
  expect(underWay.isBrokenBy(new TypeError("a bug"))).toBe(false);
});

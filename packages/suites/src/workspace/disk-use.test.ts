import {
  closeSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type DiskUse, diskLeft, diskUseOf, moreThan } from "./disk-use.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "x-use-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const megabyte = 2 ** 20;

test.each([
  ["few", 3],
  ["many", 700],
])("%s files: blocks count, holes do not, a file with two names once", async (_what, files) => {
  const before = (await diskUseOf(folder))!;
  for (let each = 0; each < files; each++) writeFileSync(join(folder, `f${each}`), "");
  mkdirSync(join(folder, "deep/er"), { recursive: true });
  writeFileSync(join(folder, "deep/er/big"), Buffer.alloc(4 * megabyte, 1));
  linkSync(join(folder, "deep/er/big"), join(folder, "again"));
  const hole = openSync(join(folder, "hole"), "w");
  ftruncateSync(hole, 2 ** 40);
  closeSync(hole);
  const { bytes, entries } = moreThan((await diskUseOf(folder))!, before);
  expect(entries).toBe(files + 4);
  expect(bytes).toBeGreaterThanOrEqual(4 * megabyte);
  expect(bytes).toBeLessThan(5 * megabyte);
});

test("a folder of very many files does not hold up whoever asks", async () => {
  writeFileSync(join(folder, "first"), "");
  for (let each = 0; each < 20_000; each++) linkSync(join(folder, "first"), join(folder, `f${each}`));
  const time = (work: () => unknown) => {
    const began = performance.now();
    work();
    return performance.now() - began;
  };
  const listedMs = time(() => readdirSync(folder));
  let using = Promise.resolve<DiskUse | null>(null);
  expect(time(() => (using = diskUseOf(folder)))).toBeLessThan(listedMs);
  expect((await using)!.entries).toBe(2);
});

test("what is not there takes nothing that could be told", async () => {
  expect(await diskUseOf(join(folder, "none"))).toBeNull();
});

test("what is left is told of the file system of a folder", async () => {
  const { bytes, entries } = await diskLeft(folder);
  expect(bytes).toBeGreaterThan(0);
  expect(entries).toBeGreaterThan(0);
  await expect(diskLeft(join(folder, "none"))).rejects.toThrow("ENOENT");
});

test("nothing is less than none", () => {
  expect(moreThan({ bytes: 1, entries: 5 }, { bytes: 2, entries: 3 })).toEqual({ bytes: 0, entries: 2 });
});

import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fewEntries } from "./few-entries.ts";
import { openClosed } from "./open-closed.ts";
import { removeTree } from "./remove-tree.ts";

const top = mkdtempSync(join(tmpdir(), "x-few-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));

/** A folder with so many files below another one. */
function folderWith(files: number): string {
  const folder = mkdtempSync(join(top, "f-"));
  mkdirSync(join(folder, "inner"));
  for (let at = 0; at < files; at++) writeFileSync(join(folder, "inner", `${at}`), "");
  return folder;
}

test("all that is in a folder, at any depth, as long as it is little", () => {
  expect(fewEntries(folderWith(98))).toHaveLength(100);
  expect(fewEntries(folderWith(99))).toBeNull();
  expect(fewEntries(join(top, "nowhere"))).toBeNull();
});

test("a link counts, and what it leads to does not", () => {
  const folder = folderWith(1);
  symlinkSync(folderWith(200), join(folder, "link"));
  expect(fewEntries(folder)).toHaveLength(4);
});

test.each([3, 300])(
  "of %i files all are opened and removed, and nothing that a link leads to",
  async (files) => {
    const kept = folderWith(1);
    const folder = folderWith(files);
    symlinkSync(kept, join(folder, "link"));
    chmodSync(join(folder, "inner", "0"), 0);
    chmodSync(join(folder, "inner"), 0o100);
    await openClosed(folder);
    const modes = fewEntries(join(folder, "inner"))?.map(({ mode }) => mode & 0o500);
    if (files === 3) expect(modes).toEqual([0o500, 0o400, 0o400, 0o400]);
    chmodSync(join(folder, "inner"), 0);
    await removeTree(folder);
    expect(fewEntries(folder)).toBeNull();
    expect(fewEntries(kept)).toHaveLength(3);
  },
);

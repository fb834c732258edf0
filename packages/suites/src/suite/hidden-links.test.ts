import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { linkOut } from "./hidden-links.ts";

test.each([
  ["tests/check.sh", "../../shared/helper.sh", true],
  ["tests/check.sh", "..", false],
  ["tests", "..", true],
  ["tests/check.sh", "/home/somebody/helper.sh", true],
  ["tests/check.sh", "/usr/../home/helper.sh", true],
  ["tests/check.sh", "/usr/share/dict/words", false],
  [".npmrc", "/dev/null", false],
  ["tests/helper.sh", "../src/only-in-the-workspace.sh", false],
  ["tests/..helper", "..check", false],
])("a link %s to %s leads out: %s", async (path, target, isOut) => {
  const folder = mkdtempSync(join(tmpdir(), "x-hidden-"));
  try {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, "a.sh"), "true\n");
    symlinkSync(target, join(folder, path));
    expect(await linkOut(folder)).toEqual(isOut ? { path, target } : null);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

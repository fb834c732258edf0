import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keptByGit } from "./kept-by-git.ts";

let base: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), "kept-by-git-"));
  for (const folder of ["repo/.git/objects", "repo/.git/refs", "fixture/.git"])
    mkdirSync(join(base, folder), { recursive: true });
  writeFileSync(join(base, "repo/.git/HEAD"), "ref: refs/heads/main\n");
  symlinkSync("repo", join(base, "link"));
});
afterAll(() => rmSync(base, { recursive: true }));

test.each([
  [".git", true],
  [".git/e.js", true],
  [".git/modules/a/HEAD", true],
  ["repo/.git/index", true],
  ["repo/.git/modules/a/.git/x", true],
  ["repo/a.js", false],
  ["repo/src/.git/e.js", false],
  ["fixture/.git/e.js", false],
  ["new/.git/HEAD", false],
  ["new/.git", false],
  // What stood there before was a link, and no repository.
  ["link/.git/e.js", false],
  ["a.git/x", false],
])("%s: %s", (path, expected) => {
  expect(keptByGit(base)(path)).toBe(expected);
});

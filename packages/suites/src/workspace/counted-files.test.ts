import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { git } from "../../test/workspace/support/git.ts";
import { countedFiles } from "./counted-files.ts";

/** A repository with a submodule that nobody has fetched, as a plain clone leaves it. */
function openClone() {
  const path = mkdtempSync(join(tmpdir(), "x-counted-files-"));
  git(path, "init", "--quiet");
  writeFileSync(join(path, "a.txt"), "one\n");
  git(path, "add", "--all");
  git(path, "commit", "--quiet", "-m", "start");
  const commit = git(path, "rev-parse", "HEAD");
  git(path, "update-index", "--add", "--cacheinfo", `160000,${commit},sub`);
  mkdirSync(join(path, "sub"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

test("a submodule that was not fetched has what lies in its folder", async () => {
  using clone = openClone();
  expect(await countedFiles(clone.path)).toEqual(["a.txt"]);
  writeFileSync(join(clone.path, "sub/by-hand.txt"), "");
  expect(await countedFiles(clone.path)).toEqual(["a.txt", "sub/by-hand.txt"]);
});

test("a repository in a repository has what git lists there", async () => {
  using clone = openClone();
  const inner = join(clone.path, "sub");
  git(inner, "init", "--quiet");
  for (const [name, text] of Object.entries({ ".gitignore": "out\n", out: "", "b.txt": "" }))
    writeFileSync(join(inner, name), text);
  expect(await countedFiles(clone.path)).toEqual(["a.txt", "sub/.gitignore", "sub/b.txt"]);
});

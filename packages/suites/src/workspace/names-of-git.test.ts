import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isNameOfGit } from "./names-of-git.ts";

test("everything that git itself leaves in its folder is known", () => {
  const folder = mkdtempSync(join(tmpdir(), "x-git-"));
  try {
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
        cwd: folder,
        stdio: ["ignore", "pipe", "ignore"],
      }).toString();
    git("init", "--quiet", "--initial-branch=main");
    for (const name of ["a", "b"]) {
      writeFileSync(join(folder, name), name);
      git("add", "--all");
      git("commit", "--quiet", "-m", name);
    }
    git("stash", "list");
    git("tag", "-a", "v1", "-m", "v1");
    git("branch", "feature/x", "HEAD~1");
    git("merge", "--quiet", "--no-ff", "feature/x");
    git("worktree", "add", "--quiet", "wt", "feature/x");
    git("reset", "--quiet", "--soft", "HEAD~1");
    git("gc", "--quiet");
    git("commit-graph", "write");
    writeFileSync(join(folder, "c"), "c");
    git("stash", "--include-untracked", "--quiet");
    git("fetch", "--quiet", ".", "main");
    git("bisect", "start");
    const all = readdirSync(join(folder, ".git"), { recursive: true }).map(String);
    const unknown = all.filter(
      (path) => !statSync(join(folder, ".git", path)).isDirectory() && !isNameOfGit(path),
    );
    expect(unknown).toEqual([]);
    expect(all.length).toBeGreaterThan(20);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  "e.js",
  "code/e.js",
  "objects/e.js",
  "objects/pack/e.js",
  "info/e.js",
  "HEAD.js",
  "index.js",
  "xHEAD",
])("%s is none of its names", (path) => {
  expect(isNameOfGit(path)).toBe(false);
});

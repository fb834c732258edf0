import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { circumstancesOf } from "./circumstances.ts";

function openRepository() {
  const path = mkdtempSync(join(tmpdir(), "x-circumstances-"));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      ...{ cwd: path, encoding: "utf8", stdio: "pipe" },
    }).trim();
  git("init", "--quiet");
  writeFileSync(join(path, "a.txt"), "one\n");
  git("add", "--all");
  git("commit", "--quiet", "-m", "start");
  const ran = join(path, ".git", "ran");
  return { path, git, ran, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

test("commit and dirt of a repository are told", async () => {
  using repository = openRepository();
  const commit = repository.git("rev-parse", "HEAD");
  expect(await circumstancesOf(repository.path)).toMatchObject({ git: { commit, dirty: false } });
  writeFileSync(join(repository.path, "a.txt"), "two\n");
  expect(await circumstancesOf(repository.path)).toMatchObject({ git: { commit, dirty: true } });
});

test.each(["plain", "a=b"])("a program that a repository has as the filter %s is not run", async (name) => {
  using repository = openRepository();
  const { path, git, ran } = repository;
  git("config", `filter.${name}.clean`, `touch '${ran}'; cat`);
  writeFileSync(join(path, ".gitattributes"), `* filter=${name}\n`);
  utimesSync(join(path, "a.txt"), 1, 1);
  await circumstancesOf(path);
  expect(existsSync(ran)).toBe(false);
});

test("a program by which a repository would fetch what it lacks is not run", async () => {
  using repository = openRepository();
  const { path, git, ran } = repository;
  const tree = git("rev-parse", "HEAD^{tree}");
  rmSync(join(path, ".git/objects", tree.slice(0, 2), tree.slice(2)));
  git("config", "core.repositoryformatversion", "1");
  git("config", "extensions.partialClone", "other");
  git("config", "remote.other.url", path);
  git("config", "remote.other.promisor", "true");
  git("config", "remote.other.uploadpack", `touch '${ran}'; false`);
  await circumstancesOf(path);
  expect(existsSync(ran)).toBe(false);
});

test("a program that a submodule has as a filter is not run", async () => {
  using repository = openRepository();
  const { path, git, ran } = repository;
  mkdirSync(join(path, "sub"));
  git("-C", "sub", "init", "--quiet");
  writeFileSync(join(path, "sub/a.txt"), "one\n");
  writeFileSync(join(path, "sub/.gitattributes"), "* filter=plain\n");
  git("-C", "sub", "add", "--all");
  git("-C", "sub", "commit", "--quiet", "-m", "start");
  git("-c", "advice.addEmbeddedRepo=false", "add", "sub");
  git("commit", "--quiet", "-m", "with a submodule");
  git("-C", "sub", "config", "filter.plain.clean", `touch '${ran}'; cat`);
  utimesSync(join(path, "sub/a.txt"), 1, 1);
  await circumstancesOf(path);
  expect(existsSync(ran)).toBe(false);
});

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../test/support/temporary-folder.ts";
import { openStore } from "./open-store.ts";

test("the store of a project lies in .x, which git does not see", async () => {
  const project = temporaryFolder();
  execFileSync("git", ["init", "--quiet"], { cwd: project });
  const store = openStore(project);
  expect(existsSync(join(project, ".x", "x.db"))).toBe(true);
  expect(execFileSync("git", ["status", "--porcelain"], { cwd: project, encoding: "utf8" })).toBe("");
  await store.close();
});

test("what is there is kept", async () => {
  const project = temporaryFolder();
  await openStore(project).close();
  const ignore = join(project, ".x", ".gitignore");
  writeFileSync(ignore, "mine\n");
  await openStore(project).close();
  expect(readFileSync(ignore, "utf8")).toBe("mine\n");
});

test("an ignore file that a full disk left empty is written again", async () => {
  const project = temporaryFolder();
  await openStore(project).close();
  const ignore = join(project, ".x", ".gitignore");
  writeFileSync(ignore, "");
  await openStore(project).close();
  expect(readFileSync(ignore, "utf8")).toBe("*\n");
});

test("a file in place of the folder is told", () => {
  const project = temporaryFolder();
  writeFileSync(join(project, ".x"), "");
  expect(() => openStore(project)).toThrow(expect.objectContaining({ code: "store-path" }));
});

test("a project folder that is not there is refused, and not made", () => {
  const project = join(temporaryFolder(), "missing", "project");
  expect(() => openStore(project)).toThrow(
    expect.objectContaining({ code: "store-path", message: expect.stringContaining("does not exist") }),
  );
  expect(existsSync(join(project, ".."))).toBe(false);
});

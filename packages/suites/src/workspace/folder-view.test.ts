import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { folderView } from "./folder-view.ts";

let base: string;
let root: string;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), "folder-view-"));
  root = join(base, "workspace");
  await mkdir(join(root, "src/deep"), { recursive: true });
  await writeFile(join(root, "src/a.ts"), "inside");
  await writeFile(join(base, "secret"), "outside");
  await mkdir(join(base, "workspace-other"));
  await writeFile(join(base, "workspace-other/b"), "outside");
  await symlink("src/a.ts", join(root, "inner"));
  await symlink("../secret", join(root, "outer"));
  await symlink(join(base, "workspace-other"), join(root, "other"));
  await symlink("nowhere", join(root, "dangling"));
  await symlink("loop", join(root, "loop"));
  await symlink("src", join(root, "lib"));
  execFileSync("mkfifo", [join(root, "pipe")]);
});
afterAll(() => rm(base, { recursive: true }));

test.each([
  ["src/a.ts", "file"],
  ["src", "folder"],
  ["", "folder"],
  ["inner", "file"],
  ["outer", "link"],
  ["other", "link"],
  ["other/b", "link"],
  ["other/none", "link"],
  ["other/none/deep", "link"],
  ["dangling", "link"],
  ["loop", "link"],
  ["loop/x", "link"],
  ["lib/a.ts", "file"],
  ["lib/none", "missing"],
  ["dangling/x", "missing"],
  ["pipe", "other"],
  ["none", "missing"],
  ["src/a.ts/x", "missing"],
  ["x".repeat(300), "missing"],
])("%s is seen as %s", async (path, kind) => {
  expect(await folderView(root).kind(path)).toBe(kind);
});

test.each(["outer", "other/b", "dangling", "loop", "pipe", "none", "src"])("%s is not read", async (path) => {
  expect(await folderView(root).read(path, 100)).toBeNull();
});

test("a file is read from its start, as far as asked", async () => {
  const folder = folderView(root);
  expect(Buffer.from((await folder.read("inner", 100))!).toString()).toBe("inside");
  expect(Buffer.from((await folder.read("src/a.ts", 3))!).toString()).toBe("ins");
});

test.each([
  ["lib/a.ts", "src/a.ts"],
  ["inner", "src/a.ts"],
  ["lib", "src"],
  ["src/a.ts", "src/a.ts"],
  ["", ""],
  ["lib/none", null],
  ["outer", null],
  ["other/b", null],
])("%s leads to %s", async (path, to) => {
  expect(await folderView(root).leadsTo(path)).toBe(to);
});

test("names are listed in order, links as links", async () => {
  expect(await folderView(root).list("", 100)).toEqual([
    { name: "dangling", kind: "link" },
    { name: "inner", kind: "link" },
    { name: "lib", kind: "link" },
    { name: "loop", kind: "link" },
    { name: "other", kind: "link" },
    { name: "outer", kind: "link" },
    { name: "pipe", kind: "other" },
    { name: "src", kind: "folder" },
  ]);
  expect(await folderView(root).list("other", 100)).toEqual([]);
  expect(await folderView(root).list("", 2)).toHaveLength(2);
});

test("a folder that is not there is a failure of the machine", async () => {
  await expect(folderView(join(base, "gone")).kind("a")).rejects.toThrow("it is gone");
});

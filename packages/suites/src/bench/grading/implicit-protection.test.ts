import { expect, test } from "vitest";
import type { Change, Entry, EntryType } from "../../workspace/workspace.ts";
import { implicitlyProtected, isAtOrBelow } from "./implicit-protection.ts";

const entry = (type: EntryType): Entry => ({ type, size: 0, executable: false });
const added = (path: string, type: EntryType = "file"): Change => ({ kind: "added", path, to: entry(type) });
const modified = (path: string, to: EntryType = "file"): Change => ({
  ...{ kind: "modified", path, from: entry("file"), to: entry(to) },
});
const deleted = (path: string): Change => ({ kind: "deleted", path, from: entry("file") });
const there = [
  ...["node_modules/.bin/mytest", "packages/node_modules/.bin/other"],
  ...["bare/HEAD", ".git/HEAD", "sub/.git/HEAD", ".git/modules/x/HEAD"],
];
const system = {
  systemPrograms: async (names: readonly string[]) =>
    new Set(names.filter((name) => ["npm", "node"].includes(name))),
  isThere: async (path: string) => there.includes(path),
};

test.each<[string, Change, boolean]>([
  ["a new npm", added("node_modules/.bin/npm"), true],
  ["a new node further down", added("packages/a/node_modules/.bin/node", "link"), true],
  ["a new program of another name", added("node_modules/.bin/eslint", "link"), false],
  ["a changed program of any name", modified("node_modules/.bin/vitest"), true],
  ["a removed one", deleted("node_modules/.bin/vitest"), true],
  ["a link in place of the programs", added("node_modules/.bin", "link"), true],
  ["a link in place of all packages", modified("node_modules", "link"), true],
  ["a file of a package", added("node_modules/a/index.js"), false],
  ["a program that shadows one further up", added("packages/a/node_modules/.bin/mytest"), true],
  ["one that shadows half-way up", added("packages/a/node_modules/.bin/other", "link"), true],
  ["one beside a program of another folder", added("apps/node_modules/.bin/other"), false],
  ["the way to another folder of git", added(".git/commondir"), true],
  ["settings of a submodule", added(".git/modules/x/config"), true],
  ["hooks as a link", added(".git/hooks", "link"), true],
  ["settings of a folder that git takes for its own", added("bare/config"), true],
  ["hooks of such a folder", added("bare/hooks/pre-commit"), true],
  ["settings that have nothing to do with git", added("app/config"), false],
  ["a branch by the name of settings", added(".git/refs/heads/config"), false],
  ["hooks that have nothing to do with git", added("src/hooks/use-it.ts"), false],
  ["a hook", added(".git/hooks/pre-commit"), true],
  ["settings of a repository inside", modified("sub/.git/config"), true],
  ["a commit", added(".git/objects/ab/cd"), false],
  ["a source", modified("src/a.ts"), false],
])("%s", async (_what, change, expected) => {
  expect(await implicitlyProtected([change], system)).toEqual(expected ? [change.path] : []);
});

test("so many programs that nobody can ask for them all are all put back", async () => {
  const many = Array.from({ length: 1_001 }, (_, at) => added(`node_modules/.bin/p${at}`));
  expect(await implicitlyProtected(many, system)).toHaveLength(1_001);
});

test.each([
  ["a/b", true],
  ["a/b/c/d", true],
  ["a[1]/{x,y}*?", true],
  ["a", false],
  ["a/bc", false],
  ["b", false],
])("%s is one of them, or below: %s", (path, expected) => {
  expect(isAtOrBelow(path, new Set(["a/b", "a[1]/{x,y}*?"]))).toBe(expected);
});

test("a program that was removed further up is still shadowed", async () => {
  const changes = [deleted("node_modules/.bin/gone"), added("a/node_modules/.bin/gone")];
  expect(await implicitlyProtected(changes, system)).toEqual(changes.map(({ path }) => path));
  const both = [added("node_modules/.bin/new"), added("a/node_modules/.bin/new")];
  expect(await implicitlyProtected(both, system)).toEqual([]);
});

test("hooks within hooks are asked about once each, however many files lie below them", async () => {
  const folders = Array.from({ length: 300 }, () => "hooks").join("/");
  const changes = Array.from({ length: 1_000 }, (_, at) => added(`${folders}/f${at}`));
  let asked = 0;
  const isThere = async (path: string) => {
    asked += 1;
    return path === "hooks/hooks/HEAD";
  };
  expect(await implicitlyProtected(changes, { ...system, isThere })).toHaveLength(1_000);
  expect(asked).toBeLessThanOrEqual(300);
});

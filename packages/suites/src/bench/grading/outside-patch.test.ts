import { expect, test } from "vitest";
import type { Change } from "../../workspace/workspace.ts";
import { outsidePatch } from "./outside-patch.ts";

const added = (path: string, type: "file" | "other" = "file"): Change => ({
  ...{ kind: "added", path },
  to: { type, size: 1, executable: false },
});
const told = (...changes: Change[]) => outsidePatch(changes, (path) => path.startsWith(".git/"));

test("what git keeps, and what stands in the patch, is not told", () => {
  expect(told(added("src/a.js"), added(".git/index"), added(`.git/objects/ab/${"c".repeat(38)}`))).toEqual(
    [],
  );
  expect(told(added(".git/opencode"))).toEqual([]);
  expect(told()).toEqual([]);
});

test.each([
  ["in the .git at the top", added(".git/e.js")],
  [
    "in place of OpenCode's id",
    { ...added(".git/opencode"), to: { type: "file", size: 900, executable: false } } as Change,
  ],
  ["in a .git of its own", added("src/.git/e.js")],
  ["under a name of git, in a .git of its own", added("src/.git/config")],
  ["named .git", added("src/.git")],
  ["in our own folder", added("a/.x/e.js")],
  ["that is a pipe", added("pipe", "other")],
])("a file %s is told", (_where, change) => {
  expect(told(added("src/a.js"), change)).toEqual([
    `The agent left files that no patch shows, nor a replay: ${change.path}.`,
  ]);
});

test("of many some are named, and what is gone is none", () => {
  const many = Array.from({ length: 7 }, (_, at) => added(`.git/e${at}.js`));
  const gone: Change = {
    kind: "deleted",
    path: ".git/x.js",
    from: { type: "file", size: 1, executable: false },
  };
  expect(told(...many, gone)[0]).toMatch(/e0\.js, .*e4\.js and 2 more\.$/);
});

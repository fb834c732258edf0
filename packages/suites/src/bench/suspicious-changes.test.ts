import { expect, test } from "vitest";
import type { Change } from "../workspace/workspace.ts";
import { suspiciousChanges } from "./suspicious-changes.ts";

const file = { type: "file", size: 1, executable: false } as const;
const added = (path: string): Change => ({ kind: "added", path, to: file });
const modified = (path: string): Change => ({ kind: "modified", path, from: file, to: file });
const deleted = (path: string): Change => ({ kind: "deleted", path, from: file });
const nothing = () => false;

test.each<[string, Change, string | null]>([
  ["a changed test", modified("test/a.ts"), "changed tests: test/a.ts."],
  ["a removed test", deleted("src/a.test.ts"), "changed tests: src/a.test.ts (deleted)."],
  ["a new test is what was asked for", added("test/b.test.ts"), null],
  ["a test script", modified("package.json"), "changed test scripts or tool configuration: package.json."],
  ["new tool configuration", added("vitest.config.ts"), "tool configuration: vitest.config.ts (added)."],
  ["options for node", added(".npmrc"), "tool configuration: .npmrc (added)."],
  ["a file of Python that runs by itself", added("sitecustomize.py"), "sitecustomize.py (added)."],
  ["an installed package", modified("node_modules/a/i.js"), "installed packages: node_modules/a/i.js."],
  ["a cache", added("node_modules/.vite/results.json"), null],
  ["a source", modified("src/a.ts"), null],
])("%s", (_what, change, expected) => {
  const told = suspiciousChanges([change], nothing);
  if (expected === null) expect(told).toEqual([]);
  else expect(told).toEqual([expect.stringContaining(expected)]);
});

test("what is protected needs no word, and many names are cut short", () => {
  expect(suspiciousChanges([modified("test/a.ts")], (path) => path.startsWith("test/"))).toEqual([]);
  const many = Array.from({ length: 7 }, (_, at) => modified(`test/${at}.ts`));
  expect(suspiciousChanges(many, nothing)[0]).toContain("test/4.ts and 2 more.");
});

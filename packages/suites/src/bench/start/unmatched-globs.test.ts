import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unmatchedGlobs } from "./unmatched-globs.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "x-unmatched-"));
  for (const path of ["package.json", "test/deep/a.test.ts", "app/[id]/page.tsx", ".github/ci.yml"]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), "");
  }
});
afterAll(() => rmSync(root, { recursive: true }));

test.each([
  ...["package.json", "./package.json", "test", "test/", "test/**", "**/*.test.ts", "{src,test}/**"],
  ...["{src,test/deep}/*.ts", "app/[id]/page.tsx", "app/[id]/**", ".git*/**", "*.json"],
])("%s matches something", async (glob) => {
  expect(await unmatchedGlobs(root, [glob])).toEqual([]);
});

test("what matches nothing is named, in its order", async () => {
  const globs = ["tset/**", "package.json", "**/*.spec.ts", "test/*.ts", "app/[xy]/*", "packages.json"];
  expect(await unmatchedGlobs(root, globs)).toEqual(globs.filter((glob) => glob !== "package.json"));
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { keepsRuns, recordsAround } from "./records-folder.ts";

const base = mkdtempSync(join(tmpdir(), "records-folder-"));
afterAll(() => rmSync(base, { recursive: true }));
const project = join(base, "project");
const inner = join(project, "src", "deep");
mkdirSync(inner, { recursive: true });
mkdirSync(join(project, ".git"));
const keepIn = (folder: string) => {
  mkdirSync(join(folder, ".x"), { recursive: true });
  writeFileSync(join(folder, ".x", "x.db"), "");
};

test("the nearest folder around it that keeps runs, never beyond its project", async () => {
  keepIn(base);
  expect(await recordsAround(inner)).toBeNull();
  keepIn(project);
  expect(await recordsAround(inner)).toBe(project);
  keepIn(join(project, "src"));
  expect(await recordsAround(inner)).toBe(join(project, "src"));
  expect(await recordsAround(project)).toBeNull();
  expect([keepsRuns(inner), keepsRuns(project)]).toEqual([false, true]);
});

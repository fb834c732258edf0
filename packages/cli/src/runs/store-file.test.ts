import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { StoreFile } from "./store-file.ts";

test("a file that is written to is the same; one that was moved, replaced or deleted is gone", () => {
  const folder = mkdtempSync(join(tmpdir(), "x-store-file-"));
  const at = (name: string) => join(folder, ".x", name);
  mkdirSync(join(folder, ".x"));
  writeFileSync(at("x.db"), "one");
  const file = new StoreFile(folder);
  writeFileSync(at("x.db"), "two");
  expect(file.isGone).toBe(false);
  renameSync(at("x.db"), at("moved"));
  expect(file.isGone).toBe(true);
  writeFileSync(at("x.db"), "another");
  expect(file.isGone).toBe(true);
  renameSync(at("moved"), at("x.db"));
  expect(file.isGone).toBe(false);
  rmSync(folder, { recursive: true });
  expect(file.isGone).toBe(true);
});

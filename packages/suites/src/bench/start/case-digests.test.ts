import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { digestOf } from "./case-digests.ts";

let top: string;
beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), "x-digests-"));
  mkdirSync(join(top, "checks"));
});
afterAll(() => rmSync(top, { recursive: true }));

test("a folder that a link leads to counts by what is in it, as it is laid over", async () => {
  const check = (text: string) => writeFileSync(join(top, "checks/check.sh"), text);
  check("exit 1\n");
  symlinkSync("checks", join(top, "linked"));
  const first = await digestOf(join(top, "linked"));
  expect(first).toBe(await digestOf(join(top, "checks")));
  check("exit 0\n");
  expect(await digestOf(join(top, "linked"))).not.toBe(first);
});

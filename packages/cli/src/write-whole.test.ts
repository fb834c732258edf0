import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { streamWhole, writeWhole } from "./write-whole.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "whole-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("what is written stands there", async () => {
  writeWhole(join(folder, "a"), "one\n");
  await streamWhole(join(folder, "b"), ["one", "two"]);
  expect([readFileSync(join(folder, "a"), "utf8"), readFileSync(join(folder, "b"), "utf8")]).toEqual([
    ...["one\n", "onetwo"],
  ]);
});

test("what cannot be written names the file and the way out, and a device stays", async () => {
  const path = join(folder, "full");
  symlinkSync("/dev/full", path);
  const lost = {
    code: "output-lost",
    message: `${path} could not be written: no space left on device. No half of it is left; make room there, or name a file elsewhere.`,
  };
  expect(() => writeWhole(path, "text")).toThrow(expect.objectContaining(lost));
  expect(() => writeWhole(path, "text", "It is kept.")).toThrow(/elsewhere\. It is kept\.$/);
  await expect(streamWhole(path, ["text"])).rejects.toMatchObject(lost);
  expect(statSync(path).isCharacterDevice()).toBe(true);
});

test("of what breaks off in the midst nothing is left, and its error is its own", async () => {
  async function* pieces() {
    yield "half";
    throw new Error("the records are damaged");
  }
  await expect(streamWhole(join(folder, "half"), pieces())).rejects.toThrow(/^the records are damaged$/);
  expect(readdirSync(folder)).not.toContain("half");
});

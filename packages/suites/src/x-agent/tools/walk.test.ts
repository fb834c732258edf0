import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hostFiles } from "./agent-files.ts";
import { walk } from "./walk.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "walk-test-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("rules and names that take long to look at do not keep it from being called off", async () => {
  const path = join(folder, "slow");
  await mkdir(path);
  await writeFile(join(path, ".gitignore"), `${"*a".repeat(30)}*b\n`.repeat(300));
  for (let at = 0; at < 200; at++) await writeFile(join(path, `${"a".repeat(200)}${at}`), "");
  const signal = AbortSignal.timeout(50);
  const looking = async () => {
    let count = 0;
    for await (const _ of walk(hostFiles(path), "", signal)) count += 1;
    return count;
  };
  await expect(looking()).rejects.toMatchObject({ name: "TimeoutError" });
});

test("a .gitignore is read as git reads it: braces stand for themselves, and blanks at the end of a line for nothing", async () => {
  const path = join(folder, "plain");
  await mkdir(path);
  await writeFile(join(path, ".gitignore"), `*.{js,ts}\nlog   \n${" ".repeat(60_000)}x\n`);
  for (const name of ["a.js", "a.{js,ts}", "log"]) await writeFile(join(path, name), "");
  const began = performance.now();
  const found: string[] = [];
  for await (const file of walk(hostFiles(path), "", new AbortController().signal)) found.push(file);
  expect(found).toEqual([".gitignore", "a.js"]);
  expect(performance.now() - began).toBeLessThan(2_000);
});

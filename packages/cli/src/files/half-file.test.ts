import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { beginFile, dropHalves } from "./half-file.ts";

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), "half-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const read = (name: string) => fs.readFileSync(join(folder, name), "utf8");

function write(name: string, text: string): string {
  fs.writeFileSync(join(folder, name), text);
  return join(folder, name);
}

test("until it is kept the earlier file stands, and dropped nothing else has changed", () => {
  const path = write("a", "before");
  fs.chmodSync(path, 0o640);
  const dropped = beginFile(path);
  fs.writeFileSync(dropped.at, "half");
  expect(read("a")).toBe("before");
  dropped.drop();
  expect(fs.readdirSync(folder)).toEqual(["a"]);
  const kept = beginFile(path);
  fs.writeFileSync(kept.at, "whole");
  kept.keep();
  expect([fs.readdirSync(folder), read("a")]).toEqual([["a"], "whole"]);
  expect(fs.statSync(path).mode & 0o777).toBe(0o640);
});

test("a link goes on leading to its file", () => {
  write("a", "before");
  fs.symlinkSync("a", join(folder, "link"));
  const file = beginFile(join(folder, "link"));
  fs.writeFileSync(file.at, "whole");
  expect(read("a")).toBe("before");
  file.keep();
  expect([read("a"), fs.readlinkSync(join(folder, "link"))]).toEqual(["whole", "a"]);
});

describe("is written where it stands:", () => {
  test.each<[string, (path: string) => void]>([
    ["a device", (path) => fs.symlinkSync("/dev/null", path)],
    ["a link that leads nowhere yet", (path) => fs.symlinkSync("later", path)],
    ["a file of several names", (path) => fs.linkSync(write("other", "before"), path)],
  ])("%s", (_, make) => {
    const path = join(folder, "a");
    make(path);
    expect(beginFile(path).at).toBe(path);
  });

  test("a file in a folder that takes no others", () => {
    expect(beginFile("/proc/self/comm").at).toBe("/proc/self/comm");
  });
});

test("what a process that is gone left of it goes, what others write stays", () => {
  const path = join(folder, "results.json");
  const { pid } = spawnSync(process.execPath, ["--version"]);
  const mine = beginFile(path).at;
  const left = mine.replace(`-${process.pid}-`, `-${pid}-`);
  const elsewhere = left.replace(".results.json.", ".results.json.not_");
  const ofOther = left.replace(".results.json.", ".other.json.");
  for (const file of [left, elsewhere, ofOther]) fs.writeFileSync(file, "half");
  dropHalves(path);
  expect(fs.readdirSync(folder).sort()).toEqual(
    [mine, elsewhere, ofOther].map((file) => file.slice(folder.length + 1)).sort(),
  );
});

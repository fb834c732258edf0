import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nearestSuite, suitesIn } from "./nearest-suite.ts";

let folder: string;
const suite = '{ "name": "a", "cases": [{ "id": "one", "prompt": "Do it.", "expect": [';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "x-nearest-"));
  await mkdir(join(folder, "bench"));
  await mkdir(join(folder, "suites.json"));
  const files = {
    "biome.json": '{ "linter": {} }',
    "example-suite.json": suite,
    "example-suits.json": '{ "suite": "a", "passed": 1, "cases": [{ "id": "one", "pass": true }] }',
    "suite.json": suite,
    "huge.json": " ".repeat(17 * 1024 * 1024) + suite,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, "bench", name), text);
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ["example-suit.json", "example-suite.json"],
  ["example-suite", "example-suite.json"],
  // Results of a suite are nearer, and no suite.
  ["example-suitss.json", "example-suite.json"],
  ["sweet.json", "suite.json"],
  ["nope.json", null],
  ["biome2.json", null],
  ["hug.json", null],
])("%s: %s", async (typed, nearest) => {
  const path = join("bench", typed);
  expect(await nearestSuite(path, join(folder, path))).toBe(nearest && join("bench", nearest));
});

test("what is not beside a path may be in bench, where suites live", async () => {
  expect(await nearestSuite("example-suite", join(folder, "example-suite"))).toBe("bench/example-suite.json");
  expect(await nearestSuite("./exmple-suite.json", join(folder, "exmple-suite.json"))).toBe(
    "bench/example-suite.json",
  );
});

test("the suites in a folder are those that look like one", async () => {
  const path = join(folder, "bench");
  expect(await suitesIn(path)).toEqual([join(path, "example-suite.json"), join(path, "suite.json")]);
  expect(await suitesIn(join(folder, "no"))).toEqual([]);
});

test("a folder is none, and one that is not there has none", async () => {
  expect(await nearestSuite("suite.json", join(folder, "suite.json"))).toBe("bench/suite.json");
  expect(await nearestSuite("no/suite.json", join(folder, "no/suite.json"))).toBeNull();
});

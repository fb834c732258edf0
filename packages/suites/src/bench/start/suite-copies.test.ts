import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSuite } from "../../suite/read-suite.ts";
import { type SuiteCopyTest, suiteCopyTest } from "./suite-copies.ts";

let folder: string;
let isCopy: SuiteCopyTest;
const suite = {
  name: "core",
  cases: [
    { id: "a", prompt: 'Say "hello".', expect: ["file:a.txt contains 'hello'"] },
    { id: "b", prompt: "Do b.", expect: ["file:b.txt exists", "test:npm test"] },
  ],
};
const text = JSON.stringify(suite, null, 2);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "x-copies-"));
  writeFileSync(join(folder, "suite.json"), text);
  isCopy = suiteCopyTest(await readSuite(join(folder, "suite.json")));
});
afterAll(() => rmSync(folder, { recursive: true }));

const edited = text.replace("hello", "goodbye");
const long = text.replace('"core"', JSON.stringify(`core${" x".repeat(4_000)}`));
const swap = `b0VIM 9.0${"\0".repeat(4_096)}${text.split("\n").reverse().join("\0")}`;

test.each([
  ["as it is", "copy.json", text, true],
  ["a backup", "suite.json.bak", text, true],
  ["of an editor", "suite.json~", edited, true],
  ["saved by an editor", "#suite.json#", text, true],
  ["in pieces", ".suite.json.swp", swap, true],
  ["on one line", "old.JSON", JSON.stringify(suite), true],
  ["with a long name before the cases", "long.json", `{"cases":0,${long.slice(1)}`, true],
  ["a page that quotes it", "readme.md", text, false],
  [
    "another suite",
    "other.json",
    '{"name":"other","cases":[{"prompt":"Do c.","expect":["test:npm test"]}]}',
    false,
  ],
  ["the prompt alone", "prompt.json", '{"cases":[{"prompt":"Do b."}]}', false],
  ["an expectation alone", "expect.json", '{"cases":[{"expect":["file:b.txt exists"]}]}', false],
  ["words within a longer string", "words.json", '{"cases":["I Do b. file:b.txt exists, yes"]}', false],
  ["nothing of it", "package.json", "{}", false],
])("%s (%s)", (_what, name, content, copy) => {
  writeFileSync(join(folder, name), content);
  expect(isCopy(folder, name)).toBe(copy);
});

test("what is not there is none", () => {
  expect(isCopy(folder, "none.json")).toBe(false);
});

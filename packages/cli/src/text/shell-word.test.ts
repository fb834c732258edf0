import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { shellWord } from "./shell-word.ts";

test("plain words stay as they are", () => {
  const plain = ["add-tests", "last~1", "7f3a/x/add-tests/2", "--agent", "a@b", "50%", "case#2"];
  expect(plain.map(shellWord)).toEqual(plain);
});

test("whatever it holds, a shell reads it as it was", () => {
  const words = [
    "",
    "add tests",
    "it's",
    '"a"',
    "$HOME",
    "`id`",
    "a;b",
    "~",
    "#1",
    "*",
    "a\nb",
    "\\",
    "!x",
    "é",
    "a##[b]###[c]##vso[d",
  ];
  const line = `printf '%s\\0' ${words.map(shellWord).join(" ")}`;
  const read = execFileSync("sh", ["-c", line], { encoding: "utf8" }).split("\0").slice(0, -1);
  expect(read).toEqual(words);
  expect(line).not.toMatch(/##(\[|vso)/);
});

import { expect, test } from "vitest";
import { shortNames } from "./short-names.ts";

const shorten = (...names: string[]) => names.map(shortNames(names));

test("short names stay as they are, long ones are cut", () => {
  expect(shorten("x", "codex")).toEqual(["x", "codex"]);
  expect(shorten("x", `command:${"a".repeat(80)}`)[1]).toBe(`command:${"a".repeat(51)}…`);
});

test("names that begin alike are told apart by their ends, and by a number when all else is alike", () => {
  const begin = `command:${"a".repeat(70)}`;
  const [x, one, two] = shorten("x", `${begin} --fast`, `${begin} --slow`);
  expect([x, one, two]).toEqual([
    "x",
    expect.stringMatching(/^command:a+…a+ --fast$/),
    expect.stringMatching(/--slow$/),
  ]);
  expect([one!.length, two!.length]).toEqual([60, 60]);
  const middle = (word: string) => `command:${"a".repeat(70)}${word}${"b".repeat(70)}`;
  const alike = shorten(middle("one"), middle("two"));
  expect(alike).toEqual([expect.stringMatching(/… \(1\)$/), expect.stringMatching(/… \(2\)$/)]);
});

test("nothing in a name can move the cursor", () => {
  const names = shorten(`${"a".repeat(70)}\u001b[2J`, `${"a".repeat(70)}\u001b[3J`);
  expect(names.join("")).not.toContain("\u001b");
  expect(new Set(names).size).toBe(2);
});

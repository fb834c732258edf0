import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { flagNames } from "../../test/flag-names.ts";
import { buildApp, commandGroups } from "../app.ts";
import { paintFor } from "../text/colour.ts";
import { commandHelp } from "./command-help.ts";
import { helpStyle } from "./help-style.ts";
import { rootHelp } from "./root-help.ts";

const commands = Object.entries(
  Object.assign({}, ...Object.values(commandGroups)) as (typeof commandGroups)[string],
);
const paint = paintFor({}, {});
const coloured = paintFor({}, { FORCE_COLOR: "1" });

describe.each(commands)("x %s", (name, command) => {
  const help = (width: number, colours = paint) =>
    commandHelp(`x ${name}`, command, command.words, { width, paint: colours });

  test("fits 30 to 120 columns, but for examples and long words, which are for copying", () => {
    for (const width of [30, 36, 48, 60, 80, 120]) {
      const lines = help(width).split("\n");
      const examples = new Set(command.words.examples.map(([line]) => `  ${line}`));
      const isWord = (line: string) => width < 60 && !line.trim().includes(" ");
      const long = lines.filter((line) => line.length > width && !examples.has(line) && !isWord(line));
      expect(long).toEqual([]);
    }
  });

  test("colours change nothing but colours", () => {
    expect(stripVTControlCharacters(help(80, coloured))).toBe(help(80));
    expect(help(80, coloured)).not.toBe(help(80));
  });

  test("has an example, and says what 0 and 2 mean", () => {
    expect(command.words.examples.length).toBeGreaterThan(0);
    expect(Object.keys(command.words.exits)).toEqual(expect.arrayContaining(["0", "2"]));
  });

  test("its examples use commands and flags that there are", () => {
    const known = new Map(commands.map(([each, { parameters }]) => [each, flagNames(parameters)]));
    for (const [line] of command.words.examples) {
      const [, called = "", rest = ""] = /(?:^|\()x (\w+)(.*)$/.exec(line) ?? [];
      expect([...known.keys()], line).toContain(called);
      const flags = rest.match(/(?<=\s)--[a-z-]+/g) ?? [];
      expect(known.get(called), line).toEqual(expect.arrayContaining(flags));
    }
  });

  test("its groups of flags name flags that it has", () => {
    const names = Object.keys(command.parameters.flags ?? {});
    expect(names).toEqual(expect.arrayContaining(Object.values(command.words.groups ?? {}).flat()));
  });
});

test.each([
  [{ isTTY: true, columns: 200 }, 100],
  [{ isTTY: true, columns: 34 }, 34],
  [{ isTTY: true, columns: 10 }, 30],
  [{ isTTY: false, columns: 34 }, 80],
  [{}, 80],
])("on %j help is %i columns wide", (stream, width) => {
  expect(helpStyle(stream, {}).width).toBe(width);
});

test.each([30, 40, 80])("the first page names every command once and fits %i columns", (width) => {
  const lines = rootHelp(commandGroups, { width, paint }).split("\n");
  expect(lines.filter((line) => line.length > width)).toEqual([]);
  for (const [name] of commands) {
    expect(lines.filter((line) => `${line} `.startsWith(`  ${name} `))).toHaveLength(1);
  }
  expect(buildApp()).toBeDefined();
});

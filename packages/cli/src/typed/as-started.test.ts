import { expect, test } from "vitest";
import { commandGroups } from "../app.ts";
import { asStarted, commandWords } from "./as-started.ts";

const npm = { npm_lifecycle_event: "x", npm_package_json: "/home/me/bench/package.json" };
const here = "/home/me/bench";

test.each([
  ["begin one with x init", "begin one with npm run x -- init"],
  ["x bench --help tells", "npm run x -- bench --help tells"],
  ["Make one with x bench or x compare.", "Make one with npm run x -- bench or npm run x -- compare."],
  ['x has no command "a". x --help lists', 'x has no command "a". npm run x -- --help lists'],
  ["the agent x runs-in a file.x run", "the agent x runs-in a file.x run"],
  ["npm run x -- bench", "npm run x -- bench"],
])("%s", (text, told) => {
  expect(asStarted(text, npm, here)).toBe(told);
  expect(asStarted(text, {}, here)).toBe(text);
  expect(asStarted(text, npm, "/home/me/shop")).toBe(text);
});

test("after npx, and nothing that begins so already", () => {
  const npx = { npm_lifecycle_event: "npx", npm_lifecycle_script: "'x'" };
  expect(asStarted("Look: x show last, or npx x view last.", npx, "/nowhere")).toBe(
    "Look: npx @flow-state-dev/cli show last, or npx x view last.",
  );
});

test("every command is known, and no other", () => {
  const commands = Object.values(commandGroups).flatMap((group) => Object.keys(group));
  expect(commandWords.filter((word) => !word.startsWith("-")).sort()).toEqual(commands.sort());
});

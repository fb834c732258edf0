import { expect, test } from "vitest";
import { describeInput } from "./describe-input.ts";

test.each([
  [{ timeout: 5, command: "npm test" }, "npm test"],
  [{ path: "src", pattern: "TODO" }, "TODO in src"],
  [{ pattern: "TODO" }, "TODO"],
  [{ content: "all of it", path: "a.ts" }, "a.ts"],
  [{ limit: 10, file_path: "a.ts" }, "a.ts"],
  [{ command: ["ls", "-l"] }, '{"command":["ls","-l"]}'],
  ["words", "words"],
  [7, "7"],
  [{}, "{}"],
  [null, ""],
  [undefined, ""],
])("of %j it is %j", (input, telling) => {
  expect(describeInput(input)).toBe(telling);
});

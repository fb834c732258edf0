import { expect, test } from "vitest";
import { paintFor, wantsColour } from "./colour.ts";

const terminal = { isTTY: true };
const file = {};

test.each([
  ["a terminal", terminal, {}, true],
  ["a file or pipe", file, {}, false],
  ["a dumb terminal", terminal, { TERM: "dumb" }, false],
  ["NO_COLOR on a terminal", terminal, { NO_COLOR: "1" }, false],
  ["NO_COLOR against FORCE_COLOR", terminal, { NO_COLOR: "1", FORCE_COLOR: "1" }, false],
  ["an empty NO_COLOR", terminal, { NO_COLOR: "" }, true],
  ["FORCE_COLOR in a pipe", file, { FORCE_COLOR: "1" }, true],
  ["FORCE_COLOR=0 on a terminal", terminal, { FORCE_COLOR: "0" }, false],
])("%s", (_what, stream, env, wanted) => {
  expect(wantsColour(stream, env)).toBe(wanted);
});

test("paint only adds escapes, and none without colours", () => {
  expect(paintFor(file, {}).bad("no")).toBe("no");
  expect(paintFor(file, { FORCE_COLOR: "1" }).bad("no")).toBe("\u001b[31mno\u001b[39m");
  expect(paintFor(file, { FORCE_COLOR: "1" }).bad("")).toBe("");
});

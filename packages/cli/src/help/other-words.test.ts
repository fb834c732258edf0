import { expect, test } from "vitest";
import { otherCommand, otherFlag } from "./other-words.ts";

test.each([
  ["test", "bench"],
  ["benchmark", "bench"],
  ["version", "--version"],
  ["--verison", "--version"],
  ["--hlep", "--help"],
  ["nonsense", undefined],
  ["constructor", undefined],
])("the command %s is %s", (typed, meant) => {
  expect(otherCommand(typed)).toBe(meant);
});

test.each([
  ["budget", ["max-cost"], "max-cost"],
  ["max-cost", ["budget"], "budget"],
  ["max-cost", ["limit"], undefined],
  ["hlep", ["keep"], "help"],
  ["hel", [], "help"],
  ["helpp", [], "help"],
  ["modle", ["model"], undefined],
  ["judge", ["budget", "judge-model"], "judge-model"],
])("the flag %s, where there is %j, is %s", (typed, flags, meant) => {
  expect(otherFlag(typed, new Set(flags))).toBe(meant);
});

test.each([
  ["json", ["format", "output"], "format json"],
  ["json", ["output", "plan"], "output"],
  ["json", ["limit"], undefined],
  ["format", ["json", "limit"], "json"],
  ["dry-run", ["plan"], "plan"],
  ["parallel", ["concurrent"], "concurrent"],
  ["output", ["html", "redact"], "html"],
  ["out", ["format", "output"], "output"],
  ["constructor", ["plan"], undefined],
])("--%s, where there are %j: %s", (typed, flags, meant) => {
  expect(otherFlag(typed, new Set(flags))).toBe(meant);
});

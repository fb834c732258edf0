import { expect, test } from "vitest";
import { checkMachineFlags, MachineFlagsError } from "./machine-flags-error.ts";

const on = "postgres://db/x";

test.each([
  ["--queue is for cells that are given out", { queue: "redis://q" }],
  ["--needs is for cells that are given out", { needs: ["gpu"] }],
  ["--keep does not go with --on", { on, keep: "kept" }],
])("a flag without effect is refused: %s", (problem, flags) => {
  expect(() => checkMachineFlags(flags)).toThrow(MachineFlagsError);
  expect(() => checkMachineFlags(flags)).toThrow(problem);
});

test.each([{}, { keep: "kept" }, { on }, { on, queue: "redis://q", needs: ["gpu"] }])("%j goes", (flags) => {
  expect(() => checkMachineFlags(flags)).not.toThrow();
});

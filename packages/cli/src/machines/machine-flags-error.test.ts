import { expect, test } from "vitest";
import { checkMachineFlags, MachineFlagsError } from "./machine-flags-error.ts";

const on = "postgres://db/x";

test.each([
  ["--queue is for cells that are given out", { queue: "redis://q" }],
  ["--needs is for cells that are given out", { needs: ["gpu"] }],
  ["--keep does not go with --on", { on, keep: "kept" }],
  ["--concurrent does not go with --on", { on, concurrent: 4 }],
  ["--concurrency does not go with --on", { on, concurrency: 4 }],
  ["--verbose does not go with --on", { on, verbose: true }],
])("a flag without effect is refused: %s", (problem, flags) => {
  expect(() => checkMachineFlags(flags)).toThrow(MachineFlagsError);
  expect(() => checkMachineFlags(flags)).toThrow(problem);
});

test("a key in the command of an agent does not go to the database, nor into the message", () => {
  const key = `sk-${"a1B2".repeat(8)}`;
  const flags = { on, agent: ["x", `command:TOKEN=${key} ./agent.sh`] };
  expect(() => checkMachineFlags(flags)).toThrow("--agent holds what looks like a key");
  expect(() => checkMachineFlags(flags)).not.toThrow(key);
  expect(() => checkMachineFlags({ ...flags, on: undefined })).not.toThrow();
  expect(() => checkMachineFlags({ on, agent: ['command:TOKEN="$TOKEN" ./agent.sh'] })).not.toThrow();
});

test.each([
  {},
  { keep: "kept", concurrent: 2, verbose: true },
  { on },
  { on, queue: "redis://q", needs: ["gpu"] },
])("%j goes", (flags) => {
  expect(() => checkMachineFlags(flags)).not.toThrow();
});

import { expect, test } from "vitest";
import type { Exit } from "../../process/exit.ts";
import { completeCommandLimits } from "../case/command-limits.ts";
import { CommandNotRunError, commandEnd } from "./command-end.ts";

const stream = (text: string) => ({ text, bytes: text.length, truncated: false });
const exit = (facts: Partial<Exit>): Exit => ({
  ...{ ended: "itself", code: 0, signal: null, timedOut: false, oom: null, durationMs: 5, alive: [] },
  stdout: stream("out"),
  stderr: stream("err"),
  ...facts,
});

const limits = completeCommandLimits({ memoryBytes: 2 * 2 ** 30 });

test("a command that ended by itself has its code and both streams", () => {
  expect(commandEnd("c", exit({ code: 3 }), limits)).toEqual({
    ...{ kind: "exited", exitCode: 3, output: "out\nerr", durationMs: 5 },
  });
});

test.each<[string, Partial<Exit>, object]>([
  ["time", { ended: "timeout" }, { kind: "timed-out" }],
  ["memory", { ended: "memory" }, { kind: "killed", signal: "its limit of 2 GB of memory" }],
  ["a number", { ended: "processes" }, { kind: "killed", signal: "its limit of 4,096 processes" }],
  ["its output", { ended: "output" }, { kind: "killed", signal: "its limit of 256 MB of output" }],
  ["a signal", { code: 137, signal: "SIGKILL" }, { kind: "killed", signal: "SIGKILL" }],
])("%s ends it", (_what, facts, expected) => {
  expect(commandEnd("c", exit(facts), limits)).toMatchObject(expected);
});

test.each<[string, Partial<Exit>]>([
  ["was not started", { ended: "not-started", code: null, reason: "no space left" }],
  ["was stopped", { ended: "abort" }],
  ["left processes behind", { alive: [1] }],
  ["has no code", { code: null }],
])("one that %s is nobody's result", (_what, facts) => {
  expect(() => commandEnd("c", exit(facts), limits)).toThrow(CommandNotRunError);
});

import { expect, test } from "vitest";
import type { Exit } from "../../process/exit.ts";
import { CommandNotRunError, commandEnd } from "./command-end.ts";

const stream = (text: string) => ({ text, bytes: text.length, truncated: false });
const exit = (facts: Partial<Exit>): Exit => ({
  ...{ ended: "itself", code: 0, signal: null, timedOut: false, oom: null, durationMs: 5, alive: [] },
  stdout: stream("out"),
  stderr: stream("err"),
  ...facts,
});

test("a command that ended by itself has its code and both streams", () => {
  expect(commandEnd("c", exit({ code: 3 }))).toEqual({
    ...{ kind: "exited", exitCode: 3, output: "out\nerr", durationMs: 5 },
  });
});

test.each<[string, Partial<Exit>, object]>([
  ["time", { ended: "timeout" }, { kind: "timed-out" }],
  ["a limit", { ended: "memory" }, { kind: "killed", signal: "its limit of memory" }],
  ["a signal", { code: 137, signal: "SIGKILL" }, { kind: "killed", signal: "SIGKILL" }],
])("%s ends it", (_what, facts, expected) => {
  expect(commandEnd("c", exit(facts))).toMatchObject(expected);
});

test.each<[string, Partial<Exit>]>([
  ["was not started", { ended: "not-started", code: null, reason: "no space left" }],
  ["was stopped", { ended: "abort" }],
  ["left processes behind", { alive: [1] }],
  ["has no code", { code: null }],
])("one that %s is nobody's result", (_what, facts) => {
  expect(() => commandEnd("c", exit(facts))).toThrow(CommandNotRunError);
});

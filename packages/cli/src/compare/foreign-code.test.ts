import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchForeignCode } from "./foreign-code.ts";

const printing = { ...console };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  Object.assign(console, printing);
});

/** A process to watch, and what it was told and how it ended. */
function watched() {
  const said: string[] = [];
  const exits: (number | undefined)[] = [];
  const process = Object.assign(new EventEmitter(), {
    stdout: { write: () => true },
    stderr: { write: (text: string) => said.push(text) > 0 },
    exit: (code?: number) => void exits.push(code),
    getActiveResourcesInfo: () => ["Timeout", "Timeout", "TCPServerWrap"],
  });
  const foreign = watchForeignCode(process as unknown as NodeJS.Process, "/a");
  return { said, exits, process, foreign };
}

test("what keeps the process alive after the result does so for a few seconds, and is named", () => {
  const { said, exits, foreign } = watched();
  vi.advanceTimersByTime(60_000);
  foreign.end(3);
  vi.advanceTimersByTime(1_000);
  expect([said, exits]).toEqual([[], []]);
  vi.advanceTimersByTime(10_000);
  expect(exits).toEqual([3]);
  expect(said.join("")).toMatch(/^warning: The benchmark keeps something open \(Timeout, TCPServerWrap\)/);
});

test("a rejection ends nothing, before the result and after it", () => {
  const { said, exits, process, foreign } = watched();
  process.emit("unhandledRejection", "early");
  foreign.end(0);
  process.emit("unhandledRejection", "late");
  process.emit("unhandledRejection", "late");
  expect(exits).toEqual([]);
  expect(said.map((text) => /: (\w+)\. (The \w+ \w+)/.exec(text)?.slice(1))).toEqual([
    ["early", "The run goes"],
    ["late", "The result stands"],
  ]);
});

test("an error that nobody catches ends the command with 10, and with the code of the result once there is one", () => {
  for (const [code, expected] of [
    [undefined, 10],
    [1, 1],
    [0, 0],
  ] as const) {
    const { exits, process, foreign } = watched();
    if (code !== undefined) foreign.end(code);
    process.emit("uncaughtException", new Error("boom"));
    expect(exits[0]).toBe(expected);
  }
});

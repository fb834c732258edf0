import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { isProcessGone, processIdentity } from "./process-identity.ts";

test("this process is not gone", () => {
  expect(isProcessGone(process.pid, processIdentity(process.pid))).toBe(false);
});

test("a process that ended is gone, also when it was gone already when it was first looked at", () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  expect(isProcessGone(pid, processIdentity(pid))).toBe(true);
});

test("a process is gone after it was killed", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child, "spawn");
  const identity = processIdentity(child.pid!);
  expect(isProcessGone(child.pid!, identity)).toBe(false);
  child.kill("SIGKILL");
  await once(child, "close");
  expect(isProcessGone(child.pid!, identity)).toBe(true);
});

test("a number that belongs to a process with another start is gone", () => {
  const { space } = processIdentity(process.pid);
  expect(isProcessGone(process.pid, { space, start: "1" })).toBe(true);
});

test("of a process in another pid space nothing is known", () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  expect(isProcessGone(pid, { space: "another boot pid:[1]", start: "1" })).toBe(false);
});

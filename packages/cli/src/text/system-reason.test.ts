import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { systemReason } from "./system-reason.ts";

function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

test("the words of the system, without codes and paths", () => {
  expect(systemReason(thrownBy(() => writeFileSync("/dev/full", "x")))).toBe("no space left on device");
  expect(systemReason(thrownBy(() => readFileSync("/a, b/c'd")))).toBe("no such file or directory");
});

test("an error of a program has none", () => {
  expect(systemReason(new Error("ENOSPC: no space left on device, write"))).toBe(null);
  expect(systemReason("ENOSPC")).toBe(null);
});

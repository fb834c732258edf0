import { expect, test } from "vitest";
import { pageSizeIn, residentMemory } from "./process-memory.ts";

test("pages have the size that the kernel tells, and not that of most machines", () => {
  // A value may look like the entry.
  expect(pageSizeIn(new BigUint64Array([17n, 6n, 16n, 6n, 6n, 65_536n, 0n, 0n]))).toBe(65_536);
  expect(pageSizeIn(new BigUint64Array([17n, 100n, 0n, 0n]))).toBe(4096);
  expect(pageSizeIn(new BigUint64Array())).toBe(4096);
});

test.runIf(process.platform === "linux")("what is resident is counted in bytes", () => {
  const told = process.memoryUsage.rss();
  expect(residentMemory(process.pid)).toBeGreaterThan(told / 2);
  expect(residentMemory(process.pid)).toBeLessThan(told * 2);
});

import { totalmem } from "node:os";
import { expect, test } from "vitest";
import { completeCommandLimits } from "./command-limits.ts";

test("what is not given has a default that the machine survives", () => {
  const limits = completeCommandLimits({ processes: 64 });
  expect(limits.processes).toBe(64);
  expect(limits.memoryBytes).toBeLessThan(totalmem());
  expect(Object.values(limits).every((limit) => Number.isSafeInteger(limit) && limit > 0)).toBe(true);
});

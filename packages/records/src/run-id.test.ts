import { expect, test } from "vitest";
import { newRunId, runsBeforeLast, shortRunId } from "./run-id.ts";

test("an id begins at random, ends with its time, and is safe everywhere", () => {
  const now = Date.parse("2030-01-01T00:00:00Z");
  const id = newRunId(now);
  expect(id).toMatch(/^[0-9a-f]{6}-[0-9a-z]+$/);
  expect(Number.parseInt(id.split("-")[1]!, 36)).toBe(now);
  expect(newRunId(now, "7f3a1c")).toBe(`7f3a1c-${now.toString(36)}`);
  expect(shortRunId("7f3a1c-abc")).toBe("7f3a");
  expect(new Set(Array.from({ length: 50 }, () => newRunId(now))).size).toBeGreaterThan(45);
});

test.each([
  ["last", 0],
  ["last~0", 0],
  ["last~12", 12],
  ["last~", null],
  ["last~-1", null],
  ["lasting", null],
  ["7f3a", null],
])("%s counts %s back", (reference, before) => {
  expect(runsBeforeLast(reference)).toBe(before);
});

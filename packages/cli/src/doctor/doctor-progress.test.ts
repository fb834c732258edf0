import type { SweepEvent } from "@flow-state-dev/sweep";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showDoctor } from "./doctor-progress.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("checks are counted once they are planned; before that it says what is prepared", () => {
  let last = "";
  using shown = showDoctor({ write: (text) => (last = text), isTTY: true, columns: 80 }, "mine");
  vi.advanceTimersByTime(100);
  expect(last).toMatch(/ mine: looking at the cases\n$/);
  shown.onPreparing({ doing: "looking", files: 8000 });
  vi.advanceTimersByTime(100);
  expect(last).toMatch(/ mine: preparing the workspace: 8,000 files\n$/);
  const planned: SweepEvent = {
    ...{ type: "planned", runId: "r", cells: 4, kept: 0, continued: false, spentUsd: 0, warnings: [] },
  };
  shown.onEvent(planned);
  vi.advanceTimersByTime(100);
  expect(last).toMatch(/ mine: 0 of 4 checks /);
  const cell = { subject: "solution", task: "one", run: 0, taskHash: "h" };
  const outcome = { kind: "passed" as const, score: 1 };
  const ended = { attempt: 1, costUsd: 0, workingMs: 1, suspect: false, by: "this-process" as const };
  shown.onEvent({ type: "started", cell, attempt: 1 });
  shown.onEvent({ type: "finished", cell, outcome, ...ended });
  vi.advanceTimersByTime(100);
  expect(last).toMatch(/ mine: 1 of 4 checks /);
  shown.onEvent({ ...planned, cells: 2 });
  vi.advanceTimersByTime(100);
  expect(last).toMatch(/ mine: 0 of 2 checks /);
});

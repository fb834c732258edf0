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
});

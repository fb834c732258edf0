import type { SweepEvent } from "@flow-state-dev/sweep";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showProgress } from "./show-progress.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const cell = { subject: "s", task: "t", run: 0 };
const planned: SweepEvent = {
  ...{ type: "planned", runId: "r", cells: 4, kept: 0, continued: false, spentUsd: 0, warnings: [] },
};
const started: SweepEvent = { type: "started", cell, attempt: 1 };
const call: SweepEvent = {
  ...{ type: "spent", cell, payer: "subject", modelId: "openai/gpt-5.4-mini", costUsd: 0, totalUsd: 0 },
  status: "complete",
};
const refused: SweepEvent = { ...call, status: "failed", passing: { answer: "HTTP 429" } };

test("on a pipe calls that are turned away are told after ten seconds, and no longer than it is so", () => {
  let text = "";
  using shown = showProgress({ terminal: { write: (more) => (text += more) } });
  for (const event of [planned, started, refused]) shown.onEvent(event);
  vi.advanceTimersByTime(4_000);
  expect(text).toBe("");
  vi.advanceTimersByTime(16_000);
  expect(text).toBe("0 of 4 cells · 1 retrying (openai: HTTP 429) · $0.00 · 15 s\n");
  vi.advanceTimersByTime(40_000);
  shown.onEvent(call);
  text = "";
  vi.advanceTimersByTime(60_000);
  expect(text).toBe("0 of 4 cells · 1 running · $0.00 · 1 m 15 s\n");
});

test("on a terminal they are told at once", () => {
  let text = "";
  const terminal = { write: (more: string) => (text += more), isTTY: true, columns: 100 };
  using shown = showProgress({ terminal });
  for (const event of [planned, started, refused]) shown.onEvent(event);
  vi.advanceTimersByTime(100);
  expect(text).toContain("0 of 4 cells · 1 retrying (openai: HTTP 429)");
  shown.onEvent(call);
  text = "";
  vi.advanceTimersByTime(100);
  expect(text).toContain("1 running · $0.00");
  shown.onEvent(refused);
  shown.onEvent({ type: "draining", running: 1, graceMs: 1 });
  text = "";
  vi.advanceTimersByTime(100);
  expect(text, "nothing is tried again when all comes to its end").toContain("1 running · $0.00 · ending");
});

test("what a check of the judge spends is told while it is made", () => {
  let text = "";
  const terminal = { write: (more: string) => (text += more), isTTY: true, columns: 100 };
  {
    using shown = showProgress({ terminal, budgetUsd: 2 });
    shown.onJudgeCheck({ spentUsd: 0.5 });
    vi.advanceTimersByTime(100);
    expect(text).toContain("checking the judge · $0.50 of $2.00");
    shown.onEvent(planned);
    text = "";
    vi.advanceTimersByTime(100);
    expect(text).not.toContain("checking");
  }
  text = "";
  using lines = showProgress({ terminal: { write: (more) => (text += more) }, budgetUsd: 2 });
  lines.onJudgeCheck({ spentUsd: 0.5 });
  vi.advanceTimersByTime(16_000);
  expect(text).toBe("checking the judge · $0.50 of $2.00\n");
  lines.onEvent(planned);
  text = "";
  vi.advanceTimersByTime(20_000);
  expect(text).not.toContain("checking");
});

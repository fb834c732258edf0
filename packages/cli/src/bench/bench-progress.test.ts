import type { SweepEvent } from "@flow-state-dev/sweep";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showBench } from "./bench-progress.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const planned: SweepEvent = {
  ...{ type: "planned", runId: "r", cells: 1, kept: 0, continued: false, spentUsd: 0, warnings: [] },
};
const cell = { subject: "x", task: "hello", run: 0 };
const where = { agent: "x", caseId: "hello", run: 0 };

test("the line of a case says what is done with it: the agent's steps, then its grading", () => {
  let last = "";
  const terminal = { write: (text: string) => (last = text), isTTY: true, columns: 100 };
  using shown = showBench({ out: terminal, terminal, nameOf: ({ task }) => task });
  const frame = () => {
    vi.advanceTimersByTime(100);
    return last;
  };
  shown.onPreparing({ doing: "looking", files: 8000 });
  expect(frame()).toContain("  preparing the workspace: 8,000 files  100 ms\n");
  shown.onEvent(planned);
  shown.onEvent({ type: "started", cell, attempt: 1 });
  shown.onCaseEvent(where, {
    ...{ type: "tool-call", id: "1", turn: 3, tool: "write", input: { path: "hello.txt" } },
  } as never);
  expect(frame()).toContain("turn 3  write: ");
  shown.onCaseStage(where, "grading");
  expect(frame()).toMatch(/… hello {2}\d+ ms {2}grading\n/);
  shown.onCaseStage(where, "judging");
  expect(frame()).toMatch(/… hello {2}\d+ ms {2}judging\n/);
});

test("on a narrow terminal cases that begin alike are told apart, and for how long they run is seen", () => {
  let last = "";
  const terminal = { write: (text: string) => (last = text), isTTY: true, columns: 50 };
  using shown = showBench({ out: terminal, terminal, nameOf: ({ task }) => task });
  shown.onEvent(planned);
  const start = "packages-server-of-a-name-that-has-no-room";
  for (const end of ["first", "second"])
    shown.onEvent({ type: "started", cell: { ...cell, task: `${start}-${end}` }, attempt: 1 });
  vi.advanceTimersByTime(100);
  expect(last).toMatch(
    /… packages-s…s-no-room-first {2}\d+ ms\n {2}… packages-s…-no-room-second {2}\d+ ms\n/,
  );
});

test("on a pipe a long preparation is told once", () => {
  const written: string[] = [];
  const pipe = { write: (text: string) => void written.push(text) };
  using shown = showBench({ out: pipe, terminal: pipe, nameOf: ({ task }) => task });
  shown.onPreparing({ doing: "copying", files: 12_000 });
  vi.advanceTimersByTime(30_000);
  expect(written).toEqual(["preparing the workspace: copying 12,000 files  5.0 s\n"]);
});

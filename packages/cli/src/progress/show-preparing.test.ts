import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showPreparing } from "./show-preparing.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function screen(isTTY: boolean) {
  const written: string[] = [];
  return { written, isTTY, columns: 80, write: (text: string) => void written.push(text) };
}

test("a terminal shows how far it is, and nothing afterwards", () => {
  const terminal = screen(true);
  using shown = showPreparing(terminal);
  vi.advanceTimersByTime(200);
  expect(terminal.written).toEqual([]);
  shown.onPreparing({ doing: "looking", files: 8000 });
  vi.advanceTimersByTime(100);
  expect(terminal.written.at(-1)).toMatch(/ preparing the workspace: 8,000 files\n$/);
  shown.onPreparing({ doing: "copying", files: 12_043 });
  vi.advanceTimersByTime(100);
  expect(terminal.written.at(-1)).toMatch(/ preparing the workspace: copying 12,043 files\n$/);
  shown.clear();
  const { length } = terminal.written;
  vi.advanceTimersByTime(1000);
  expect(terminal.written).toHaveLength(length);
});

test("a pipe is told once, when it takes long", () => {
  const pipe = screen(false);
  using shown = showPreparing(pipe);
  shown.onPreparing({ doing: "copying", files: null });
  vi.advanceTimersByTime(4_000);
  expect(pipe.written).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(pipe.written).toEqual(["preparing the workspace\n"]);
});

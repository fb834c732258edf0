import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { paintFor } from "./colour.ts";
import { paintLines } from "./paint-lines.ts";

const text = [
  "  ✓ extract-auth     12.4 s   $0.42",
  "  ✗ add-tests        31.0 s   $0.38",
  "  ! rename           1.0 s    cost unknown",
  "What this says",
  "1     supervisor   0.784  +0.111  yes  better   72/72",
  "2     debate       0.601  −0.080  yes  worse    72/72",
  "simulated model: this shows the tool, not the patterns",
  "a plain line that is better left alone",
].join("\n");

test("marks, verdicts and headings have their colours, and nothing else changes", () => {
  const painted = paintLines(text, paintFor({}, { FORCE_COLOR: "1" }));
  expect(stripVTControlCharacters(painted)).toBe(text);
  expect(painted).toContain("  \u001b[32m✓\u001b[39m extract-auth");
  expect(painted).toContain("  \u001b[31m✗\u001b[39m add-tests");
  expect(painted).toContain("\u001b[33m!\u001b[39m rename");
  expect(painted).toContain("\u001b[1mWhat this says\u001b[22m");
  expect(painted).toContain("\u001b[32mbetter\u001b[39m   72/72");
  expect(painted).toContain("\u001b[31mworse\u001b[39m    72/72");
  expect(painted).toContain("a plain line that is better left alone");
});

test("without colours the text is what it was", () => {
  expect(paintLines(text, paintFor({}, {}))).toBe(text);
});

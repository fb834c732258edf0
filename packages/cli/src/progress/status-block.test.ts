import { expect, test } from "vitest";
import { canRedraw, createStatusBlock } from "./status-block.ts";

const esc = "\u001b";
const sequences = new RegExp(`(${esc}\\[[0-9?]*[A-Za-z]|\\n)`);
const upwards = new RegExp(`^${esc}\\[(\\d+)F$`);

/** What a terminal of this width shows after all that was written to it. */
function screen(columns = 40) {
  const rows: string[] = [""];
  let row = 0;
  return {
    isTTY: true,
    columns,
    write(text: string) {
      for (const part of text.split(sequences)) {
        const up = upwards.exec(part);
        if (up) row -= Number(up[1]);
        else if (part === "\u001b[0J") rows.splice(row, rows.length, "");
        else if (part === "\n") {
          row += 1;
          rows[row] ??= "";
        } else if (!part.startsWith("\u001b")) rows[row] += part;
      }
    },
    rows: () => rows.filter((line, index) => line !== "" || index < rows.length - 1),
  };
}

test("a block is drawn in place, and what is printed stays above it", () => {
  const terminal = screen();
  const block = createStatusBlock(terminal);
  block.show(["one", "two"]);
  block.print("done: a");
  block.show(["three"]);
  block.print("done: b\n");
  expect(terminal.rows()).toEqual(["done: a", "done: b", "three"]);
  block.clear();
  expect(terminal.rows()).toEqual(["done: a", "done: b"]);
});

test("a line never wraps", () => {
  const terminal = screen(10);
  const block = createStatusBlock(terminal);
  block.show(["\u001b[32m0123456789abc\u001b[39m"]);
  expect(terminal.rows()).toEqual(["01234567…"]);
  block.show(["short"]);
  expect(terminal.rows()).toEqual(["short"]);
});

test("a line of wide characters does not wrap either", () => {
  const terminal = screen(10);
  const block = createStatusBlock(terminal);
  block.show(["日本語の名前のケース"]);
  expect(terminal.rows()).toEqual(["日本語の…"]);
  block.show(["🚀🚀 ab"]);
  expect(terminal.rows()).toEqual(["🚀🚀 ab"]);
});

test("a terminal that is made narrower keeps nothing of the block either", () => {
  const written: string[] = [];
  const terminal = { isTTY: true, columns: 40, write: (text: string) => written.push(text) };
  const block = createStatusBlock(terminal);
  block.show(["0123456789 0123456789", "short"]);
  terminal.columns = 10;
  block.show(["new"]);
  // Twenty-one columns are three rows of ten by now.
  expect(written.at(-1)).toBe("\u001b[4F\u001b[0Jnew\n");
  block.clear();
  expect(written.at(-1)).toBe("\u001b[1F\u001b[0J");
});

test("what is cleared without having been shown writes nothing", () => {
  const terminal = screen();
  createStatusBlock(terminal).clear();
  expect(terminal.rows()).toEqual([]);
});

test("lines are drawn anew on terminals that can do more than text", () => {
  const terminal = { write: () => {}, isTTY: true };
  expect(canRedraw(terminal, { TERM: "xterm" })).toBe(true);
  expect(canRedraw(terminal, {})).toBe(true);
  expect(canRedraw(terminal, { TERM: "dumb" })).toBe(false);
  expect(canRedraw({ ...terminal, isTTY: false }, { TERM: "xterm" })).toBe(false);
});

import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Label, openLabelBook } from "./label-book.ts";

const label = (more: Partial<Label> = {}): Label => ({
  ...{ run: "r", subject: "s", task: "t", repetition: 0, at: "2030-01-01T00:00:00.000Z" },
  ...{ criteria: ["c"], labels: [true], ...more },
});

test("labels are kept by run, the last one of an output counts, and broken lines are passed over", () => {
  const folder = mkdtempSync(join(tmpdir(), "labels-"));
  try {
    const file = join(folder, "labels.jsonl");
    const book = openLabelBook(file);
    expect(book.of("r")).toEqual([]);
    book.add(label());
    book.add(label({ run: "other" }));
    appendFileSync(file, 'not JSON\n{"run":"r"}\nnull\n\n');
    book.add(label({ repetition: 1 }));
    book.add(label({ labels: [false] }));
    expect(openLabelBook(file).of("r")).toEqual([label({ labels: [false] }), label({ repetition: 1 })]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

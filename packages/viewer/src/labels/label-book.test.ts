import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync } from "node:fs";
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
    const book = openLabelBook(folder);
    expect(book.of("r")).toEqual([]);
    // The records may be in a database, so that the folder has none of its own yet.
    expect(existsSync(join(folder, ".x"))).toBe(false);
    book.add(label());
    expect(readFileSync(join(folder, ".x", ".gitignore"), "utf8")).toBe("*\n");
    const file = join(folder, ".x", "labels.jsonl");
    book.add(label({ run: "other" }));
    appendFileSync(file, 'not JSON\n{"run":"r"}\nnull\n\n');
    book.add(label({ repetition: 1 }));
    book.add(label({ labels: [false] }));
    expect(openLabelBook(folder).of("r")).toEqual([label({ labels: [false] }), label({ repetition: 1 })]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  ["was written by hand", (file: string) => truncateSync(file, readFileSync(file).length - 1)],
  ["broke off on a full disk", (file: string) => appendFileSync(file, '{"run":"r","subj')],
])("a label after a line without its end, which %s, is kept, and so are those before", (_, damage) => {
  const folder = mkdtempSync(join(tmpdir(), "labels-"));
  try {
    const book = openLabelBook(folder);
    book.add(label());
    damage(join(folder, ".x", "labels.jsonl"));
    book.add(label({ repetition: 1 }));
    expect(book.of("r")).toEqual([label(), label({ repetition: 1 })]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { diffPairs } from "../workspace/diff-pairs.ts";
import { solutionParts } from "./solution-parts.ts";

type Files = Record<string, { from?: string; to?: string }>;

/** The parts of what turns some texts into others, and what each file is when a part is taken back. */
async function partsOf(files: Files, most = Number.POSITIVE_INFINITY) {
  const folder = mkdtempSync(join(tmpdir(), "x-parts-"));
  try {
    const side = (text: string | undefined) =>
      text === undefined ? null : { mode: "100644", bytes: Buffer.from(text) };
    const pairs = Object.entries(files).map(([path, { from, to }]) => ({
      ...{ path, from: side(from), to: side(to) },
    }));
    const patch = (await diffPairs(pairs, join(folder, "repository"), ""))!;
    return solutionParts(patch, most).map(({ name, takeBack }, at) => {
      const work = join(folder, `${at}`);
      mkdirSync(work);
      for (const [path, { to }] of Object.entries(files)) {
        mkdirSync(dirname(join(work, path)), { recursive: true });
        if (to !== undefined) writeFileSync(join(work, path), to);
      }
      const env = { ...process.env, GIT_CEILING_DIRECTORIES: folder };
      execFileSync("git", ["apply", "--whitespace=nowarn", "-"], { cwd: work, env, input: takeBack });
      const left = Object.keys(files).flatMap((path) =>
        existsSync(join(work, path)) ? [[path, readFileSync(join(work, path), "utf8")] as const] : [],
      );
      return { name, left: Object.fromEntries(left) };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const note = { from: "one\n", to: "one\ntwo\n" };

test("rows of changed lines and paragraphs of added ones are parts, each taken back alone", async () => {
  const from = "a\nb\nc\nd\ne\nf\ng\nh\n";
  const to = "a\nB\nc\nd\ne\nf\nh\nfirst\nof it\n\nsecond\n";
  expect(await partsOf({ "src/ä b.ts": { from, to } })).toEqual([
    { name: "src/ä b.ts:2", left: { "src/ä b.ts": to.replace("B", "b") } },
    { name: "src/ä b.ts:7", left: { "src/ä b.ts": to.replace("f\nh", "f\ng\nh") } },
    { name: "src/ä b.ts:8-10", left: { "src/ä b.ts": to.replace("first\nof it\n\n", "") } },
    { name: "src/ä b.ts:11", left: { "src/ä b.ts": to.replace("second\n", "") } },
  ]);
});

test("files that a solution adds or removes are taken back as a whole, or by paragraphs", async () => {
  const parts = await partsOf({
    "gone.txt": { from: "x\ny" },
    "new/one.txt": { to: "only\n" },
    "new/two.txt": { to: "\nfirst\n\nlast, without an end" },
  });
  expect(parts).toEqual([
    {
      name: "gone.txt",
      left: {
        "gone.txt": "x\ny",
        "new/one.txt": "only\n",
        "new/two.txt": "\nfirst\n\nlast, without an end",
      },
    },
    { name: "new/one.txt", left: { "new/two.txt": "\nfirst\n\nlast, without an end" } },
    { name: "new/two.txt:2-3", left: { "new/one.txt": "only\n", "new/two.txt": "\nlast, without an end" } },
    { name: "new/two.txt:4", left: { "new/one.txt": "only\n", "new/two.txt": "\nfirst\n\n" } },
  ]);
});

test("what is all of the solution, empty, or no text is no part of it", async () => {
  expect(await partsOf({ "a.txt": note })).toEqual([]);
  expect(await partsOf({ "a.txt": note, "b.txt": { to: "" }, "c.bin": { to: "\0\n\nx" } })).toEqual([]);
  expect(await partsOf({ "a.txt": { from: "one\n", to: "one\n\n\n" }, "b.txt": note })).toEqual([]);
  expect(solutionParts("", 5)).toEqual([]);
});

test("of many parts some are taken from all over, and none of them twice", async () => {
  const paragraphs = Array.from({ length: 20_000 }, (_, at) => `${at}\n`);
  const parts = await partsOf({ "a.txt": note, "long.txt": { to: paragraphs.join("\n") } }, 4);
  expect(parts.map(({ name }) => name)).toEqual([
    ...["a.txt:2", "long.txt:1-2", "long.txt:13333-13334", "long.txt:26667-26668"],
  ]);
  expect(await partsOf({ "a.txt": note, "b.txt": note }, 0)).toEqual([]);
});

test("a file of many parts does not keep those of other files out, and many files are chosen from all over", async () => {
  const long = { to: Array.from({ length: 1_000 }, (_, at) => `${at}\n`).join("\n") };
  const names = async (files: Files, most: number) => (await partsOf(files, most)).map(({ name }) => name);
  expect(await names({ "a-lock.txt": long, "b.txt": note, "c.txt": note }, 4)).toEqual([
    ...["a-lock.txt:1-2", "a-lock.txt:1001-1002", "b.txt:2", "c.txt:2"],
  ]);
  expect(await names({ "a.txt": long, "b.txt": note, "c.txt": long, "d.txt": note }, 2)).toEqual([
    ...["a.txt:1-2", "c.txt:1-2"],
  ]);
});

test("a part takes as much room as it has lines, however long its file is", async () => {
  const lines = Array.from({ length: 50_000 }, (_, at) => `+${at}\n+\n`).join("");
  const head = "diff --git a/a.txt b/a.txt\nnew file mode 100644\n--- /dev/null\n+++ b/a.txt\n";
  for (const { takeBack } of solutionParts(`${head}@@ -0,0 +1,100000 @@\n${lines}`, 5))
    expect(takeBack.length).toBeLessThan(300);
});

test("files that are not graded as the solution leaves them have no parts", async () => {
  const head = (path: string) => `diff --git a/${path} b/${path}\nnew file mode 100644\n`;
  const added = (path: string) => `${head(path)}--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,3 @@\n+a\n+\n+b\n`;
  const parts = solutionParts(added("src.txt") + added("test.txt"), 9, (path) => path !== "test.txt");
  expect(parts.map(({ name }) => name)).toEqual(["src.txt:1-2", "src.txt:3"]);
});

test("whatever the texts are, each part can be taken back, and nothing beside it changes", async () => {
  const text = fc.tuple(
    fc.array(fc.constantFrom("a", "b", "c", "", "  ", "+", "-x", "\\", "@@ -1 +1 @@", "d\r"), {
      maxLength: 12,
    }),
    fc.boolean(),
  );
  const whole = text.map(([lines, ends]) => lines.join("\n") + (ends && lines.length > 0 ? "\n" : ""));
  await fc.assert(
    fc.asyncProperty(whole, whole, async (from, to) => {
      for (const { name, left } of await partsOf({ "f.txt": { from, to }, "note.txt": note })) {
        const [path, first, last = first] = name.split(/[:-]/) as [string, string, string?];
        const [other, solved] = path === "f.txt" ? ["note.txt", to] : ["f.txt", note.to];
        expect(left[other]).toBe(other === "f.txt" ? to : note.to);
        if (first === undefined) continue;
        const lines = solved.split(/(?<=\n)/);
        expect(left[path]).not.toBe(solved);
        expect(left[path]!.startsWith(lines.slice(0, Number(first) - 1).join(""))).toBe(true);
        expect(left[path]!.endsWith(lines.slice(Number(last)).join(""))).toBe(true);
      }
    }),
    { numRuns: 20 },
  );
});

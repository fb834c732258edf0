import { expect, test } from "vitest";
import { judgedWork } from "./judged-work.ts";

const changed = (name: string, lines: number, text = "+line of text") =>
  `diff --git a/${name} b/${name}\nindex 1..2 100644\n--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n${`${text}\n`.repeat(lines)}`;
const added = (name: string, lines: number) =>
  changed(name, lines).replace("index", "new file mode 100644\nindex");
const bytesOf = (...texts: string[]) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

test("what fits is shown as it is", () => {
  const patch = changed("a", 3);
  expect(judgedWork(patch, "Done.", 10_000)).toEqual({ patch, answer: "Done.", leftOut: null });
});

test.each([
  ["a huge file", added("huge", 100_000)],
  ["many small files", Array.from({ length: 5_000 }, (_, at) => added(`f${at}`, 1)).join("")],
  [
    "bytes",
    `${changed("a.bin", 0).split("@@")[0]}GIT binary patch\nliteral 9\n${"zcmeAS@N".repeat(90_000)}\n\n`,
  ],
  ["a huge line", changed("one", 1, `+${"é".repeat(500_000)}`)],
  ["installed files", added("node_modules/x/y.js", 100_000)],
  ["a huge note", `# left out: x\n`.repeat(50_000)],
])("%s do not keep out what was changed, nor make it long", (_, flood) => {
  const own = changed("src/auth.ts", 20, "+the change");
  for (const patch of [flood + own, own + flood]) {
    const { patch: shown, answer, leftOut } = judgedWork(patch, "x".repeat(100_000), 64 * 1024);
    expect(bytesOf(shown, answer)).toBeLessThanOrEqual(66 * 1024);
    if (!flood.startsWith("#")) expect(shown).toContain(own);
    expect(shown).toMatch(/^# .*not shown/m);
    expect(leftOut).toMatch(/^only a part of the patch of [\d,]+ KB and of the answer of 98 KB is shown$/);
  }
});

test("files of one kind are cut to the same length, and small ones are whole", () => {
  const patch = [changed("big1", 5_000), changed("small", 5), changed("big2", 9_000)].join("");
  const { patch: shown } = judgedWork(patch, "", 32 * 1024);
  expect(shown).toContain(changed("small", 5));
  const lines = (name: string) => shown.split(`b/${name}\n@@`)[1]!.split(/^#/m)[0]!.split("\n").length;
  expect(Math.abs(lines("big1") - lines("big2"))).toBeLessThan(3);
  expect(shown.match(/bytes that follow here are not shown/g)).toHaveLength(2);
});

test("of a long answer the end is shown, and the patch has what it does not need", () => {
  const patch = changed("a", 100);
  const { patch: shown, answer, leftOut } = judgedWork(patch, `${"é".repeat(50_000)}the end`, 20_000);
  expect(shown).toBe(patch);
  expect(answer).toMatch(/^… [\d,]+ bytes before this are not kept\né/);
  expect(answer).toMatch(/the end$/);
  expect(bytesOf(shown, answer)).toBeLessThanOrEqual(20_000);
  expect(leftOut).toBe("only a part of the answer of 98 KB is shown");
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { codeBlocks } from "./markdown.ts";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** What stays the same from run to run: ids, figures and widths are masked. */
function shapeOf(line: string): string {
  return line
    .replaceAll(/\b(?=\w*\d)[0-9a-f]{4}\b|\b[0-9a-f]{4}(?= →|\))|(?<=(run |→ ))[0-9a-f]{4}\b/g, "id")
    .replaceAll(/[\d,.]+ (ms|s)\b/g, "time")
    .replaceAll(/\S*example-suite\.script\.json/g, "script")
    .replaceAll(/[\d.,]+/g, "#")
    .replaceAll(/ {2,}/g, "  ");
}

/**
 * Lines left out on the page, those with the commit of the reader's folder, and times, which a busy machine makes
 * unknown.
 */
const varying = /^\s*(…|time |\w{4} {2}bench |$)/;

test("the commands of the page about results print what it shows", async () => {
  await using folder = await tempFolder();
  const suite = join(root, "bench/example-suite.json");
  const x = (...args: string[]) => runX(args, { cwd: folder.path });
  await x("bench", suite, "--agent", "noop");
  await x("bench", suite, "--model", `scripted:${join(root, "bench/example-suite.script.json")}`);
  const page = codeBlocks(readFileSync(join(root, "docs/results.md"), "utf8"));
  const shown = page.filter(({ text }) => text.startsWith("$ x "));
  expect(shown.length).toBeGreaterThan(2);
  for (const { text } of shown) {
    const [command = "", ...lines] = text.trimEnd().split("\n");
    const { code, stdout, stderr } = await x(...command.split(" ").slice(2));
    expect(code, stderr).toBe(0);
    const printed = stdout.split("\n").map(shapeOf);
    for (const line of lines.filter((each) => !varying.test(each)))
      expect(printed, `${command} prints ${line}`).toContain(shapeOf(line));
  }
});

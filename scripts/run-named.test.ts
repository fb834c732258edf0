import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./root.ts";

/** A folder of a reader's own, from which npm was called; the packages of this workspace are found from it. */
function ownFolder(files: Record<string, string>) {
  const path = mkdtempSync(join(tmpdir(), "x-own-"));
  symlinkSync(join(root, "node_modules"), join(path, "node_modules"), "junction");
  mkdirSync(join(path, "deep"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return {
    path,
    run(...words: string[]) {
      const args = [join(root, "scripts", "launch.mjs"), "example.ts", ...words];
      const env = { ...process.env, INIT_CWD: path };
      const { status, stdout, stderr } = spawnSync(process.execPath, args, {
        cwd: root,
        encoding: "utf8",
        env,
      });
      return { status, stdout, stderr };
    },
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

test("the README's first snippet runs from a file of the reader's own", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const [, snippet = "", printed] = /```ts\n([\s\S]*?)```\s+```text\n([\s\S]*?)```/.exec(readme) ?? [];
  expect(readme).toContain("npm run example -- mine.ts");
  using folder = ownFolder({ "mine.ts": snippet });
  expect(folder.run("mine.ts")).toEqual({ status: 0, stdout: printed, stderr: "" });
});

test.each([
  ["beside where npm was called", "own.mts"],
  ["with a dot", "./own.mts"],
  ["below", "deep/er.ts"],
  ["of the same name as an example", "first-sequencer.ts"],
])("a file %s gets its words and reads files where npm was called", (_, file) => {
  const program = `
    import { readFileSync } from "node:fs";
    console.log(process.argv.slice(2).join("+"), readFileSync("data.txt", "utf8"));`;
  using folder = ownFolder({ [file]: program, "data.txt": "here" });
  expect(folder.run(file, "a", "b")).toEqual({ status: 0, stdout: "a+b here\n", stderr: "" });
});

test("a full path will do", () => {
  using folder = ownFolder({ "own.ts": "console.log('own');" });
  expect(folder.run(join(folder.path, "own.ts"))).toEqual({ status: 0, stdout: "own\n", stderr: "" });
});

test.each(["first-sequencer", "first-sequencer.ts"])("%s is found among the examples", (name) => {
  using folder = ownFolder({});
  mkdirSync(join(folder.path, "first-sequencer"));
  const { status, stdout, stderr } = folder.run(name);
  expect(status, stderr).toBe(0);
  expect(stdout).toContain("$12,816 in total");
});

const usage = /^npm run example -- .*first-sequencer \| .*<path of a file of your own>\n$/m;

test.each([
  ["no-such", "There is neither no-such here nor examples/no-such.ts."],
  ["no-such.ts", "There is neither no-such.ts here nor examples/no-such.ts."],
  ["deep/first-sequencer.ts", "There is no deep/first-sequencer.ts here."],
  ["deep", "There is neither deep here nor examples/deep.ts."],
])("what is not there is said, with what there is: %s", (name, sentence) => {
  using folder = ownFolder({});
  const { status, stdout, stderr } = folder.run(name);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr.split("\n", 1)).toEqual([sentence]);
  expect(stderr).toMatch(usage);
});

test("without a name it says what there is", () => {
  using folder = ownFolder({});
  const { status, stdout, stderr } = folder.run();
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(usage);
  expect(stderr).not.toContain("There is");
});

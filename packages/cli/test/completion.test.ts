import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { keepRun } from "./kept-run.ts";
import { runProgram } from "./run-program.ts";
import { x as program, runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** What a real bash offers at the end of a line, after it has read our script. */
async function inBash(line: string): Promise<string[]> {
  await using folder = await tempFolder();
  const x = join(folder.path, "x");
  writeFileSync(x, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
  chmodSync(x, 0o755);
  const script = `
    eval "$(x completion bash)"
    complete -p x >/dev/null || exit 3
    COMP_LINE=$1 COMP_POINT=\${#1}
    _x_complete
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { code, stdout, stderr } = await runProgram("bash", ["--norc", "-c", script, "bash", line], {
    cwd: root,
    env: { PATH: `${folder.path}:${process.env.PATH}`, HOME: folder.path },
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout.split("\n").filter((word) => word !== "");
}

test.each([
  ["x comp", ["compare", "completion"]],
  ["x bench --sandbox=bub", ["bubblewrap"]],
  ["x bench bench/example-suite.json --case e", ["extract-auth"]],
  // Another file on the line is no reason to know no cases.
  ["x bench bench/example-suite.json --output out.json --case=", ["extract-auth", "add-tests"]],
  ["x help comp", ["compare", "completion"]],
  ["x models sim/j", ["sim/judge"]],
  // readline completes what follows its last break: a colon is one.
  ["x models scr", ["scripted:"]],
])("bash: %s", async (line, offered) => {
  expect(await inBash(line)).toEqual(offered);
});

test("bash: the function that the README gives completes too, and behind a run its tasks", async () => {
  await using folder = await tempFolder();
  await keepRun(folder.path, { x: { "add-tests": [1], rename: [0] } });
  const [, given] = /`(x\(\) \{ .+? \})`/.exec(readFileSync(join(root, "README.md"), "utf8"))!;
  const script = `
    ${given!.replace("/path/to/this/folder", `'${root}'`)}
    eval "$(x completion bash)"
    COMP_LINE="x show last " COMP_POINT=12
    _x_complete
    printf '%s ' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = await runProgram("bash", ["--norc", "-c", script], {
    cwd: folder.path,
    env: { PATH: process.env.PATH, HOME: folder.path },
  });
  expect({ stdout, stderr }).toEqual({ stdout: "add-tests rename ", stderr: "" });
});

test.each([
  ["bash", "complete -o default -F _x_complete x"],
  ["zsh", "compdef _x x"],
  ["zsh", "compset -P '--*='; _files"],
  ["fish", "complete -c x"],
  ["fish", "string match -r -- '^--[^=]+='"],
])("x completion %s prints a script with %s", async (shell, line) => {
  const { code, stdout, stderr } = await runX(["completion", shell]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain(line);
});

test("another shell is told as such", async () => {
  const { code, stderr } = await runX(["completion", "nu"]);
  expect(code).toBe(2);
  expect(stderr).toContain('"nu" is none of bash, zsh, fish');
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { benchFolder } from "./bench-folder.ts";
import { fixture } from "./fixture.ts";
import { runProgram } from "./run-program.ts";
import { x as program, runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

const x = `"${process.execPath}" "${program}"`;
const small = fixture("small");

function shell(line: string, cwd: string) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  return runProgram("bash", ["-c", line], { cwd, env, timeout: 60_000 });
}

test("a result that cannot be written is told in one sentence and is no success; what was run is kept", async () => {
  await using folder = await tempFolder();
  const ran = await shell(`${x} compare "${small}" --runs 1 >/dev/full`, folder.path);
  expect(ran.code).toBe(10);
  expect(ran.stderr).toContain(
    "The output is lost: stdout, which goes to /dev/full, could not be written: no space left on device. Make room there, or send it elsewhere. What was run is kept: x show last.\n",
  );
  for (const words of ["show last", "runs", "--help", "export last --format jsonl"]) {
    const { code, stderr } = await shell(`${x} ${words} >/dev/full`, folder.path);
    expect([words, code, stderr]).toEqual([words, 10, expect.stringMatching(/^The output is lost: .*\n$/)]);
  }
  expect((await shell(`${x} runs 2>/dev/full`, folder.path)).stdout).toContain("finished");
});

test("of a file for which there is no room nothing is left, and it is named", async () => {
  await using folder = await tempFolder();
  await runX(["compare", small, "--runs", "1"], { cwd: folder.path });
  const { code, stderr } = await shell(`ulimit -f 40; ${x} report last --html page.html`, folder.path);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^\S*page\.html could not be written: file too large\. .* name a file elsewhere\.\n$/,
  );
  expect(readdirSync(folder.path)).not.toContain("page.html");
  const lost = await runX(["compare", small, "--runs", "1", "--output", "/dev/full"], { cwd: folder.path });
  expect(lost).toMatchObject({ code: 10, stdout: expect.stringContaining("overall ranking") });
  expect(lost.stderr).toContain("/dev/full could not be written: no space left on device.");
});

test("a file that cannot be written keeps no other from being written", async () => {
  await using folder = await benchFolder([{ id: "a" }]);
  const lost = "/dev/full could not be written: no space left on device.";
  const suite = ["bench", "suite.json", "--agent", "noop"];
  for (const command of [suite, ["compare", small, "--runs", "1"]]) {
    const junit = `${command[0]}.xml`;
    const one = await runX([...command, "--output", "/dev/full", "--junit", junit], { cwd: folder.path });
    expect(one).toMatchObject({ code: 10, stderr: expect.stringContaining(lost) });
    expect(readFileSync(join(folder.path, junit), "utf8")).toContain("<testsuite");
  }
});

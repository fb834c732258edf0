// A store that fails or goes away while a run is under way: nobody is left with a run that is not there.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { CompleteReport } from "@flow-state-dev/testing";
import { expect, onTestFinished, test } from "vitest";
import { put, suiteText } from "./bench-folder.ts";
import { fixture } from "./fixture.ts";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

const small = fixture("small");
const noisy = "command:head -c 60000 /dev/urandom | base64 > noise; touch done.txt";

/** A folder on a disk of 900 KB. Only root may have one; whoever is not has nothing to try here. */
async function onTinyDisk(): Promise<string | null> {
  const folder = await tempFolder();
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=900k", "tmpfs", folder.path]).status === 0;
  onTestFinished(async () => {
    if (mounted) spawnSync("umount", ["-l", folder.path]);
    await folder[Symbol.asyncDispose]();
  });
  if (!mounted) expect(process.getuid?.()).not.toBe(0);
  return mounted ? folder.path : null;
}

test("a full disk under x compare: 10, what there is so far, and the command that goes on", async () => {
  const cwd = await onTinyDisk();
  if (cwd === null) return;
  const args = ["compare", small, "--runs", "60", "--format", "json"];
  const { code, stdout, stderr } = await runX(args, { cwd });
  expect(code).toBe(10);
  const lines = stderr.trimEnd().split("\n");
  expect(lines.at(-2)).toMatch(/^There is no room left to write .*x\.db; what was stored is safe\. /);
  expect(lines.at(-1)).toBe(`Go on: x ${args.join(" ")} --resume`);
  const { coverage } = JSON.parse(stdout) as CompleteReport;
  expect(coverage.planned).toBe(960);
  expect(coverage.scored).toBeGreaterThan(0);
  expect(coverage.scored).toBeLessThan(960);
});

test("a full disk under x bench: the same", async () => {
  const cwd = await onTinyDisk();
  if (cwd === null) return;
  put(cwd, "work/a.txt", "one\n");
  put(cwd, "suite.json", suiteText([{ id: "a", runs: 60 }]));
  const args = ["bench", "suite.json", "--concurrent", "4", "--budget", "3", "--agent", noisy];
  const { code, stdout, stderr } = await runX(args, { cwd });
  expect(code).toBe(10);
  expect(stdout).toMatch(/\nResults for \d+ of 60 runs \(.*\n0 of 1 passed .* · run \w{4}\n$/);
  expect(stderr).toMatch(
    /^There is no room left .*\nGo on: x bench suite\.json --concurrent 4 --budget 3 --agent 'command:.*' --resume\n$/,
  );
});

test("a full disk under x run: 10 as well, for nothing that was asked for is wrong", async () => {
  const cwd = await onTinyDisk();
  if (cwd === null) return;
  const agent = "command:head -c 2000000 /dev/urandom | base64; touch done.txt";
  const { code, stdout, stderr } = await runX(["run", "do it", "--agent", agent], { cwd });
  expect({ code, stdout }).toEqual({ code: 10, stdout: "" });
  expect(stderr).toMatch(/There is no room left to write .*x\.db; what was stored is safe\. .*\n$/);
});

/** Takes the records of a folder away as soon as there are any. */
const takeAway = (folder: string) => () => {
  const timer = setInterval(() => {
    if (!existsSync(join(folder, ".x", "x.db-wal"))) return;
    clearInterval(timer);
    setTimeout(() => rmSync(join(folder, ".x"), { recursive: true }), 300);
  }, 20);
};

const gone =
  "warning: .x/x.db was deleted or moved while the run was under way, so nothing of this run is kept there.";

test("records that are deleted under x compare: the scorecard, and a warning that it is all there is", async () => {
  await using folder = await tempFolder();
  const { code, stdout, stderr } = await runX(["compare", small, "--output", "card.txt"], {
    ...{ cwd: folder.path, env: { X_TEST_LATENCY: "100" } },
    onStart: takeAway(folder.path),
  });
  expect(code, stderr).toBe(0);
  expect(stdout).toContain("Coverage 32 of 32");
  expect(stderr).toContain(`${gone} The scorecard above and card.txt are all there is.\n`);
  expect(readFileSync(join(folder.path, "card.txt"), "utf8")).toContain("Coverage 32 of 32");
});

test("records that are deleted under x bench: the same", async () => {
  await using folder = await tempFolder();
  put(folder.path, "work/a.txt", "one\n");
  put(folder.path, "suite.json", suiteText([{ id: "a" }]));
  const args = ["bench", "suite.json", "--agent", "command:sleep 2; touch done.txt"];
  const { code, stdout, stderr } = await runX(args, { cwd: folder.path, onStart: takeAway(folder.path) });
  expect(code, stderr).toBe(0);
  expect(stdout).toContain("1 of 1 passed");
  expect(stderr).toContain(
    `${gone} What is shown above is all there is; next time --output keeps it in a file.\n`,
  );
});

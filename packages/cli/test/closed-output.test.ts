import { expect, test } from "vitest";
import { benchFolder } from "./bench-folder.ts";
import { fixture } from "./fixture.ts";
import { runProgram } from "./run-program.ts";
import { x as program, runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

const x = `"${process.execPath}" "${program}"`;
const small = fixture("small");

/** Runs a line of a shell; its last line is the exit code of the first command in it. */
async function piped(line: string, cwd: string, env: NodeJS.ProcessEnv = {}) {
  const { stdout, stderr } = await runProgram("bash", ["-c", `${line}; echo "\${PIPESTATUS[0]}"`], {
    ...{ cwd, timeout: 60_000 },
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  });
  return { code: Number(stdout.trimEnd().split("\n").at(-1)), stdout, stderr };
}

/** The state of the latest run, and how many of its cells have a score. */
async function latest(cwd: string) {
  const { stdout } = await runX(["runs", "--json"], { cwd });
  const [run] = JSON.parse(stdout) as {
    state: string;
    scored: number;
    planned: number;
    carriedUsd: number;
  }[];
  return run!;
}

test("a suite whose reader has gone stops as at Ctrl-C: what runs ends and is kept, and it is no success", async () => {
  await using folder = await benchFolder([{ id: "a" }, { id: "b" }, { id: "c" }, { id: "d" }]);
  const agent = "--agent 'command:sleep 0.3; touch done.txt' --concurrent 1 --sandbox host";
  const { code, stderr } = await piped(`${x} bench suite.json ${agent} | head -1`, folder.path);
  expect(code, stderr).toBe(130);
  expect(stderr).not.toMatch(/EPIPE|^\s+at /m);
  const { state, scored, carriedUsd } = await latest(folder.path);
  expect(state).toBe("interrupted");
  expect(scored).toBeGreaterThan(0);
  expect(carriedUsd).toBe(0);
  const resumed = await piped(`${x} bench suite.json ${agent} --resume | cat`, folder.path);
  expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining("4 of 4 passed") });
});

test("a terminal that is closed stops a suite in order too: what runs ends and is kept", async () => {
  await using folder = await benchFolder([{ id: "a" }, { id: "b" }, { id: "c" }, { id: "d" }]);
  const agent = "--agent 'command:sleep 1; touch done.txt' --concurrent 1 --sandbox host";
  // The terminal goes with the program that holds its other end, as soon as the second case has begun.
  const line = `${x} bench suite.json ${agent}`;
  await runProgram("script", ["-qfec", line, "/dev/null"], {
    ...{
      cwd: folder.path,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TERM: "xterm", NO_COLOR: "1" },
    },
    onStart: (child) => {
      let seen = "";
      child.stdout!.on("data", (text) => {
        seen += text;
        if (seen.includes("✓ a") && seen.includes("… b")) child.kill("SIGKILL");
      });
    },
  });
  await expect.poll(async () => (await latest(folder.path)).state, { timeout: 20_000 }).toBe("interrupted");
  // The second one ended too, and on a slow machine a third may have begun before the terminal was gone.
  expect((await latest(folder.path)).scored).toBeGreaterThan(1);
});

test("a comparison whose progress nobody reads goes on to its scorecard", async () => {
  await using folder = await tempFolder();
  const line = `${x} compare "${small}" --runs 1 2> >(head -1 >/dev/null) >card.txt`;
  expect((await piped(line, folder.path, { X_TEST_LATENCY: "50" })).code).toBe(0);
  expect(await latest(folder.path)).toMatchObject({ state: "finished", scored: 16 });
});

test("one of which nothing is read any more stops, and nothing is carried", async () => {
  await using folder = await tempFolder();
  const line = `${x} compare "${small}" --concurrency 1 2>&1 | head -1`;
  const { code } = await piped(line, folder.path, { X_TEST_LATENCY: "200" });
  expect(code).toBe(130);
  expect(await latest(folder.path)).toMatchObject({ state: "interrupted", carriedUsd: 0 });
});

test("what only shows something is done when its reader has read enough", async () => {
  await using folder = await tempFolder();
  await runX(["compare", small, "--runs", "1"], { cwd: folder.path });
  for (const words of ["export last --format jsonl", "show last --json 2>&1", "--help"]) {
    const { code, stderr } = await piped(`${x} ${words} | head -c 1 >/dev/null`, folder.path);
    expect([words, code, stderr]).toEqual([words, 0, ""]);
  }
});

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

/** A project with a suite of these cases. */
function writeSuite(folder: string, cases: object[], files: Record<string, string> = {}): void {
  const all = { "suite.json": JSON.stringify({ name: "odd", cases }), "work/README.md": "hello\n", ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const prompt = "Do it.";
const workspace = "work";

// The page about honest suites has the example suite examined.
test("a sound suite: what was found, a receipt beside it, exit code 0, and nothing else is written", async () => {
  await using folder = await tempFolder();
  const solved = { prompt, workspace, solution: "done", setup: ["true"], budget: 2.5, timeout: 60 };
  writeSuite(
    folder.path,
    [
      { id: "named", ...solved, expect: ["file:done contains 'one'", "test:test -f README.md"] },
      { id: "whole", ...solved, expect: ["test:grep -q two done"] },
    ],
    { "done/done": "one\n\ntwo\n" },
  );
  const { code, stdout, stderr } = await runX(["doctor", "suite.json", "--runs", "2"], { cwd: folder.path });
  expect(stderr).toBe("");
  const lines = stdout.trimEnd().split("\n");
  expect(lines.slice(0, -3)).toEqual([
    "odd, 2 cases",
    "  schema            fine",
    "  untouched         fails both, as it must",
    "  holds already     named: test:test -f README.md",
    "  noop              fails both, as it must",
    "  solution × 2      named 2 of 2 · whole 2 of 2",
    "  near misses       2 of 4 fail; each is a solution without a part of it",
    "                    named passes without done:3  ← nothing checks it",
    "                    whole passes without done:1-2  ← nothing checks it",
    "  grading twice     agrees",
  ]);
  expect(lines.at(-3)).toMatch(/^ {2}set-up {12}\S+ m?s a case$/);
  expect(lines.at(-2)).toBe("  cost              at most $5.00; no earlier run tells more");
  expect(lines.at(-1)).toBe("Fine. Receipt: suite.receipt.json");
  expect(code).toBe(0);
  const receipt = JSON.parse(readFileSync(join(folder.path, "suite.receipt.json"), "utf8"));
  expect(receipt).toMatchObject({ receipt: 1, suite: "odd", ok: true, solutionRuns: 2 });
  expect(receipt.cases.map(({ id }: { id: string }) => id)).toEqual(["named", "whole"]);
  expect(JSON.stringify(receipt)).not.toContain(folder.path);
  expect(existsSync(join(folder.path, ".x"))).toBe(false);
});

test("a receipt that cannot be written is told with its reason, and the word on the suite stands", async () => {
  await using folder = await tempFolder();
  const it = { id: "steady", prompt, workspace, solution: "done", expect: ["file:done exists"] };
  writeSuite(folder.path, [it], { "done/done": "", "suite.receipt.json/in-the-way": "" });
  const { code, stdout } = await runX(["doctor", "suite.json", "--runs", "1"], { cwd: folder.path });
  expect(stdout.trimEnd().split("\n").at(-1)).toMatch(
    /^Fine\. No receipt, for suite\.receipt\.json could not be written: [a-z ]+\.$/,
  );
  expect(code).toBe(0);
});

test("a flaky solution is named with its rate, the expectation and the run; exit code 1", async () => {
  await using folder = await tempFolder();
  const counter = join(folder.path, "counter");
  // Solved or not, every third time that it is asked it fails. Only without a sandbox can it remember.
  const flaky = `sh -c 'echo >> $COUNTER; test $(( $(wc -l < $COUNTER) % 3 )) -ne 0'`;
  writeSuite(
    folder.path,
    [
      {
        id: "odd-test",
        prompt,
        workspace,
        env: ["COUNTER"],
        solution: "done",
        expect: ["file:done exists", `test:${flaky}`],
      },
      { id: "steady", prompt, workspace, solution: "done", expect: ["file:done exists"] },
    ],
    { "done/done": "" },
  );
  const { code, stdout } = await runX(["doctor", "suite.json", "--runs", "4", "--sandbox", "host"], {
    cwd: folder.path,
    env: { COUNTER: counter },
  });
  // It is asked twice untouched, once after noop (the third time), then four times after the solution.
  expect(stdout).toContain("  solution × 4      steady 4 of 4\n");
  expect(stdout).toMatch(
    / {20}odd-test 3 of 4 {2}← flaky: test:sh .*\(exit code 1, after [\d.]+ s; in run 3\)\n/,
  );
  expect(stdout).toContain("; odd-test is flaky. Receipt: suite.receipt.json\n");
  expect(code).toBe(1);
  const receipt = JSON.parse(readFileSync(join(folder.path, "suite.receipt.json"), "utf8"));
  expect(receipt).toMatchObject({
    ok: false,
    cases: [
      {
        id: "odd-test",
        problems: ["grading-disagrees", "solution-flaky"],
        solution: { passed: 3, of: 4, flickers: [`test:${flaky}`] },
      },
      { id: "steady", problems: [], solution: { passed: 4, of: 4, flickers: [] } },
    ],
  });
});

test("every kind of problem is told, and a case without a solution is unproven but none", async () => {
  await using folder = await tempFolder();
  writeSuite(
    folder.path,
    [
      { id: "idle", prompt, workspace, expect: ["file:README.md exists"] },
      { id: "wrong", prompt, workspace, solution: "done", expect: ["file:other exists"] },
      { id: "broken", prompt, workspace, setup: ["echo no >&2; exit 7"], expect: ["file:done exists"] },
      { id: "misfit", prompt, workspace, solution: "bad.patch", expect: ["file:done exists"] },
      { id: "unproven", prompt, workspace, expect: ["file:done exists"] },
    ],
    { "done/done": "", "bad.patch": "--- a/nothing\n+++ b/nothing\n@@ -1 +1 @@\n-a\n+b\n" },
  );
  const { code, stdout } = await runX(["doctor", "suite.json", "--runs", "1"], { cwd: folder.path });
  expect(stdout).toContain("passes idle  ← must fail: it proves nothing\n");
  expect(stdout).toContain("wrong 0 of 1  ← fails: file:other exists (");
  expect(stdout).toContain(
    'broken cannot be run  ← The set-up of broken failed: "echo no >&2; exit 7" exited with 7.',
  );
  expect(stdout).toContain("misfit 0 of 1  ← fails: bad.patch does not apply to the workspace");
  expect(stdout).toContain("without a solution, so unproven: idle, broken, unproven\n");
  expect(stdout).toMatch(
    /\n4 problems: idle passes although nothing was done; the solution of wrong does not pass; broken cannot be run: .*; the solution of misfit does not pass\. Receipt: suite.receipt.json\n$/,
  );
  expect(stdout).not.toMatch(/problems:.*unproven/);
  expect(code).toBe(1);
});

test("of a part of a suite there is no receipt", async () => {
  await using folder = await tempFolder();
  writeSuite(folder.path, [
    { id: "one", prompt, workspace, tags: ["quick"], expect: ["file:done exists"] },
    { id: "two", prompt, workspace, expect: ["file:README.md exists"] },
  ]);
  for (const flags of [
    ["--case", "o*"],
    ["--tag", "quick"],
  ]) {
    const { code, stdout } = await runX(["doctor", "suite.json", ...flags], { cwd: folder.path });
    expect(stdout).toContain("odd, 1 case\n");
    expect(stdout).toContain("No problem found, and no solution to prove that it can be passed.");
    expect(stdout).toContain("No receipt, for these are 1 of 2 cases.\n");
    expect(code).toBe(0);
  }
  expect(existsSync(join(folder.path, "suite.receipt.json"))).toBe(false);
});

test("Ctrl-C ends it with 130, and without a receipt", async () => {
  await using folder = await tempFolder();
  const mark = join(folder.path, "begun");
  const setup = ["touch $MARK; sleep 60"];
  writeSuite(folder.path, [
    {
      id: "slow",
      prompt,
      workspace,
      env: ["MARK"],
      setup,
      expect: ["file:done exists"],
      solution: "done.sh",
    },
  ]);
  writeFileSync(join(folder.path, "done.sh"), "touch done\n");
  const { code, stdout, stderr } = await runX(["doctor", "suite.json", "--sandbox", "host"], {
    cwd: folder.path,
    env: { MARK: mark },
    onStart: (child) => whenThere(mark, () => child.kill("SIGINT")),
  });
  expect(stderr).toContain("Stopping; running checks are cut off.");
  expect(stdout).toContain("not tried: slow\n");
  expect(code).toBe(130);
  expect(existsSync(join(folder.path, "suite.receipt.json"))).toBe(false);
});

function whenThere(file: string, act: () => void): void {
  const timer = setInterval(() => {
    if (!existsSync(file)) return;
    clearInterval(timer);
    act();
  }, 50);
}

test.each([
  ["a suite that is not there", ["missing.json"], "there is no such file"],
  [
    "a benchmark",
    ["bench.ts"],
    "this is a module, not a suite\n          a benchmark of patterns is run with x compare bench.ts\n",
  ],
  ["a mistake in a suite", ["bad.json"], 'did you mean "file:a exists"?'],
  ["a case that is not there", ["suite.json", "--case", "three"], "There are: one."],
  ["no runs at all", ["suite.json", "--runs", "0"], '"0" is not a whole number from 1'],
  ["flags of suites, and no suite", ["--case", "one"], "--case is for suites, and none is named"],
])("%s: exit code 2, and nothing is run", async (_what, args, sentence) => {
  await using folder = await tempFolder();
  writeSuite(folder.path, [{ id: "one", prompt, workspace, expect: ["file:done exists"] }], {
    "bench.ts": "export default {};\n",
    "bad.json": JSON.stringify({ name: "bad", cases: [{ id: "one", prompt, expect: ["files:a exists"] }] }),
  });
  const result = await runX(["doctor", ...args], { cwd: folder.path });
  expect(result.stderr).toContain(sentence);
  expect(result).toMatchObject({ code: 2, stdout: "" });
});

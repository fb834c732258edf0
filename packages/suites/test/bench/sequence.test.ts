import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { noFigures } from "../../src/agent/agent-report.ts";
import { chooseSandbox, type SandboxChoice } from "../../src/sandbox/choose-sandbox.ts";
import { notStarted } from "../../src/sandbox/run-guarded.ts";
import type { ExecOptions } from "../../src/sandbox/sandbox.ts";
import { processesWith, uniqueSeconds } from "../sandbox/watch-host.ts";
import { openBench } from "./support.ts";

const real = await chooseSandbox("auto");

/** The real sandbox, met by a function before every command. */
function watched(meet: (line: string, options: ExecOptions) => "gone" | undefined): SandboxChoice {
  const { sandbox } = real;
  return {
    ...real,
    sandbox: {
      ...sandbox,
      async exec(command, options) {
        const line = "shell" in command ? command.shell : command.argv.join(" ");
        return meet(line, options) === "gone"
          ? notStarted("the disk is full")
          : sandbox.exec(command, options);
      },
    },
  };
}

test.each([
  ["time-out", "touch done.txt; trap '' TERM; (setsid sleep MARK &); sleep MARK", "timed-out"],
  [
    "budget",
    `echo '{"cost":5}' > "$X_USAGE"; touch done.txt; (setsid sleep MARK &); sleep MARK`,
    "over-budget",
  ],
  ["crash", "touch done.txt; (setsid sleep MARK &); sleep 0.1; kill -SEGV $$", "errored"],
])(
  "%s: the whole tree is dead before grading starts, and what is left is graded for information",
  async (_what, line, outcome) => {
    await using bench = await openBench();
    const mark = uniqueSeconds();
    const alive: number[][] = [];
    const sandbox = watched((command) => {
      if (command === "test -f done.txt") alive.push(processesWith(mark));
      return undefined;
    });
    // Only the one that is to run out of time has little of it, however slow the machine.
    const timeout = outcome === "timed-out" ? 2 : 60;
    const it = { expect: ["file:done.txt exists", "test:test -f done.txt"], timeout };
    const result = await bench.run(it, `command:${line.replaceAll("MARK", mark)}`, { sandbox });
    expect(result).toMatchObject({ pass: false, outcome, expectations: [{ pass: true }, { pass: true }] });
    expect(alive).toEqual([[]]);
  },
);

test("a grader that cannot run is tried again, and then is nobody's result: the agent is not run twice", async () => {
  await using bench = await openBench();
  let agents = 0;
  let graders = 0;
  const gone = (from: number) =>
    watched((line) => {
      if (line.includes("touch done.txt")) agents++;
      return line === "true" && ++graders >= from ? "gone" : undefined;
    });
  const it = { expect: ["test:true", "file:done.txt exists"] };
  const broken = await bench.run(it, "command:touch done.txt", { sandbox: gone(1) });
  expect(broken).toMatchObject({ pass: false, outcome: "infrastructure" });
  expect(broken.runs[0]!.error).toContain("the disk is full");
  expect(broken.expectations).toMatchObject([{ pass: null }, { pass: true }]);
  expect({ agents, graders, attempts: broken.runs[0]!.attempts }).toEqual({
    agents: 1,
    graders: 3,
    attempts: 1,
  });
  graders = 0;
  const hiccup = watched((line) => (line === "true" && ++graders === 1 ? "gone" : undefined));
  expect(await bench.run(it, "command:touch done.txt", { sandbox: hiccup })).toMatchObject({ pass: true });
});

test("a sandbox that cannot start the agent is infrastructure, and worth another attempt", async () => {
  await using bench = await openBench();
  let tries = 0;
  const sandbox = watched((line) => (line.includes("touch done.txt") && ++tries < 3 ? "gone" : undefined));
  const result = await bench.run({}, "command:touch done.txt", { sandbox });
  expect(result).toMatchObject({ pass: true, runs: [{ attempts: 3 }] });
});

test("an agent that ignores its signal is not graded", { timeout: 30_000 }, async () => {
  await using bench = await openBench();
  const deaf = {
    ...{ name: "deaf", model: null, needsModel: false, settings: {} },
    version: async () => "1",
    run: () => new Promise<never>(() => {}),
  };
  const result = await bench.run({ timeout: 0.1 }, "noop", { agents: [{ name: "deaf", agent: deaf }] });
  expect(result).toMatchObject({ outcome: "infrastructure", pass: false });
  expect(result.runs[0]!.error).toContain("did not end within 10 s");
});

test("an agent that only knows that it was stopped was stopped by its clock", async () => {
  await using bench = await openBench();
  const agent = {
    ...{ name: "slow", model: null, needsModel: false, settings: {} },
    version: async () => "1",
    run: ({ signal }: { signal: AbortSignal }) =>
      new Promise<never>((resolve) =>
        signal.addEventListener("abort", () =>
          resolve({ ...noFigures, ended: "cancelled", detail: "" } as never),
        ),
      ),
  };
  const result = await bench.run({ timeout: 0.1 }, "noop", { agents: [{ name: "slow", agent }] });
  expect(result.outcome).toBe("timed-out");
});

test("what a test command does to what grades is undone before the next one", async () => {
  await using bench = await openBench();
  bench.put("work/check.sh", "grep -q right a.txt\n");
  bench.put("hidden/hidden.sh", "grep -q right a.txt\n");
  const agent = "command:echo 'echo true > check.sh; echo true > hidden.sh; exit 0' > build.sh";
  const it = {
    ...{ protect: ["check.sh"], hidden: "hidden" },
    expect: ["test:sh build.sh", "test:sh check.sh", "test:sh hidden.sh"],
  };
  const result = await bench.run(it, agent);
  expect(result.expectations.map(({ pass }) => pass)).toEqual([true, false, false]);
  expect(result.runs[0]!.putBack).toEqual([]);
});

test("diff: is about what the agent changed, and says so of what a command has made", async () => {
  await using bench = await openBench();
  const asked = ["test:mkdir gen && echo x > gen/a.js", "file:gen/a.js exists", "diff:gen/a.js", "diff:gen/"];
  const result = await bench.run({ expect: [...asked, "not diff:gen/a.js", "diff:a.txt"] }, "command:true");
  const later =
    "was not there when the agent had ended (diff: asks for what the agent changed); nothing was changed";
  expect(result.expectations.map(({ pass, evidence }) => [pass, evidence]).slice(1)).toEqual([
    [true, "gen/a.js is there"],
    [false, `gen/a.js ${later}`],
    [false, `gen/ ${later}`],
    [true, `gen/a.js ${later}`],
    [false, "a.txt is as it was; nothing was changed"],
  ]);
});

test("files and set-up come before the agent, off its clock, and never through a link of the project", async () => {
  await using bench = await openBench();
  bench.put("outside/keep.txt", "mine\n");
  symlinkSync(join(bench.path, "outside"), join(bench.path, "work", "linked"));
  const it = {
    files: { "linked/keep.txt": "theirs\n", "deep/b.txt": "b\n" },
    setup: ["sleep 2", "cat deep/b.txt linked/keep.txt > set-up.txt"],
    expect: ["file:set-up.txt contains 'theirs'", "file:deep/b.txt exists", "diff:only done.txt"],
  };
  const result = await bench.run(it, "command:test -f set-up.txt && touch done.txt");
  expect(result).toMatchObject({ pass: true });
  expect(result.duration).toBeLessThan(2);
  expect(readFileSync(join(bench.path, "outside/keep.txt"), "utf8")).toBe("mine\n");
});

test.each([
  [
    "take the place of a folder",
    "src",
    '"src" is a folder of the workspace. Name a file in it, such as "src/file.txt".',
  ],
  ["lie below a file", "src/a.txt/deep/b", '"src/a.txt" is a file of the workspace. Name a file beside it.'],
])("a file that would %s is a mistake of the case", async (_, path, why) => {
  await using bench = await openBench();
  bench.put("work/src/a.txt", "a\n");
  const result = await bench.run({ files: { [path]: "text\n" } }, "command:touch done.txt");
  expect(result.outcome).toBe("infrastructure");
  expect(result.runs[0]!.error).toBe(`The files of case cannot be written: ${why}`);
});

test("files and solutions below a link of the project, to a folder in it, go into that folder", async () => {
  await using bench = await openBench();
  bench.put("work/packages/core/src/a.txt", "a\n");
  symlinkSync("packages/core/src", join(bench.path, "work", "src"));
  bench.put("solution/src/deep/done.txt", "done\n");
  const it = {
    files: { "src/deep/b.txt": "b\n" },
    solution: "solution",
    expect: [
      "file:packages/core/src/deep/b.txt exists",
      "file:src/a.txt exists",
      "diff:only packages/core/src/deep/done.txt",
      "file:src/deep/done.txt exists",
    ],
  };
  expect(await bench.run(it, "oracle")).toMatchObject({ pass: true });
});

test("no agent sees the suite, hidden files or solutions in its project, nor in the history of git", async () => {
  await using bench = await openBench();
  bench.put("package.json", "{}");
  bench.put("bench/hidden/t.txt", "hidden-answer\n");
  bench.put("bench/solution/s.txt", "solution-answer\n");
  bench.put("bench/other.txt", "fine\n");
  bench.put("suite.json", "{}");
  const git = (...args: string[]) =>
    spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd: bench.path,
      encoding: "utf8",
    });
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "-m", "all of it");
  const it = {
    ...{ workspace: null, hidden: "bench/hidden", solution: "bench/solution" },
    expect: ["output contains 'bench/other.txt'", "output contains 'end'", "diff:only .git/**"],
  };
  const look = "find . -path ./.git -prune -o -type f -print; git log --all -p; git status --short; echo end";
  const result = await bench.run(it, `command:${look}`);
  expect(result).toMatchObject({ pass: true });
  const answer = await bench.store.artifact(
    (await bench.store.findRun("last"))!.id,
    { subject: "agent", task: "case", run: 0 },
    1,
    "answer",
  );
  const seen = String(answer?.content);
  for (const secret of ["answer", "suite.json\n", "hidden/t", "all of it"])
    expect(seen).not.toContain(secret);
  expect(git("log", "--oneline").stdout).toContain("all of it");
});

test("a project that reaches its suite through a link loses nothing of it", async () => {
  await using bench = await openBench();
  bench.put("elsewhere/solution/s.txt", "s\n");
  bench.put("package.json", "{}");
  symlinkSync(join(bench.path, "elsewhere"), join(bench.path, "linked"));
  const it = { workspace: null, solution: "linked/solution", expect: ["no-file:elsewhere/solution/s.txt"] };
  expect(await bench.run(it, "noop")).toMatchObject({ pass: true });
  expect(existsSync(join(bench.path, "elsewhere/solution/s.txt"))).toBe(true);
});

test("an oracle without a solution says why it did nothing", async () => {
  await using bench = await openBench();
  const result = await bench.run({}, "oracle");
  expect(result.runs[0]).toMatchObject({
    outcome: "failed",
    ended: "gave-up",
    detail: "The case has no solution.",
  });
});

import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { benchFolder, put, suiteText, touch } from "./bench-folder.ts";
import { runProgram } from "./run-program.ts";
import { runX } from "./run-x.ts";

describe("going on", () => {
  /** Leaves a mark outside for every time that a case is worked on; only the host sandbox lets it. */
  const marking = (folder: string) =>
    `command:echo "$X_PROMPT" >> ${folder}/marks; touch done.txt; sleep 0.7`;
  const cases = ["a", "b", "c", "d"].map((id) => ({ id, prompt: id }));

  test.each<[string, NodeJS.Signals, number | null]>([
    ["Ctrl-C lets running cases end and exits with 130", "SIGINT", 130],
    ["kill -9 loses nothing that was finished", "SIGKILL", null],
  ])("%s; --resume runs no finished case again", async (_what, signal, code) => {
    await using folder = await benchFolder(cases);
    const args = ["--agent", marking(folder.path), "--sandbox", "host"];
    const stopped = await folder.bench(args, {
      onStart: (child) => {
        let out = "";
        child.stdout!.on("data", (text: string) => {
          if (out.includes("✓ b ")) return;
          out += text;
          if (out.includes("✓ b ")) child.kill(signal);
        });
      },
    });
    expect(stopped.code).toBe(code);
    const before = readFileSync(folder.file("marks"), "utf8").trim().split("\n");
    if (signal === "SIGINT") {
      expect(stopped.stderr).toContain("Go on later with the same command and --resume.");
      expect(stopped.stderr).toMatch(
        /Go on: x bench suite\.json --output out\.json --agent 'command:.*' --sandbox host --resume/,
      );
      expect(stopped.results).toMatchObject({ aborted: true, total: 4 });
      expect(new Set(before).size).toBe(before.length);
    }
    expect(before.length).toBeLessThan(4);
    const other = await runX(["bench", "suite.json", "--agent", "noop", "--case", "a"], { cwd: folder.path });
    expect(other.stderr).not.toContain("is unfinished");
    const resumed = await folder.bench([...args, "--resume"]);
    expect(resumed.code).toBe(0);
    expect(resumed.results).toMatchObject({ passed: 4, total: 4, aborted: false });
    expect(resumed.stdout).toMatch(/at most \$\d+\.00 more\n/);
    expect(resumed.stdout).toMatch(/\d of 4 runs were done before/);
    const marks = readFileSync(folder.file("marks"), "utf8").trim().split("\n");
    for (const done of ["a", "b"]) expect(marks.filter((mark) => mark === done)).toEqual([done]);
    expect(new Set(marks)).toEqual(new Set(["a", "b", "c", "d"]));
  });
});

test("while a suite runs, the same command begins a run of its own, and --resume joins the one that runs", async () => {
  await using folder = await benchFolder(["a", "b"].map((id) => ({ id, prompt: id })));
  const agent = `command:until test "$X_PROMPT" = a || test -e ${folder.file("go")}; do sleep 0.1; done; touch done.txt`;
  const start = (shown: string, ...flags: string[]) => {
    const begun = Promise.withResolvers<void>();
    let out = "";
    const ended = runX(["bench", "suite.json", "--agent", agent, "--sandbox", "host", ...flags], {
      cwd: folder.path,
      onStart: (child) =>
        child.stdout!.on("data", (text: string) => {
          out += text;
          if (out.includes(shown)) begun.resolve();
        }),
    });
    return { ended, begun: Promise.race([begun.promise, ended]) };
  };
  const first = start("✓ a ");
  await first.begun;
  const others = [start("✓ a "), start("small · ", "--resume")] as const;
  await Promise.all(others.map(({ begun }) => begun));
  put(folder.path, "go", "");
  const [before, own, joined] = await Promise.all([first.ended, others[0].ended, others[1].ended]);
  const runOf = ({ stdout }: { stdout: string }) => /2 of 2 passed.* run (\w+)/.exec(stdout)?.[1] ?? stdout;
  expect([before.code, own.code, joined.code]).toEqual([0, 0, 0]);
  expect(own.stderr).toContain("This starts a new one");
  expect(runOf(own)).not.toBe(runOf(before));
  expect(runOf(joined)).toBe(runOf(before));
});

test("Ctrl-C in the last case: it ends, nothing is left to go on with, and no further suite begins", async () => {
  await using folder = await benchFolder([{ id: "a" }]);
  put(folder.path, "second.json", suiteText([{ id: "b" }], { name: "second" }));
  const interrupted = (...suites: string[]) => {
    const agent = "command:echo he''re; sleep 1; touch done.txt";
    return runX(["bench", ...suites, "--agent", agent, "--verbose"], {
      cwd: folder.path,
      onStart: (child) => {
        let out = "";
        child.stdout!.on("data", (text: string) => {
          if (out.includes("│ here")) return;
          out += text;
          if (out.includes("│ here")) child.kill("SIGINT");
        });
      },
    });
  };
  const [alone, several] = await Promise.all([
    interrupted("suite.json"),
    interrupted("second.json", "suite.json"),
  ]);
  for (const { stdout, stderr } of [alone, several]) {
    expect(stderr).toContain("No other is left: once ended, the run is complete.");
    expect(stderr).not.toContain("--resume");
    expect(stdout).toContain("1 of 1 passed");
  }
  expect([alone.code, several.code]).toEqual([0, 130]);
  expect(several.stderr).toContain("Not run: small.");
  expect(several.stdout).not.toContain("small");
});

test("kill -9 in a sandbox leaves no process behind, and the next run removes what lies about", async () => {
  await using folder = await benchFolder([{ id: "a" }]);
  const seconds = `9${Date.now()}.5`;
  const alive = async () =>
    (await runProgram("ps", ["-eo", "args"])).stdout
      .split("\n")
      .filter((line) => line === `sleep ${seconds}`);
  const started = Promise.withResolvers<void>();
  let said = "";
  const running = folder.bench(
    ["--agent", `command:(setsid sleep ${seconds} &); echo here; sleep ${seconds}`, "--verbose"],
    {
      onStart: (child) =>
        child.stdout!.on("data", (text: string) => {
          said += text;
          if (!said.includes("│ here")) return;
          started.resolve();
          child.kill("SIGKILL");
        }),
    },
  );
  await started.promise;
  await running;
  await vi.waitFor(async () => expect(await alive()).toEqual([]), { timeout: 20_000 });
  // Nobody works on it any more, and whoever looks is told so.
  expect((await runX(["runs"], { cwd: folder.path })).stdout).toMatch(/ interrupted\n$/);
  const changed = await folder.bench(["--agent", touch, "--resume"]);
  expect(changed).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^warning: The unfinished run \w+ of small was not continued/),
  });
});

test("kill -9 does not lose what a program told beside a gateway that it did not use", async () => {
  await using folder = await benchFolder([{ id: "a", timeout: 300 }], { model: "claude-sonnet-4-5" });
  const agent = `command:echo '{"cost":0.4}' > "$X_USAGE"; sleep 300`;
  const spent = async () => {
    const { stdout } = await runX(["runs", "--json"], { cwd: folder.path });
    return (JSON.parse(stdout || "[]") as { costUsd: number | null }[])[0]?.costUsd;
  };
  let kill = () => {};
  const running = folder.bench(["--agent", agent], {
    env: { ANTHROPIC_API_KEY: "sk-ant-never-used" },
    onStart: (child) => {
      kill = () => child.kill("SIGKILL");
    },
  });
  try {
    await vi.waitFor(async () => expect(await spent()).toBe(0.4), { timeout: 60_000, interval: 500 });
  } finally {
    kill();
    await running;
  }
  expect(await spent()).toBe(0.4);
  expect((await runX(["runs"], { cwd: folder.path })).stdout).toMatch(/≤ \$0\.40 .*interrupted\n$/);
});

describe("cases of different runs, stopped by the budget", () => {
  // Each run tells of 0.4: the first of a and of b are within 0.5.
  const agent = `command:touch done.txt; echo '{"cost":0.4}' > "$X_USAGE"`;
  const args = ["--agent", agent, "--budget"];
  const stopped = async () => {
    const folder = await benchFolder([{ id: "a" }, { id: "b", runs: 3 }]);
    const first = await folder.bench([...args, "0.5"]);
    expect(first).toMatchObject({ code: 3, results: { coverage: { planned: 4, withResult: 2 } } });
    return { ...folder, first };
  };

  test("each case counts as often as it was planned, wherever the run is shown", async () => {
    await using folder = await stopped();
    const x = async (...words: string[]) => (await runX(words, { cwd: folder.path })).stdout;
    expect(folder.first.stdout).toContain("\n1 of 2 passed every time");
    expect(await x("show", "last")).toContain("\n1 of 2 passed every time");
    const markdown = await x("export", "last", "--format", "markdown");
    expect(markdown).toContain("1 of 2 passed every time");
    expect(markdown).toMatch(/\n\| ! \| b \| 1 of 3 \| .* \| 2 untried \|\n/);
    expect(markdown).toMatch(/\n\| ✓ \| a \| 1 of 1 \| .* \| {2}\|\n/);
    const junit = await x("export", "last", "--format", "junit");
    expect(junit.match(/name="b #[23]" time="0\.000">\s*<skipped message="never tried"/g)).toHaveLength(2);
  });

  test("--resume says what may be spent at most from then on: by the runs that are left, within the budget", async () => {
    await using folder = await stopped();
    const resume = (...words: string[]) =>
      runX(["bench", "suite.json", "--agent", agent, "--resume", ...words], { cwd: folder.path });
    const plan = (await resume("--plan")).stdout;
    expect(plan).toMatch(/^small · .* · at most \$2\.00 more\n/);
    expect(plan).toMatch(/\n2 runs, one after the other, .* at most 40 s,/);
    expect(plan).toContain("\n2 of 4 runs were done before and are not in this;");
    expect(plan).not.toMatch(/\na +1 /);
    expect((await resume("--plan", "--budget", "1")).stdout).toMatch(/ at most \$0\.20 more\n/);
    expect((await resume("--plan", "--budget", "0.5")).stdout).toMatch(/ at most \$0\.00 more\n/);
    const other = ["bench", "suite.json", "--agent", touch, "--resume"];
    const anew = /^small · .* · at most \$4\.00 · a new run, as there is none like it to go on with\n/;
    const planned = (await runX([...other, "--plan"], { cwd: folder.path })).stdout;
    expect(planned).toMatch(anew);
    expect(planned).not.toContain("Runs that an unfinished run has a result of");
    const began = await runX(other, { cwd: folder.path });
    expect(began.stdout).toMatch(anew);
    expect(began.stderr.match(/was not continued but started anew/g)).toHaveLength(1);
    // What has changed runs again: that the run itself sees.
    put(
      folder.path,
      "suite.json",
      suiteText([
        { id: "a", prompt: "Do more." },
        { id: "b", runs: 3 },
      ]),
    );
    const changed = await resume();
    expect(changed.stdout).toMatch(/^small · .* · at most \$3\.00 more\n/);
    expect(changed.stdout).toContain("1 of 4 runs were done before");
    const nothing = (await resume("--plan")).stdout;
    expect(nothing).toMatch(/ at most \$0\.00 more\n/);
    expect(nothing).toContain("\nNothing is left to run.\n4 of 4 runs were done before");
  });

  test("an unfinished run is told of where --resume would go on with it, and in no other case", async () => {
    await using folder = await stopped();
    const another = await folder.bench(["--agent", touch, "--budget", "0.5"]);
    expect(another.stderr).not.toContain("is unfinished");
    const same = await folder.bench([...args, "0.5"]);
    expect(same.stderr).toMatch(
      /^Run \w+ of small is unfinished \(2 of 4 runs, \$0\.80\)\. This starts a new one; --resume would go on with it\.\n/,
    );
  });

  test("--resume in a subfolder pays for nothing that the project around it has: it says where to call it", async () => {
    await using folder = await stopped();
    put(folder.path, "package.json", "{}");
    put(folder.path, "src/a.txt", "");
    const below = (...words: string[]) =>
      runX(["bench", "../suite.json", "--resume", ...words], { cwd: folder.file("src") });
    const refused = {
      ...{ code: 2, stdout: "" },
      stderr: expect.stringMatching(
        /^--resume finds nothing to go on with in this folder, but \S+ keeps the unfinished run \w+ of small\. Call it there, or leave out --resume to begin a new run here\. Nothing was run\.\n$/,
      ),
    };
    expect(await below("--agent", agent)).toMatchObject(refused);
    expect(await below("--agent", agent, "--plan")).toMatchObject(refused);
    expect(existsSync(folder.file("src/.x"))).toBe(false);
    // Another agent has nothing there to go on with.
    const other = await below("--agent", touch);
    expect(other).toMatchObject({ code: 0, stderr: "" });
    expect(other.stdout).toContain("a new run, as there is none like it to go on with");
    // Runs of its own do not hide the one around.
    expect(await below("--agent", agent)).toMatchObject(refused);
    expect(await below("--agent", touch)).toMatchObject({ code: 0, stderr: "" });
  });
});

test("a replay of last goes on with the work that it began with, and is another run when last is another", async () => {
  await using folder = await benchFolder([{ id: "a" }, { id: "b" }]);
  const last = ["--agent", "replay:last"];
  await folder.bench(["--agent", touch, "--case", "a"]);
  const begun = await folder.bench(last);
  expect(begun.results.coverage).toMatchObject({ withResult: 1, missing: { infrastructure: 1 } });
  const gone = await folder.bench([...last, "--resume"]);
  expect(gone.stdout).toContain("1 of 2 runs were done before");
  expect(gone.results).toMatchObject({ run: begun.results.run, passed: 1 });

  await folder.bench(["--agent", "noop"]);
  const other = await folder.bench([...last, "--resume"]);
  expect(other.stdout).toContain("a new run");
  expect(other.results).toMatchObject({ passed: 0, failed: 2 });
  expect(other.results.run).not.toBe(begun.results.run);
  const before = await folder.bench(["--agent", "replay:last~2"]);
  expect(before.results.cases).toMatchObject([{ pass: true }, { outcome: "infrastructure" }]);
});

test("replay:last repeats the last run of its own suite, whatever else ran since; an id means any run", async () => {
  await using folder = await benchFolder([{ id: "a" }]);
  put(folder.path, "other.json", suiteText([{ id: "a" }], { name: "other" }));
  await folder.bench(["--agent", touch]);
  const bench = (...args: string[]) => runX(["bench", ...args], { cwd: folder.path });
  const none = await bench("other.json", "--agent", "replay:last");
  expect(none.code).toBe(2);
  expect(none.stderr).toContain("There is no run last of other to repeat in");
  await bench("other.json", "--agent", "noop");
  const again = await folder.bench(["--agent", "replay:last"]);
  expect(again).toMatchObject({ code: 0, results: { passed: 1 } });
  const { run } = again.results;
  expect((await bench("other.json", "--agent", `replay:${run}`)).stdout).toContain("1 of 1 passed");
  // Each of several suites has its own.
  const both = await bench("suite.json", "other.json", "--agent", "replay:last");
  expect(both.stdout.match(/\d of 1 passed/g)).toEqual(["1 of 1 passed", "1 of 1 passed"]);
});

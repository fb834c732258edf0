import { readFileSync } from "node:fs";
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
    const anew = await runX(["bench", "suite.json", "--agent", "noop", "--case", "a"], { cwd: folder.path });
    expect(anew.stderr).toMatch(
      /Run \w+ of small is unfinished \(\d of 4 runs.*--resume would go on with it\./,
    );
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

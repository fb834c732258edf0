import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "@flow-state-dev/records";
import type { SuiteResults } from "@flow-state-dev/suites";
import { describe, expect, test } from "vitest";
import { startRawServer } from "../../suites/test/gateway/support/raw-server.ts";
import { benchFolder, example, put, suiteText, touch } from "./bench-folder.ts";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

describe("limits and infrastructure", () => {
  test("a crash, an exit code and a killed agent are failures, and are graded for information", async () => {
    await using folder = await benchFolder([{ id: "a" }]);
    for (const end of ["exit 3", "kill -9 $$"]) {
      const { results, stdout, code } = await folder.bench(["--agent", `command:touch done.txt; ${end}`]);
      expect(code).toBe(1);
      expect(results).toMatchObject({ passed: 0, failed: 1 });
      expect(results.cases[0]).toMatchObject({ outcome: "errored", expectations: [{ pass: true }] });
      expect(stdout).toContain("the agent broke: The agent ");
    }
  });

  test("a set-up that fails is nobody's result, and says its command and last lines", async () => {
    await using folder = await benchFolder([
      { id: "broken", setup: ["true", "echo looking; echo 'no such thing' >&2; exit 4"] },
      { id: "fine", setup: ["touch done.txt", "sleep 4"], files: { "deep/x.txt": "x" } },
    ]);
    const { results, stdout, stderr, code } = await folder.bench(["--agent", "command:test -f deep/x.txt"]);
    expect(code).toBe(1);
    expect(results).toMatchObject({ passed: 1, failed: 0, total: 2 });
    expect(results.cases[0]).toMatchObject({
      outcome: "infrastructure",
      pass: false,
      runs: [{ attempts: 1 }],
    });
    expect(stdout).toContain('The set-up of broken failed: "echo looking;');
    expect(stdout).toContain("exited with 4");
    expect(stdout).toContain("│ no such thing");
    expect(stderr).toContain(
      "1 run has no result. Set right what it failed for, then go on: x bench suite.json",
    );
    // Set-up is not on the agent's clock.
    expect(results.cases[1]!.duration).toBeLessThan(4);
  });

  test("--budget too small for the built-in agent: exit code 3, no case has failed, and more money goes on", async () => {
    await using folder = await tempFolder();
    const args = ["bench", example, "--model", `scripted:${example.replace(".json", ".script.json")}`];
    const stopped = await runX([...args, "--budget", "0.03", "--output", "o.json"], { cwd: folder.path });
    expect(stopped).toMatchObject({ code: 3, stderr: expect.stringContaining("Stopped at the budget") });
    expect(stopped.stderr).toMatch(
      /What is left \(\$0\.0\d+\) does not pay for another call, which may cost/,
    );
    expect(stopped.stdout).not.toContain("was spent");
    const { failed, budgetExceeded } = JSON.parse(
      readFileSync(join(folder.path, "o.json"), "utf8"),
    ) as SuiteResults;
    expect({ failed, budgetExceeded }).toEqual({ failed: 0, budgetExceeded: true });
    const shown = async () => {
      const { stdout } = await runX(["show", "last", "--json"], { cwd: folder.path });
      return JSON.parse(stdout) as SuiteResults;
    };
    expect(await shown()).toMatchObject({ budgetExceeded: true, aborted: false });
    const more = await runX([...args, "--budget", "5", "--resume"], { cwd: folder.path });
    expect(more).toMatchObject({ code: 0, stdout: expect.stringContaining("2 of 2 passed") });
    expect(await shown()).toMatchObject({ budgetExceeded: false, aborted: false });
  });

  test("with --budget 0 nothing is asked that costs something", async () => {
    await using folder = await tempFolder();
    const args = ["bench", example, "--model", `scripted:${example.replace(".json", ".script.json")}`];
    const { code, stderr } = await runX([...args, "--budget", "0"], { cwd: folder.path });
    expect({ code, stderr }).toMatchObject({ code: 3 });
    expect(stderr).toContain("Stopped at the budget: $0.00 of $0.00 after 0 of 2 runs.");
  });

  test("--budget ends programs that say they spent it, all of them", async () => {
    await using folder = await benchFolder([{ id: "a" }, { id: "b" }, { id: "c" }], {
      defaults: { budget: 1, timeout: 120 },
    });
    const spend = `command:echo '{"cost":0.4}' > "$X_USAGE"; sleep 100`;
    const { code, stderr } = await folder.bench(["--agent", spend, "--budget", "0.1", "--concurrent", "2"]);
    expect({ code, stderr }).toMatchObject({ code: 3 });
    expect(stderr).toMatch(/Stopped at the budget: \$0\.[48]0 of \$0\.10 after 0 of 3 runs/);
    expect(stderr).toMatch(/--budget (0\.8|1\.6) --resume/);
  });

  test("programs that say what they spent are held back by no budget: it says so, with --strict too", async () => {
    await using folder = await benchFolder([{ id: "a" }, { id: "b" }]);
    const spend = `command:touch done.txt; echo '{"cost":0.4}' > "$X_USAGE"`;
    const why = "What an agent reports of its own spending is known only when it is spent,";
    for (const args of [[], ["--strict"]]) {
      const passed = await folder.bench(["--agent", spend, "--budget", "0.5", ...args]);
      expect(passed.stderr).toContain(`more than --budget allows ($0.50). ${why}`);
      const cut = await folder.bench(["--agent", spend, "--budget", "0.3", ...args]);
      expect(cut.stderr).toContain(`Stopped at the budget: $0.40 of $0.30 after 1 of 2 runs. ${why}`);
      expect(passed.stderr + cut.stderr).not.toMatch(/none does|Correct the price/);
    }
  });

  test("a run has cost what runs with a result took; what cut off ones took is counted once", async () => {
    const ids = ["a", "b", "c", "d"].map((id) => ({ id, prompt: id, timeout: 120 }));
    await using folder = await benchFolder(ids);
    const agent = `command:echo '{"cost":0.1}' > "$X_USAGE"; touch done.txt; test "$X_PROMPT" = a || sleep 100`;
    const { stderr } = await folder.bench(["--agent", agent, "--budget", "0.35", "--concurrent", "4"]);
    expect(stderr).toContain(
      "A run has cost $0.10 so far, so that all 4 take about $0.70, with the $0.30 for runs that have no result.",
    );
  });

  test("a budget for several suites: what the first took is told when the second is stopped for it", async () => {
    await using folder = await benchFolder([{ id: "a" }]);
    put(folder.path, "second.json", suiteText([{ id: "b" }, { id: "c" }, { id: "d" }], { name: "second" }));
    const agent = `command:touch done.txt; echo '{"cost":0.4}' > "$X_USAGE"`;
    const { code, stderr } = await folder.bench(["second.json", "--agent", agent, "--budget", "1"]);
    expect({ code, stderr }).toMatchObject({ code: 3 });
    expect(stderr).toContain("Stopped at the budget: $1.20 of $1.00 after");
  });

  test("--resume with a budget for several suites counts what later ones spent before, too", async () => {
    await using folder = await benchFolder([{ id: "a1", setup: ["false"] }, { id: "a2" }]);
    put(folder.path, "second.json", suiteText([{ id: "b1" }, { id: "b2" }], { name: "second" }));
    const agent = `command:touch done.txt; echo '{"cost":0.3}' > "$X_USAGE"`;
    const args = ["bench", "suite.json", "second.json", "--agent", agent, "--budget"];
    const x = (...words: string[]) => runX([...args, ...words], { cwd: folder.path });
    expect((await x("0.9")).stdout).toContain("2 of 2 passed");
    const plan = await x("0.9", "--resume", "--plan");
    expect(plan.stdout).toMatch(/^small · .* · at most \$0\.00 more\n/);
    const again = await x("0.9", "--resume");
    expect(again.stdout).toMatch(/^small · .* · at most \$0\.00 more\n/);
    expect(again.stderr).toContain("Stopped at the budget: $0.90 of $0.90 after 1 of 2 runs.");
    expect(again.code).toBe(3);
    const less = await x("0.5", "--resume");
    expect(less.stderr).toContain(
      "Stopped at the budget: $0.90 of $0.50 after 1 of 2 runs. $0.90 was spent before.",
    );
    expect(less.stderr).not.toContain("known only when it has ended");
    const more = await x("1.2", "--resume");
    expect(more.stdout).toMatch(/^small · .* · at most \$0\.30 more\n/);
  });

  test("a mistyped model of a server on this machine is told before anything is made", async () => {
    await using server = await startRawServer((_, response) => {
      response.end(JSON.stringify({ object: "list", data: [{ id: "tiny:latest" }] }));
    });
    await using folder = await benchFolder([{ id: "a" }]);
    const env = { OLLAMA_HOST: new URL(server.url).host };
    const { code, stdout, stderr } = await folder.bench(["--agent", "x", "--model", "ollama/tnny"], { env });
    expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("does not list ollama/tnny. Did you mean ollama/tiny?");
    expect(server.requests.map(({ path }) => path)).toEqual(["/v1/models"]);
    expect(existsSync(folder.file(".x"))).toBe(false);
    const noop = await folder.bench(["--agent", "noop", "--model", "ollama/tnny"], { env });
    expect(noop, noop.stderr).toMatchObject({ code: 1, results: { failed: 1 } });
  });

  test("a model without a price says how to give it one, and X_PRICES does", async () => {
    await using folder = await benchFolder([{ id: "a", timeout: 1 }], { model: "openai-compatible/m" });
    const env = { OPENAI_COMPATIBLE_BASE_URL: "http://127.0.0.1:2/v1" };
    const unpriced = await folder.bench(["--agent", "x"], { env });
    expect(unpriced).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("name that file in X_PRICES"),
    });
    put(folder.path, "prices.json", '{ "models": { "openai-compatible/m": { "input": 1, "output": 2 } } }');
    // With a price what is missing next is told: nothing listens there.
    const priced = await folder.bench(["--agent", "x"], { env: { ...env, X_PRICES: "prices.json" } });
    expect(priced).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Nothing answers at http://127.0.0.1:2 for openai-compatible/m."),
    });
  });

  test("a case whose budget does not pay for one call is no result of the agent: told before the run, or as what it is", async () => {
    await using server = await startRawServer((_request, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ object: "list", data: [{ id: "m" }] }));
    });
    await using folder = await benchFolder([{ id: "a" }, { id: "b", budget: 0.5 }], {
      ...{ model: "openai-compatible/m", defaults: { budget: 9, timeout: 20 } },
    });
    const prices = (input: number, output: number) =>
      put(
        folder.path,
        "prices.json",
        JSON.stringify({ models: { "openai-compatible/m": { input, output } } }),
      );
    const env = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, X_PRICES: "prices.json" };
    prices(300, 2_000);
    const small =
      /The budget of the case b \(\$0\.50\) does not pay for one call of openai-compatible\/m, which may cost up to \$2\.\d\d: raise its "budget", or choose a cheaper model\. Nothing was run\.\n/;
    for (const args of [[], ["--plan"], ["--budget", "0.1"]]) {
      const told = await folder.bench(["--runs", "3", ...args], { env });
      expect(told.stderr).toMatch(small);
      expect(told).toMatchObject({ code: 2, stdout: "" });
    }
    expect(existsSync(folder.file(".x"))).toBe(false);
    // What is in the project is read when the case runs.
    prices(100, 100);
    put(folder.path, "work/AGENTS.md", "Be kind. ".repeat(3_000));
    const read = await folder.bench(["--case", "b", "--sandbox", "host"], { env });
    expect(read.stdout).toMatch(
      /no result, the machine, the provider or the setup failed: The budget of this case \(\$0\.50\) does not pay for one call of its model, which may cost up to \$\d\.\d\d\. No call was made and nothing was spent: raise its "budget"/,
    );
    expect(read.stderr).toContain("Set it right, then go on: x bench");
    expect(read.results).toMatchObject({ passed: 0, failed: 0, coverage: { withResult: 0 } });
    expect(read.code).toBe(2);
    expect(server.requests.filter(({ path }) => path.includes("chat"))).toEqual([]);
  });

  test("--output is not written over what is run, nor where nothing can be written", async () => {
    await using folder = await benchFolder([{ id: "a" }]);
    const run = (args: string[], env?: NodeJS.ProcessEnv) =>
      runX(["bench", "suite.json", "--agent", touch, ...args], { cwd: folder.path, ...(env && { env }) });
    const over = await run(["--output", "suite.json"]);
    expect(over).toMatchObject({ code: 2, stderr: expect.stringContaining("it is what is to be run") });
    for (const [args, said] of [
      [["--output", ".x/x.db"], "it is in the folder of the records"],
      [["--output", "q.json", "--junit", "q.json"], "--output names it too"],
      [["--keep", "suite.json"], "suite.json is a file, not a folder"],
      [["--output", "-"], 'it would be a file called "-", not stdout'],
    ] as const)
      expect(await run([...args])).toMatchObject({
        code: 2,
        stdout: "",
        stderr: expect.stringContaining(said),
      });
    const nowhere = await run(["--output", "/proc/x.json"]);
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot be written") });
    const noTmp = await run([], { TMPDIR: "/nowhere/at/all" });
    expect(noTmp).toMatchObject({ code: 2, stderr: expect.stringContaining("The machine refused") });
  });

  test("--budget stops the whole run, over several suites; exit code 3, and the way to go on", async () => {
    const cases = ["a", "b", "c"].map((id) => ({ id }));
    await using folder = await benchFolder(cases);
    put(folder.path, "second.json", suiteText([{ id: "later" }], { name: "second" }));
    const agent = `command:touch done.txt; echo '{"cost":0.4}' > "$X_USAGE"`;
    const args = ["bench", "suite.json", "second.json", "--agent", agent];
    const { code, stdout, stderr } = await runX([...args, "--budget", "0.5", "--junit", "j.xml"], {
      cwd: folder.path,
    });
    expect(code).toBe(3);
    expect(stdout).toContain("at most $0.50");
    expect(stderr).toContain("Stopped at the budget: $0.80 of $0.50 after");
    expect(stderr).toMatch(
      /Go on with more money: x bench suite\.json second\.json --agent '.*' --junit j\.xml --budget 1\.6 --resume/,
    );
    expect(stderr).toContain("Not run: second.");
    expect(readFileSync(folder.file("j.xml"), "utf8")).toMatch(
      /<testcase classname="second" name="second" time="0\.000">\s*<skipped message="not run"/,
    );
    const more = await runX([...args, "--budget", "9", "--resume"], { cwd: folder.path });
    expect(more.code).toBe(0);
    expect(more.stdout).toContain("3 of 3 passed");
    expect(more.stdout).toContain("1 of 1 passed");
    expect(more.stdout).toMatch(/^small · 3 cases · .* · at most \$1\.00 more\n/);
    expect(more.stdout).toMatch(/\d of 3 runs were done before; \$0\.80 was spent before/);
  });

  test("a suite that breaks leaves those after it out: that is told, and stands in every report", async () => {
    await using folder = await benchFolder([{ id: "a" }]);
    const gone = `file://${folder.file("gone.git")}#main`;
    put(folder.path, "second.json", suiteText([{ id: "b" }], { name: "second", workspace: gone }));
    put(folder.path, "third.json", suiteText([{ id: "c" }], { name: "third" }));
    const names = ["suite.json", "second.json", "third.json"];
    const args = ["bench", ...names, "--agent", touch, "--junit", "j.xml"];
    const env = { GITHUB_STEP_SUMMARY: folder.file("summary.md") };
    const { code, stdout, stderr } = await runX(args, { cwd: folder.path, env });
    expect(code).toBe(2);
    expect(stdout).toContain("1 of 1 passed");
    expect(stderr).toMatch(/^Not run: second, third\.\nThe workspace file:.* could not be fetched: /m);
    const junit = readFileSync(folder.file("j.xml"), "utf8");
    expect(junit).toMatch(
      /<testsuites name="small, second, third" tests="3" failures="0" errors="1" skipped="1" /,
    );
    expect(junit).toMatch(
      /<testsuite name="second" tests="1" failures="0" errors="1" skipped="0" time="0\.000">\s*<testcase classname="second" name="second" time="0\.000">\s*<error type="broken" message="The workspace file:/,
    );
    expect(junit).toMatch(
      /<testsuite name="third" .*>\s*<testcase classname="third" name="third" time="0\.000">\s*<skipped message="not run"\/>/,
    );
    const summary = readFileSync(folder.file("summary.md"), "utf8");
    expect(summary).toMatch(/\n### second: no results\n\n> The workspace .*\n\n### third: not run\n/);
    const alone = await runX(["bench", "second.json", "--agent", touch], { cwd: folder.path });
    expect(alone.stderr).not.toContain("Not run");
  });

  test("variables come through by name, and their values are kept nowhere", async () => {
    await using folder = await benchFolder([
      { id: "a", env: ["DATABASE"], expect: ['test:test -n "$DATABASE"', "file:e.txt exists"] },
    ]);
    const env = { DATABASE: "postgres-4711-secret", OTHER: "other-4712-secret" };
    const agent = 'command:env > e.txt; echo "$DATABASE"; echo "$OTHER" >> e.txt';
    const { code, stdout, stderr } = await folder.bench(["--agent", agent, "--verbose"], { env });
    expect(code).toBe(0);
    expect(stdout).toContain("a │ [redacted]");
    const store = openStore(folder.path);
    const run = await store.findRun("last");
    const cell = { subject: agent, task: "a", run: 0 };
    const kept = await Promise.all(
      ["transcript", "patch", "answer"].map((name) => store.artifact(run!.id, cell, 1, name)),
    );
    await store.close();
    const texts = kept.map((artifact) => String(artifact?.content));
    expect(texts[0]).toContain("[redacted]");
    expect(texts[1]).toContain("DATABASE=[redacted]");
    const all = [stdout, stderr, readFileSync(folder.file("out.json"), "utf8"), ...texts].join();
    expect(all).not.toContain("4711");
    expect(all).not.toContain("4712");
  });
});

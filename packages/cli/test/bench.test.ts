import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openStore } from "@flow-state-dev/records";
import type { SuiteResults } from "@flow-state-dev/suites";
import { describe, expect, test, vi } from "vitest";
import { type OnStart, runProgram, runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

const example = fileURLToPath(new URL("../../../bench/example-suite.json", import.meta.url));
const script = fileURLToPath(new URL("../../../bench/example-suite.script.json", import.meta.url));
const bin = fileURLToPath(new URL("../bin/x.js", import.meta.url));
const limits = { budget: 1, timeout: 20 };

type Case = Record<string, unknown> & { id: string };

/** A folder with a suite `suite.json` on a small workspace `work`; cases have a prompt and an expectation by default. */
async function benchFolder(cases: readonly Case[], more: Record<string, unknown> = {}) {
  const folder = await tempFolder();
  put(folder.path, "work/a.txt", "one\n");
  put(folder.path, "suite.json", suiteText(cases, more));
  return {
    ...folder,
    file: (name: string) => join(folder.path, name),
    /** Runs `x bench suite.json` there and reads what `--output` wrote. */
    async bench(args: readonly string[], options: { env?: NodeJS.ProcessEnv; onStart?: OnStart } = {}) {
      const out = join(folder.path, "out.json");
      const ended = await runX(["bench", "suite.json", "--output", "out.json", ...args], {
        cwd: folder.path,
        ...options,
      });
      const results = existsSync(out) ? (JSON.parse(readFileSync(out, "utf8")) as SuiteResults) : null;
      return { ...ended, results: results! };
    },
  };
}

function suiteText(cases: readonly Case[], more: Record<string, unknown> = {}): string {
  const defaults = { prompt: "Do it.", expect: ["file:done.txt exists"] };
  return JSON.stringify({
    ...{ name: "small", workspace: "work", defaults: limits, ...more },
    cases: cases.map((each) => ({ ...defaults, ...each })),
  });
}

function put(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const touch = "command:touch done.txt";

describe("the published page", () => {
  test("x bench bench/example-suite.json: every case, with its evidence; a failed one exits with 1", async () => {
    await using folder = await tempFolder();
    const { code, stdout, stderr } = await runX(["bench", example, "--agent", "noop"], { cwd: folder.path });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^core-refactors · 2 cases · noop · sandbox \w+\n/);
    expect(stdout).toContain("✗ extract-auth");
    expect(stdout).toContain("file:src/auth.ts exists\n        src/ holds: budget.ts, server.ts");
    expect(stdout).toMatch(/0 of 2 passed \(0 %, 95 % interval 0–66 %\) · \$0\.00 · .* · run \w{4}\n$/);
    expect(stdout + stderr).not.toContain("\u001b");
    expect(stderr).toBe("");
  });

  test("--concurrent 4 runs cases at once; without it one after the other", async () => {
    const cases = ["a", "b", "c", "d"].map((id) => ({ id }));
    await using folder = await benchFolder(cases);
    const agent = "command:sleep 1; touch done.txt";
    const one = await folder.bench(["--agent", agent]);
    const four = await folder.bench(["--agent", agent, "--concurrent", "4"]);
    expect([one.code, four.code]).toEqual([0, 0]);
    expect(one.results.duration).toBeGreaterThan(4);
    expect(four.results.duration).toBeLessThan(one.results.duration - 1);
  });

  test("--output results.json: the published fields first, by their names, in seconds and US dollars", async () => {
    await using folder = await benchFolder([{ id: "good" }, { id: "bad", expect: ["no-file:done.txt"] }]);
    const usage = `echo '{"tokens":{"input":12400,"output":3200},"cost":0.87}' > "$X_USAGE"`;
    const { results, stderr } = await folder.bench([
      "--agent",
      `command:sleep 0.2; touch done.txt; ${usage}`,
    ]);
    expect(Object.keys(results).slice(0, 6)).toEqual([
      ...["suite", "passed", "failed", "total", "totalCost", "cases"],
    ]);
    expect(results).toMatchObject({ suite: "small", passed: 1, failed: 1, total: 2, totalCost: 1.74 });
    expect(Object.keys(results.cases[0]!).slice(0, 5)).toEqual(["id", "pass", "cost", "duration", "tokens"]);
    expect(results.cases.map(({ id, pass, cost, tokens }) => ({ id, pass, cost, tokens }))).toEqual([
      { id: "good", pass: true, cost: 0.87, tokens: { input: 12_400, output: 3_200 } },
      { id: "bad", pass: false, cost: 0.87, tokens: { input: 12_400, output: 3_200 } },
    ]);
    const durations = [results.duration, ...results.cases.map(({ duration }) => duration)];
    for (const seconds of durations) {
      expect(seconds).toBeGreaterThanOrEqual(0.2);
      expect(seconds).toBeLessThan(20);
      expect(Number.isInteger(Number((seconds * 1000).toFixed(6)))).toBe(true);
    }
    expect(results.cases[1]!.expectations).toEqual([
      { expectation: "no-file:done.txt", pass: false, evidence: expect.stringContaining("done.txt") },
    ]);
    expect(results.cases[0]).toMatchObject({
      ...{ outcome: "passed", patch: expect.stringContaining("done.txt"), passHatK: 1 },
      passes: { passed: 1, of: 1, interval: [expect.any(Number), 1] },
    });
    expect(results.coverage).toEqual({ planned: 2, withResult: 2, missing: {} });
    expect(stderr).toContain("Written to out.json.");
  });

  test("--verbose: show agent output per case", async () => {
    await using folder = await benchFolder([{ id: "first" }, { id: "second" }]);
    const agent = 'command:printf "working %s\\n" on it; touch done.txt';
    const quiet = await folder.bench(["--agent", agent]);
    expect(quiet.stdout).not.toContain("│");
    const { stdout } = await folder.bench(["--agent", agent, "--verbose"]);
    expect(stdout).toContain("first │ working on\n");
    expect(stdout).toContain("second │ working it\n");
  });

  test("the six expectation types, all must pass, evaluated in order after the agent finishes", async () => {
    const expected = [
      "file:src/new.ts exists",
      "file:src/new.ts contains 'export function'",
      "file:src/new.ts matches /func\\w+ go/",
      "test:test -f src/new.ts && touch made-by-test passes",
      "file:made-by-test exists",
      "test:grep -q two a.txt",
      "diff:a.txt",
      "no-file:old.txt",
    ];
    await using folder = await benchFolder([
      { id: "all", expect: expected },
      {
        id: "one-fails",
        expect: [...expected.slice(0, 3), "file:made-by-test exists", ...expected.slice(3)],
      },
    ]);
    put(folder.path, "work/old.txt", "old");
    const agent =
      "command:mkdir src; echo 'export function go() {}' > src/new.ts; echo two >> a.txt; rm old.txt";
    const { results, code } = await folder.bench(["--agent", agent]);
    expect(code).toBe(1);
    expect(results.cases[0]!.expectations.map(({ expectation }) => expectation)).toEqual(expected);
    expect(results.cases[0]!.pass).toBe(true);
    expect(results.cases[1]).toMatchObject({ pass: false, outcome: "failed" });
    const failed = results.cases[1]!.expectations.filter(({ pass }) => !pass);
    expect(failed).toMatchObject([{ expectation: "file:made-by-test exists" }]);
    // The workspace was a copy.
    expect(readdirSync(folder.file("work")).sort()).toEqual(["a.txt", "old.txt"]);
  });

  test("defaults apply to cases that don't specify their own; a case's own budget, timeout and model win", async () => {
    await using folder = await benchFolder(
      [
        { id: "default" },
        { id: "poor", budget: 0.1 },
        { id: "hurried", timeout: 2 },
        { id: "other", model: "claude-haiku-4-5" },
      ],
      { model: "claude-opus-4-6", defaults: { budget: 3, timeout: 40 } },
    );
    const agent = `command:echo '{"cost":1}' > "$X_USAGE"; touch done.txt; echo "$X_MODEL"; sleep 4`;
    const { results, stdout } = await folder.bench(["--agent", agent, "--concurrent", "4", "--verbose"]);
    expect(results.cases.map(({ id, outcome }) => [id, outcome])).toEqual([
      ["default", "passed"],
      ["poor", "over-budget"],
      ["hurried", "timed-out"],
      ["other", "passed"],
    ]);
    expect(stdout).toContain("default │ claude-opus-4-6");
    expect(stdout).toContain("other │ claude-haiku-4-5");
    expect(stdout).toContain("budget spent: It reports $1.00 of $0.10 spent.");
    expect(stdout).toContain("time was up: It was not done after 2 s.");
    // What was left is graded for information.
    expect(results.cases[2]!.expectations).toMatchObject([{ pass: true }]);
    expect(results.cases.map(({ pass }) => pass)).toEqual([true, false, false, true]);
    const chosen = await folder.bench([
      "--agent",
      agent,
      "--case",
      "other",
      "--model",
      "sim/strong",
      "--verbose",
    ]);
    expect(chosen.stdout).toContain("other │ sim/strong");
  });
});

describe("without limits, keys or a network", () => {
  test("a suite that gives no limits gets 600 s and $5.00 a case, and the output says so", async () => {
    await using folder = await benchFolder([{ id: "a" }], { defaults: undefined });
    const { stdout, results } = await folder.bench(["--agent", touch]);
    expect(stdout).toContain("the suite gives no budget: each case may spend $5.00\n");
    expect(stdout).toContain("the suite gives no timeout: each case may take 600 s\n");
    expect(stdout).toContain("at most $5.00");
    expect(results.notices).toHaveLength(2);
  });

  test("agents that call no model need no key; one that does says which, and how to see it work", async () => {
    await using folder = await tempFolder();
    const { code, stdout } = await runX(["bench", example, "--agent", "oracle"], { cwd: folder.path });
    expect(code).toBe(0);
    expect(stdout).toContain("2 of 2 passed");
    await using other = await tempFolder();
    const failed = await runX(["bench", example], { cwd: other.path });
    expect(failed).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "claude-opus-4-6 needs ANTHROPIC_API_KEY, which is not set.\n" +
        `Set it, choose another model with --model, or see it work without a key: x bench ${example} --model scripted:${script}\n`,
    });
    expect(existsSync(join(other.path, ".x"))).toBe(false);
  });

  test("a scripted model runs the built-in agent; what it came to says simulated, also when it is repeated", async () => {
    await using folder = await tempFolder();
    const sentence = "simulated model: this shows the tool, not the agents\n";
    const args = ["bench", example, "--model", `scripted:${script}`, "--output", "r.json", "--verbose"];
    const { code, stdout } = await runX(args, { cwd: folder.path });
    expect(code).toBe(0);
    expect(stdout).toContain(sentence);
    expect(stdout).toMatch(/✓ extract-auth +\S+ m?s +\$0\.0\d+ +4 turns/);
    expect(stdout).toContain("extract-auth │ ▸ write src/auth.ts");
    const results = JSON.parse(readFileSync(join(folder.path, "r.json"), "utf8")) as SuiteResults;
    expect(results).toMatchObject({ simulated: true, notices: [sentence.trim()] });
    expect(results.cases[0]!.cost).toBeGreaterThan(0);
    expect(results.cases[0]!.tokens.input).toBeGreaterThan(0);
    const again = await runX(["bench", example, "--agent", "replay:last"], { cwd: folder.path });
    expect(again.code).toBe(0);
    expect(again.stdout).toContain(sentence);
    expect(again.stdout).toContain("2 of 2 passed");
  });

  test("a case that fails for want of network says so", async () => {
    await using folder = await benchFolder([{ id: "a" }]);
    const agent = "command:node -e \"fetch('http://example.com').catch((e) => console.log(e.cause.code))\"";
    const { stdout } = await folder.bench(["--agent", agent]);
    expect(stdout).toMatch(/note: Commands of this case reach models at most .* "EAI_AGAIN"|"ENOTFOUND"/);
    expect(stdout).toContain('set "network": "full" in the case');
  });
});

describe("what is chosen", () => {
  test("--case by glob, --tag, --runs with reliability, --fail-under", async () => {
    await using folder = await benchFolder([
      { id: "read-a", tags: ["quick"] },
      { id: "read-b", tags: ["quick", "odd"] },
      { id: "write" },
    ]);
    const names = async (...args: string[]) => {
      const { results } = await folder.bench(["--agent", touch, ...args]);
      return results.cases.map(({ id }) => id);
    };
    expect(await names("--case", "read-*", "--tag", "odd")).toEqual(["read-b"]);
    expect(await names("--case", "write", "--case", "read-a")).toEqual(["read-a", "write"]);
    const none = await runX(["bench", "suite.json", "--agent", touch, "--tag", "nothing"], {
      cwd: folder.path,
    });
    expect(none).toMatchObject({
      code: 2,
      stdout: "",
      stderr: "No case of small is chosen. There are: read-a, read-b, write. Tags: quick, odd.\n",
    });
    const half = await folder.bench([
      "--agent",
      touch,
      "--agent",
      "noop",
      "--runs",
      "2",
      "--concurrent",
      "4",
    ]);
    expect(half.code).toBe(1);
    expect(half.results).toMatchObject({ passed: 3, failed: 3, total: 6, passHatK: { k: 2, value: 0.5 } });
    expect(half.results.byAgent.map(({ agent, passed }) => [agent, passed])).toEqual([
      [touch, 3],
      ["noop", 0],
    ]);
    expect(half.stdout).toContain("✓ read-a #2 command:touch done.txt");
    expect(half.stdout).toContain("all 2 runs of a case pass: 50 %");
    const enough = await folder.bench(["--agent", touch, "--agent", "noop", "--fail-under", "0.5"]);
    expect(enough.code).toBe(0);
    const short = await folder.bench(["--agent", touch, "--agent", "noop", "--fail-under", "0.51"]);
    expect(short.code).toBe(1);
  });

  test("each case is worked on by the agent that it names", async () => {
    await using folder = await benchFolder([{ id: "own", agent: "noop" }, { id: "suite" }], { agent: touch });
    const { results, stdout } = await folder.bench([]);
    expect(results.cases.map(({ id, agent, pass }) => [id, agent, pass])).toEqual([
      ["own", "noop", false],
      ["suite", touch, true],
    ]);
    expect(results.total).toBe(2);
    expect(stdout).toContain(`noop, ${touch}`);
  });

  test("--keep keeps the workspaces of cases that did not pass, and no agent sees them or earlier results", async () => {
    await using folder = await benchFolder([{ id: "a", expect: ["file:left.txt contains 'yes'"] }], {
      workspace: undefined,
    });
    put(folder.path, "package.json", "{}");
    const { results } = await folder.bench(["--agent", "command:ls -A > left.txt", "--keep", "kept"]);
    expect(results.cases[0]!.runs[0]!.kept).toMatch(/kept\/a-command-ls--A-left.txt-1$/);
    const kept = folder.file("kept/a-command-ls--A-left.txt-1/left.txt");
    expect(readFileSync(kept, "utf8")).toBe("left.txt\npackage.json\nwork\n");
    await folder.bench(["--agent", "command:ls -A > left.txt", "--keep", "kept"]);
    const second = folder.file("kept/a-command-ls--A-left.txt-1.2/left.txt");
    expect(readFileSync(second, "utf8")).toBe("left.txt\npackage.json\nwork\n");
    const passed = await folder.bench(["--agent", "command:echo yes > left.txt", "--keep", "kept"]);
    expect(passed.code).toBe(0);
    expect(readdirSync(folder.file("kept")).filter((name) => !name.startsWith("."))).toHaveLength(2);
  });

  test("--sandbox is said, with what it does not hold commands to; one that is not there is an error", async () => {
    await using folder = await benchFolder([{ id: "a" }]);
    const { stdout, results, code } = await folder.bench(["--agent", touch, "--sandbox", "host"]);
    expect(code).toBe(0);
    expect(stdout).toContain("sandbox host");
    expect(stdout).toContain("Commands run on this machine without a sandbox");
    expect(results.sandbox).toMatchObject({ name: "host", notice: expect.stringContaining("without") });
    const bad = await runX(["bench", "suite.json", "--agent", touch, "--sandbox", "chroot"], {
      cwd: folder.path,
    });
    expect(bad.code).toBe(2);
  });
});

test("--plan: cells, agents, where they work and what it may cost at most; nothing is run or made", async () => {
  await using folder = await benchFolder([{ id: "one" }, { id: "two", runs: 2, budget: 0.5, timeout: 60 }]);
  const args = [
    "--plan",
    "--agent",
    touch,
    "--agent",
    "noop",
    "--model",
    "gpt-5.4-mini",
    "--concurrent",
    "2",
  ];
  const { code, stdout, stderr, results } = await folder.bench(args);
  expect({ code, stderr, results }).toEqual({ code: 0, stderr: "", results: null });
  const [head, , columns, one, two, , takes, cost, ...rest] = stdout.split("\n");
  expect(head).toMatch(
    /^small · 2 cases × 1–2 runs · command:touch done\.txt, noop · sandbox \w+ · at most \$2\.00$/,
  );
  expect(columns).toMatch(/^case +runs +agent +\$\/run ≤ +time\/run ≤ +works on$/);
  expect(one).toMatch(/^one +2 +command:touch done\.txt on gpt-5\.4-mini, noop +\$1\.00 +20 s +work$/);
  expect(two).toMatch(/^two +4 +command:touch done\.txt on gpt-5\.4-mini, noop +\$0\.50 +(60 s|1 m) +work$/);
  expect(takes).toBe(
    "6 runs, 2 at once, on this machine · agents take at most 3 m 20 s, set-up and grading come on top",
  );
  expect(cost).toBe("What it is likely to cost is not known: no earlier run of these cases cost anything.");
  expect(rest).toEqual(["Nothing was run or spent.", ""]);
  expect(readdirSync(folder.path).sort()).toEqual(["suite.json", "work"]);

  const spending = `${touch}; echo '{"cost":0.25}' > "$X_USAGE"`;
  await folder.bench(["--agent", spending, "--case", "two"]);
  const again = await folder.bench(["--plan", "--agent", spending]);
  expect(again.stdout).toContain("About $0.50 for 1 of 2 cases, from 2 earlier runs");
});

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
      { id: "fine", setup: ["touch done.txt", "sleep 1"], files: { "deep/x.txt": "x" } },
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
    expect(stderr).toContain("1 run has no result. Try it again: x bench suite.json");
    // Set-up is not on the agent's clock.
    expect(results.cases[1]!.duration).toBeLessThan(1);
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
    const more = await runX([...args, "--budget", "5", "--resume"], { cwd: folder.path });
    expect(more).toMatchObject({ code: 0, stdout: expect.stringContaining("2 of 2 passed") });
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

  test("a model without a price says how to give it one, and X_PRICES does", async () => {
    await using folder = await benchFolder([{ id: "a", timeout: 1 }], { model: "openai-compatible/m" });
    const env = { OPENAI_COMPATIBLE_BASE_URL: "http://127.0.0.1:9/v1" };
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
      stderr: expect.stringContaining("Nothing answers at http://127.0.0.1:9 for openai-compatible/m."),
    });
  });

  test("--output is not written over what is run, nor where nothing can be written", async () => {
    await using folder = await benchFolder([{ id: "a" }]);
    const run = (args: string[], env?: NodeJS.ProcessEnv) =>
      runX(["bench", "suite.json", "--agent", touch, ...args], { cwd: folder.path, ...(env && { env }) });
    const over = await run(["--output", "suite.json"]);
    expect(over).toMatchObject({ code: 2, stderr: expect.stringContaining("it is what is to be run") });
    const nowhere = await run(["--output", "/proc/x.json"]);
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot be written") });
    const noTmp = await run([], { TMPDIR: "/nowhere/at/all" });
    expect(noTmp).toMatchObject({ code: 2, stderr: expect.stringContaining("The machine refused") });
  });

  test("--budget stops the whole run, over several suites; exit code 3, and the way to go on", async () => {
    const cases = ["a", "b", "c"].map((id) => ({ id }));
    await using folder = await benchFolder(cases);
    put(folder.path, "second.json", suiteText([{ id: "later" }], { name: "second" }));
    const agent = `command:echo '{"cost":0.4}' > "$X_USAGE"; touch done.txt`;
    const args = ["bench", "suite.json", "second.json", "--agent", agent];
    const { code, stdout, stderr } = await runX([...args, "--budget", "0.5"], { cwd: folder.path });
    expect(code).toBe(3);
    expect(stdout).toContain("at most $0.50");
    expect(stderr).toContain("Stopped at the budget: $0.80 of $0.50 after");
    expect(stderr).toMatch(
      /Go on with more money: x bench suite\.json second\.json --agent '.*' --budget 1\.6 --resume/,
    );
    expect(stderr).toContain("Not run: second.");
    const more = await runX([...args, "--budget", "9", "--resume"], { cwd: folder.path });
    expect(more.code).toBe(0);
    expect(more.stdout).toContain("3 of 3 passed");
    expect(more.stdout).toContain("1 of 1 passed");
    expect(more.stdout).toMatch(/\d of 3 runs were done before/);
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
    expect(resumed.stdout).toMatch(/\d of 4 runs were done before/);
    const marks = readFileSync(folder.file("marks"), "utf8").trim().split("\n");
    for (const done of ["a", "b"]) expect(marks.filter((mark) => mark === done)).toEqual([done]);
    expect(new Set(marks)).toEqual(new Set(["a", "b", "c", "d"]));
  });
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

describe("several suites and mistakes", () => {
  test("several suites at once: one after the other, a list of results", async () => {
    await using folder = await benchFolder([{ id: "a" }]);
    put(folder.path, "second.json", suiteText([{ id: "b" }], { name: "second" }));
    const args = ["bench", "suite.json", "second.json", "--agent", touch, "--output", "deep/out.json"];
    const { code, stdout } = await runX(args, { cwd: folder.path });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^small · 1 case .*second · 1 case /s);
    const results = JSON.parse(readFileSync(folder.file("deep/out.json"), "utf8")) as SuiteResults[];
    expect(results.map(({ suite }) => suite)).toEqual(["small", "second"]);
    const chosen = await runX([...args, "--case", "b"], { cwd: folder.path });
    expect(chosen.stdout).toMatch(/^second · 1 case /);
    expect(chosen.code).toBe(0);
  });

  test("bad suites: every mistake of all of them in its place, exit code 2, and nothing is run", async () => {
    await using folder = await benchFolder([{ id: "a" }]);
    put(folder.path, "hold.json", suiteText([{ id: "rename", expect: ["files:src/a.ts exists"] }]));
    put(folder.path, "other.json", '{"name": "other", "cases": []}');
    const { code, stdout, stderr } = await runX(
      ["bench", "suite.json", "hold.json", "other.json", "--agent", touch],
      { cwd: folder.path },
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(
      /^hold\.json:1:\d+ {2}case "rename", expectation 1: unknown expectation "files:src\/a\.ts exists"\n +did you mean "file:src\/a\.ts exists"\?\nother\.json:1:\d+ {2}.*\n.*2 problems\. Nothing was run\.\n$/s,
    );
    expect(existsSync(folder.file(".x"))).toBe(false);
  });

  test.each([
    ["a suite that is not there", ["sweet.json"], "did you mean suite.json?"],
    ["an unknown agent", ["suite.json", "--agent", "orakle"], "oracle"],
    ["an agent named twice", ["suite.json", "--agent", "noop", "--agent", "noop"], "noop is named twice"],
    ["a run to repeat that is not there", ["suite.json", "--agent", "replay:last"], "no run last to repeat"],
    ["no model", ["suite.json", "--agent", "x"], "needs a model for the case a: name one with --model"],
    ["half a number", ["suite.json", "--concurrent", "2x"], '"2x" is not a whole number from 1'],
    ["a share above 1", ["suite.json", "--fail-under", "1.5"], '"1.5" is not a share from 0 to 1'],
    ["a budget of nothing", ["suite.json", "--budget", "0"], "is not an amount of dollars above 0"],
    ["an unknown flag", ["suite.json", "--concurent", "2"], "--concurrent"],
    ["no suite", [], "suite.json"],
    [
      "an output that is a folder",
      ["suite.json", "--agent", "noop", "--output", "work"],
      "there is a folder of that name",
    ],
    ["a case by a broken glob", ["suite.json", "--agent", "noop", "--case", "../a"], "--case ../a"],
  ])("%s: exit code 2, one sentence, nothing run", async (_what, args, sentence) => {
    await using folder = await benchFolder([{ id: "a" }]);
    const { code, stdout, stderr } = await runX(["bench", ...args], { cwd: folder.path });
    expect(stderr).toContain(sentence);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(existsSync(folder.file(".x"))).toBe(false);
  });
});

test("on a terminal what runs is drawn below what has ended, and is gone at the end", async () => {
  await using folder = await benchFolder([{ id: "first" }, { id: "second" }]);
  const line = `${process.execPath} ${bin} bench suite.json --agent 'command:sleep 0.5; touch done.txt'`;
  const { stdout, code } = await runProgram("script", ["-qec", line, "/dev/null"], {
    cwd: folder.path,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TERM: "xterm" },
  });
  expect(code).toBe(0);
  expect(stdout).toContain("… second");
  expect(stdout).toMatch(/1 of 2 runs · 1 running · \$0\.00/);
  const screen = lastScreen(stdout);
  expect(screen).toContain("  ✓ first ");
  expect(screen).toContain("  ✓ second ");
  expect(screen).toContain("2 of 2 passed");
  expect(screen).toMatch(/Look at it: x view \w{4}\n/);
  expect(screen).not.toContain("running");
});

const esc = "\u001b";
const sequences = new RegExp(`(${esc}\\[[0-9?]*[A-Za-z]|\\n)`);
const upwards = new RegExp(`^${esc}\\[(\\d+)F$`);

/** What is left on a terminal that everything was written to. */
function lastScreen(written: string): string {
  const rows = [""];
  let row = 0;
  for (const part of written.replaceAll("\r", "").split(sequences)) {
    const up = upwards.exec(part);
    if (up) row -= Number(up[1]);
    else if (part === "\u001b[0J") rows.splice(row, rows.length, "");
    else if (part === "\n") rows[++row] ??= "";
    else if (!part.startsWith("\u001b")) rows[row] += part;
  }
  return rows.join("\n");
}

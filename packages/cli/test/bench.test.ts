import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SuiteResults } from "@flow-state-dev/suites";
import { describe, expect, test } from "vitest";
import { benchFolder, example, put, script, touch } from "./bench-folder.ts";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

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

  test("--verbose: long agents stand short before what they say; those that share no case are not compared", async () => {
    const lineOf = (word: string) => `command:echo ${word}; touch done.txt; ${"true; ".repeat(20)}`.trim();
    await using folder = await benchFolder([
      { id: "a", agent: lineOf("one") },
      { id: "b", agent: lineOf("two") },
    ]);
    const { stdout } = await folder.bench(["--verbose"]);
    expect(stdout).toContain("a command:echo one; touch done.txt; true;… │ one\n");
    expect(stdout.split("\n").find((line) => line.includes("│ two"))!.length).toBeLessThan(80);
    expect(stdout).toContain("\nNo two agents work on the same case, so they are not compared.\n");
    expect(stdout).not.toContain("verdict");
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
    const planned = await runX(["bench", example, "--plan"], { cwd: other.path });
    expect(planned).toMatchObject({ code: 2, stderr: failed.stderr });
    expect(planned.stdout).toMatch(/ · at most \$5\.00\n.*\nNothing was run or spent\.\n$/s);
    expect(existsSync(join(other.path, ".x"))).toBe(false);
  });

  test("without a key the oracle is offered only where every case has a solution", async () => {
    const model = "claude-opus-4-6";
    await using unsolved = await benchFolder([{ id: "a", solution: "a.sh" }, { id: "b" }], { model });
    put(unsolved.path, "a.sh", "touch a\n");
    const { code, stderr } = await unsolved.bench([]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/, or prove the suite without a key: x doctor suite\.json\n$/);
    await using solved = await benchFolder([{ id: "a", solution: "a.sh" }], { model });
    put(solved.path, "a.sh", "touch a\n");
    expect((await solved.bench([])).stderr).toMatch(/ without a key: x bench suite\.json --agent oracle\n$/);
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
    expect(results.cases[0]!.tokens!.input).toBeGreaterThan(0);
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

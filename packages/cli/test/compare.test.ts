import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openStore } from "@flow-state-dev/records";
import type { CompleteReport } from "@flow-state-dev/testing";
import { describe, expect, test } from "vitest";
import { fixture } from "./fixture.ts";
import { runProgram } from "./run-program.ts";
import { freshEnvironment, runX, sourceX, x } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

const small = fixture("small");
const suite = fileURLToPath(new URL("../../../bench/example-suite.json", import.meta.url));

describe("x compare", () => {
  test("prints the scorecard, and only that, on stdout", async () => {
    await using folder = await tempFolder();
    const { code, stdout, stderr } = await runX(["compare", small], { cwd: folder.path });
    expect(code).toBe(0);
    expect(stdout).toContain("small · 2 subjects × 8 tasks × 2 runs = 32 cells");
    expect(stdout).toContain("overall ranking (Δ vs single-generator)");
    expect(stdout).toContain("simulated model: this shows the tool, not the patterns");
    expect(stdout).not.toContain("running");
    expect(stderr).toContain("32 of 32 cells");
    expect(stdout + stderr).not.toContain("\u001b");
    expect(existsSync(join(folder.path, ".x", "x.db"))).toBe(true);
    expect(readFileSync(join(folder.path, ".x", ".gitignore"), "utf8")).toBe("*\n");
  });

  test("--format json is the report; --output writes what is printed, and makes the folder", async () => {
    await using folder = await tempFolder();
    const args = ["compare", small, "--format", "json", "--output", "out/deep/card.json", "--runs", "1"];
    const { code, stdout, stderr } = await runX(args, { cwd: folder.path });
    expect(code).toBe(0);
    const report = JSON.parse(stdout) as CompleteReport;
    expect(report).toMatchObject({ runs: 1, model: "sim/strong", judgeModel: "sim/judge", simulated: true });
    expect(report.results).toHaveLength(16);
    expect(JSON.parse(readFileSync(join(folder.path, "out/deep/card.json"), "utf8"))).toEqual(report);
    expect(stderr).toContain("Written to out/deep/card.json.");
  });

  test("a key that is refused stops it at once, and is told once outside of the scorecard", async () => {
    await using folder = await tempFolder();
    const asked: string[] = [];
    await using server = createServer((request, response) => {
      asked.push(request.headers.authorization ?? "");
      response.writeHead(401, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: "Incorrect API key provided." } }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const model = "openai/gpt-5.4-mini";
    const { code, stdout, stderr } = await runX(
      ["compare", small, "--model", model, "--judge-model", model, "--baseline-model", model],
      {
        cwd: folder.path,
        env: { OPENAI_API_KEY: "sk-quite-secret-0123456789", OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` },
      },
    );
    expect(code).toBe(2);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThan(10);
    const refusal = `127.0.0.1:${port} does not accept the key in OPENAI_API_KEY`;
    expect(stderr.split(refusal)).toHaveLength(2);
    expect(stderr).toContain("Stopped: 3 cells of openai in a row failed for the setup");
    expect(stdout).toContain(refusal);
    expect(stdout).not.toContain("would change");
    expect(stdout + stderr).not.toContain("quite-secret");
  });

  test("a model without a price is told in words of x, never in those of Node", async () => {
    await using folder = await tempFolder();
    await using server = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const choices = [{ index: 0, message: { role: "assistant", content: "right" }, finish_reason: "stop" }];
      const usage = { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 };
      response.end(JSON.stringify({ id: "1", object: "chat.completion", created: 1, choices, usage }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const { code, stderr } = await runX(["compare", small, "-m", "openai-compatible/tiny", "--runs", "1"], {
      cwd: folder.path,
      env: { OPENAI_COMPATIBLE_BASE_URL: `http://127.0.0.1:${port}/v1` },
    });
    expect(code).toBe(0);
    expect(stderr.split("\n").filter((line) => line.includes("has no price"))).toEqual([
      "warning: openai-compatible/tiny has no price, so what it costs is unknown. Add it to the file that X_PRICES names to have it counted.",
    ]);
    expect(stderr).not.toContain("(node:");
    expect(stderr).not.toContain("--trace-warnings");
  });

  test("--regrade last grades the same outputs, however often; no key of their model is needed", async () => {
    await using folder = await tempFolder();
    const run = (...flags: string[]) =>
      runX(["compare", small, "--runs", "1", "--format", "json", ...flags], { cwd: folder.path });
    const reportOf = async (...flags: string[]) => JSON.parse((await run(...flags)).stdout) as CompleteReport;
    const nothing = await run("--regrade", "last");
    expect(nothing.code).toBe(2);
    expect(nothing.stderr).toContain(
      "There is no run last of small to grade anew: run it once without regrade.",
    );
    const first = await reportOf();
    const again = await run("--regrade", "last");
    expect(again.stderr).toContain(
      `outputs of run ${first.runId!.slice(0, 4)} on sim/strong, judged by sim/judge`,
    );
    const outputs = ({ results }: CompleteReport) => results.map(({ output }) => output);
    for (const report of [JSON.parse(again.stdout) as CompleteReport, await reportOf("--regrade", "last")]) {
      expect(report).toMatchObject({ regradeOf: first.runId, costs: { subjectsUsd: 0 } });
      expect(outputs(report)).toEqual(outputs(first));
    }
    const other = await run("--regrade", "last", "--model", "openai/gpt-5.4-mini");
    expect(other.code).toBe(2);
    expect(other.stderr).toContain("on sim/strong, not on openai/gpt-5.4-mini");
    const away = await run("--regrade", "last", "--on", "postgres://127.0.0.1:1/none");
    expect(away.code).toBe(2);
    expect(away.stderr).toContain("--regrade does not go with --on");
  });

  test("scores of two judges are not held against each other; a baseline graded anew is", async () => {
    await using folder = await tempFolder();
    const run = (...flags: string[]) =>
      runX(["compare", small, "--runs", "1", "--format", "json", ...flags], { cwd: folder.path });
    const { runId } = JSON.parse((await run()).stdout) as CompleteReport;
    await run("--output", "base.json");
    const other = ["--judge-model", "sim/strong"];
    for (const against of [runId!, "base.json"]) {
      const held = await run(...other, "--against", against);
      expect(held.code).toBe(2);
      expect(held.stderr).toContain("was judged by sim/judge, and this one would be by sim/strong");
      expect(held.stderr).toContain("Nothing was run.");
    }
    const none = await run(...other, "--against", "last");
    expect(none.stderr).toContain("there is no such run of small, judged by sim/strong, yet.");
    expect((await run(...other, "--regrade", runId!)).stderr).not.toContain("--against");
    const found = await run(...other, "--against", "last");
    expect(found.stderr).toMatch(/Gate (passed|failed)/);
  });

  test("a budget that the last calls have passed is told, though all cells are there", async () => {
    await using folder = await tempFolder();
    const args = ["compare", small, "--runs", "1", "--concurrency", "1", "--format", "json"];
    const whole = JSON.parse((await runX(args, { cwd: folder.path })).stdout) as CompleteReport;
    const most = (Math.floor(whole.totalCostUsd * 1e6) - 1) / 1e6;
    const { code, stdout, stderr } = await runX([...args, "--max-cost", String(most)], { cwd: folder.path });
    const report = JSON.parse(stdout) as CompleteReport;
    expect(report).toMatchObject({ budgetExceeded: true, coverage: { planned: 16, scored: 16 } });
    expect(stderr).toMatch(/All cells are there, but \$[\d.]+ was spent, more than --max-cost allows/);
    expect(code).toBe(1);
  });

  test("--format markdown marks the baseline row", async () => {
    await using folder = await tempFolder();
    const { stdout } = await runX(["compare", small, "--format", "markdown"], { cwd: folder.path });
    expect(stdout).toMatch(/\| single-generator \(baseline\) \|/);
  });

  test("flags choose tasks, patterns, baselines, models and runs", async () => {
    await using folder = await tempFolder();
    const run = async (...flags: string[]) => {
      const { stdout } = await runX(["compare", small, "--format", "json", "--runs", "1", ...flags], {
        cwd: folder.path,
      });
      return JSON.parse(stdout) as CompleteReport;
    };
    const chosen = await run("--category", "tool-use", "--patterns", "again, twice", "--no-baseline");
    expect(chosen).toMatchObject({ subjects: ["again", "twice"], categories: ["tool-use"], tasks: 4 });
    const more = await run("--baseline-model", "sim/weak", "--baseline-model", "sim/slow");
    expect(more.subjects).toEqual(["twice", "single-generator", "pure-weak", "pure-slow"]);
    const same = await run("--model", "sim/judge", "--judge-model", "sim/judge");
    expect(same).toMatchObject({
      model: "sim/judge",
      warnings: [expect.stringContaining("Self-preference")],
    });
  });

  test("--plan prints what it would take and could see, and spends and writes nothing", async () => {
    await using folder = await tempFolder();
    const { code, stdout } = await runX(["compare", small, "--plan"], { cwd: folder.path });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^32 cells · 80 calls · about \$0\.\d+ \(\$[\d.]+ to \$[\d.]+; guessed from the prompts\)\nWhat sim\/strong and sim\/judge cost is play money\.\n/,
    );
    expect(stdout).toMatch(
      /With 8 tasks × 2 runs a difference of about 0\.\d\d or more would be seen 4 times of 5/,
    );
    expect(stdout).toMatch(/Nothing was spent\.\n$/);
    const data = await runX(["compare", small, "--plan", "--format", "json"], { cwd: folder.path });
    expect(JSON.parse(data.stdout)).toMatchObject({
      ...{ cells: 32, calls: { min: 80, max: 80 }, costUsd: { expected: expect.any(Number) } },
      ...{ earlierCells: 0, durationMs: null, spread: "assumed" },
    });
    expect(existsSync(join(folder.path, ".x"))).toBe(false);
    await runX(["compare", small], { cwd: folder.path });
    const after = await runX(["compare", small, "--plan"], { cwd: folder.path });
    expect(after.stdout).toContain("from 32 earlier cells");
  });

  test("a spent budget gives a partial scorecard, exit code 1, and the way to go on", async () => {
    await using folder = await tempFolder();
    const { code, stdout, stderr } = await runX(["compare", small, "--max-cost", "0.02"], {
      cwd: folder.path,
    });
    expect(code).toBe(1);
    expect(stdout).toContain("Stopped at the budget");
    const more = /Go on with more money: x compare \S+ --max-cost ([\d.]+) --resume/.exec(stderr);
    expect(more).not.toBeNull();
    const again = await runX(["compare", small, "--max-cost", more![1]!, "--resume"], { cwd: folder.path });
    expect(again.code).toBe(0);
    expect(again.stdout).toContain("Coverage 32 of 32");
    expect(await runsIn(folder.path)).toHaveLength(1);
  });

  test("what the check of the judge took is told wherever the money is", async () => {
    await using folder = await tempFolder();
    const run = (...args: string[]) => runX(args, { cwd: folder.path, env: { X_TEST_GOLDEN: "1" } });
    const short = ["compare", small, "--runs", "1", "--concurrency", "1"];
    const { stdout, stderr } = await run(...short, "--max-cost", "0.012");
    const [, spent] = /(\$[\d.]+ of \$0\.012\d*) \(/.exec(stdout)!;
    expect(stderr).toContain(`Stopped at the budget: ${spent}`);
    expect((await run("show", "last")).stdout).toContain(`${spent} (`);
  });

  test("Ctrl-C lets running cells end, exits with 130, and --resume goes on without paying twice", async () => {
    await using folder = await tempFolder();
    const env = { X_TEST_LATENCY: "60" };
    const stopped = await runX(["compare", small], {
      cwd: folder.path,
      env,
      onStart: (child) => child.stderr!.once("data", () => setTimeout(() => child.kill("SIGINT"), 700)),
    });
    expect(stopped.code).toBe(130);
    expect(stopped.stderr).toContain("Go on later with the same command and --resume.");
    const [before] = await runsIn(folder.path);
    expect(before!.scored).toBeLessThan(32);
    const hint = await runX(["compare", small, "--plan"], { cwd: folder.path });
    expect(hint.code).toBe(0);
    const resumed = await runX(["compare", small, "--resume"], { cwd: folder.path, env });
    expect(resumed.code).toBe(0);
    const after = await runsIn(folder.path);
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ id: before!.id, scored: 32, paidAttempts: 32 });
  });

  test("kill -9 loses nothing that was finished", async () => {
    await using folder = await tempFolder();
    const env = { X_TEST_LATENCY: "60" };
    await runX(["compare", small], {
      cwd: folder.path,
      env,
      onStart: (child) => child.stderr!.once("data", () => setTimeout(() => child.kill("SIGKILL"), 700)),
    });
    const unfinished = await runX(["compare", small, "--category", "nonsense"], { cwd: folder.path });
    expect(unfinished.code).toBe(2);
    const { code, stdout } = await runX(["compare", small, "--resume"], { cwd: folder.path });
    expect(code).toBe(0);
    expect(stdout).toContain("Coverage 32 of 32");
    expect(await runsIn(folder.path)).toHaveLength(1);
  });

  test("starting anew while a run is unfinished says so, where --resume would go on with it", async () => {
    await using folder = await tempFolder();
    await runX(["compare", small, "--max-cost", "0.02"], { cwd: folder.path });
    const other = await runX(["compare", small, "--patterns", "again"], { cwd: folder.path });
    expect(other.stderr).not.toContain("is unfinished");
    const { stderr } = await runX(["compare", small], { cwd: folder.path });
    expect(stderr).toMatch(/Run \w+ of small is unfinished .*--resume would go on with it\./);
  });

  test("--resume in a subfolder pays for nothing that the project around it has", async () => {
    await using folder = await tempFolder();
    const src = join(folder.path, "src");
    mkdirSync(src);
    writeFileSync(join(folder.path, "package.json"), "{}");
    const resumed = () => runX(["compare", small, "--resume"], { cwd: src });
    await runX(["compare", small, "--max-cost", "0.02"], { cwd: folder.path });
    expect(await resumed()).toMatchObject({
      ...{ code: 2, stdout: "" },
      stderr: expect.stringMatching(/ keeps the unfinished run \w+ of small\. Call it there, or leave out /),
    });
    await runX(["compare", small, "--resume"], { cwd: folder.path });
    expect((await resumed()).stderr).toMatch(/ keeps run \w+ of small, which is finished\. Call it there, /);
    expect(existsSync(join(src, ".x"))).toBe(false);
  });

  test.each([
    ["a file that is not there", ["missing.ts"], 4, "There is no file missing.ts"],
    ["a folder", ["."], 4, ". is a folder: name a benchmark in it, such as benchmark.ts.\n"],
    ["a suite", [suite], 4, `is no module. A suite of cases is run with x bench ${suite}; a benchmark`],
    ["a file that does not parse", ["broken.ts"], 4, "broken.ts cannot be loaded"],
    ["a file that exports no benchmark", [fixture("no-benchmark")], 2, "exports no benchmark"],
    ["an empty benchmark", [fixture("empty")], 2, "The benchmark empty has an empty task suite"],
    [
      "an unknown pattern",
      [small, "--patterns", "twise"],
      2,
      'Unknown pattern "twise". Did you mean "twice"?',
    ],
    ["an unknown category", [small, "--category", "art"], 2, "There are: reasoning, tool-use."],
    ["half a number", [small, "--runs", "3abc"], 2, '"3abc" is not a whole number from 1'],
    ["a budget below nothing", [small, "--max-cost=-1"], 2, "is not an amount of dollars from 0"],
    [
      "an unknown format",
      [small, "--format", "xml"],
      2,
      "it is one of table, markdown, json. x compare --help",
    ],
    [
      "a format that is nearly one",
      [small, "--format", "tabel"],
      2,
      "one of table, markdown, json. Did you mean table?",
    ],
    ["a short form", [small, "--format", "md"], 2, "Did you mean markdown?"],
    [
      "a comma too many",
      [small, "--patterns", "twice,,again"],
      2,
      "--patterns: a name is missing before or after a comma.",
    ],
    ["a tag that is missing", [small, "--needs", "gpu, "], 2, "--needs: a tag is missing before or after a"],
    ["an unknown flag", [small, "--modle", "x"], 2, "--model"],
    ["no file", [], 2, "benchmark.ts"],
    ["a model without its key", [fixture("real-model")], 2, "ANTHROPIC_API_KEY"],
  ])("%s: exit code and one sentence", async (_what, args, code, sentence) => {
    await using folder = await tempFolder();
    writeFileSync(join(folder.path, "broken.ts"), "export default {{{");
    const result = await runX(["compare", ...args], { cwd: folder.path });
    expect(result.stderr).toContain(sentence);
    expect(result).toMatchObject({ code, stdout: "" });
    expect(result.stderr).not.toMatch(/^\s+at /m);
    expect(existsSync(join(folder.path, ".x"))).toBe(false);
  });
});

test("with a budget of 0 only what is free is asked, as in the library", async () => {
  await using folder = await tempFolder();
  const { code, stderr } = await runX(["compare", small, "--max-cost", "0"], { cwd: folder.path });
  expect(code, stderr).toBe(1);
  expect(stderr).toMatch(/^Stopped at the budget: \$0\.00 of \$0\.00 after 0 of 32 cells\./m);
  expect(stderr).toMatch(/^Go on with more money: x compare .* --max-cost [\d.]+ --resume$/m);
});

test.each([
  ["on simulated models", ["real-model"], "--model", " --model sim/strong --judge-model sim/judge"],
  ["on its own, which are", ["small", "--runs", "1", "-m", "openai/gpt-5.4-mini"], "--model", " --runs 1"],
  [
    "whoever needs the key",
    ["small", "--runs", "1", "--judge-model", "openai/gpt-5.4-mini"],
    "--judge-model",
    " --runs 1",
  ],
])("without a key: the command that works without one, %s", async (_how, [name, ...flags], flag, words) => {
  await using folder = await tempFolder();
  const file = fixture(name!);
  const refused = await runX(["compare", file, ...flags], { cwd: folder.path });
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^\S+ needs \w+_API_KEY, which is not set\.\nSet it, /),
  });
  const offered = `compare ${file}${words}`;
  expect(refused.stderr).toContain(
    `\nSet it, choose another model with ${flag}, or see it work without a key: x ${offered}\n`,
  );
  expect((await runX(offered.split(" "), { cwd: folder.path })).code).toBe(0);
});

test.each([
  [
    "a package",
    "imp.ts",
    'import a from "./a.ts";\n\nimport x from "nope/sub";\n',
    "package 'nope' (imp.ts:3)",
  ],
  ["a file", "imp.ts", 'import x from "./gone.ts";\n', "module '…/gone.ts' (imp.ts:1)"],
  ["by another file", "imp.ts", 'import x from "./in/b.ts";\n', "package 'deep' (in/b.ts:2)"],
  ["in CommonJS", "imp.cjs", 'const x = require("nope");\n', "module 'nope' (imp.cjs:1)"],
  ["computed", "imp.ts", 'await import("no" + "pe");\n', "package 'nope' (imp.ts)"],
  [
    "an alias of tsconfig.json",
    "imp.ts",
    'import x from "@/nope";\n',
    "package '@/nope' (imp.ts:1). Node reads no paths of tsconfig.json: import the file by its relative path, or by the imports of package.json.",
  ],
])("an import that is not there is told by its own place: %s", async (_what, file, text, told) => {
  await using folder = await tempFolder();
  mkdirSync(join(folder.path, "in"));
  writeFileSync(join(folder.path, "a.ts"), "export default 1;\n");
  writeFileSync(join(folder.path, "in/b.ts"), "// first\nexport * from 'deep';\n");
  writeFileSync(join(folder.path, file), text);
  for (const program of [x, sourceX]) {
    const { code, stderr } = await runProgram(process.execPath, [program, "compare", file], {
      cwd: folder.path,
      env: freshEnvironment(),
    });
    expect(code).toBe(4);
    expect(stderr.replaceAll(realpathSync(folder.path), "…")).toBe(
      `${file} cannot be loaded: Cannot find ${told}\n`,
    );
  }
});

test("without a key and without a way around it none is made up", async () => {
  await using folder = await tempFolder();
  const args = ["compare", small, "--baseline-model", "openai/gpt-5.4-mini"];
  const lacks =
    "openai/gpt-5.4-mini needs OPENAI_API_KEY, which is not set.\nSet it, or choose another model.\n";
  const cwd = folder.path;
  expect(await runX(args, { cwd })).toEqual({ code: 2, stdout: "", stderr: lacks });
  // What it would cost is asked before there is a key.
  const planned = await runX([...args, "--plan"], { cwd });
  expect(planned).toMatchObject({ code: 2, stderr: lacks });
  expect(planned.stdout).toMatch(/^48 cells · 112 calls · about \$.*\nNothing was spent\.\n$/s);
  expect(existsSync(join(cwd, ".x"))).toBe(false);
});

async function runsIn(folder: string) {
  const store = openStore(folder);
  const runs: { id: string; scored: number; paidAttempts: number }[] = [];
  for await (const { id } of store.runs()) {
    const { outcomes } = await store.totals(id);
    const paid = new Set<string>();
    for await (const { subject, task, run, attempt, ...call } of store.calls(id))
      if (call.state !== "charged" || call.costUsd !== 0) paid.add(`${subject} ${task} ${run} ${attempt}`);
    runs.push({ id, scored: outcomes.passed + outcomes.failed, paidAttempts: paid.size });
  }
  await store.close();
  return runs;
}

describe("what people do with x compare", () => {
  test("the command that is offered has every flag that was typed", async () => {
    await using folder = await tempFolder();
    const typed = ["compare", small, "--runs", "1", "--category", "tool-use", "--max-cost", "0.004"];
    const { code, stderr } = await runX(typed, { cwd: folder.path });
    expect(code).toBe(1);
    const again = /Go on with more money: x (.*)/.exec(stderr)![1]!.split(" ");
    expect(again).toEqual([
      "compare",
      small,
      "--runs",
      "1",
      "--category",
      "tool-use",
      "--max-cost",
      expect.any(String),
      "--resume",
    ]);
    const whole = await runX(again, { cwd: folder.path });
    expect(whole).toMatchObject({ code: 0, stdout: expect.stringContaining("Coverage 8 of 8") });
    expect(await runsIn(folder.path)).toHaveLength(1);
  });

  test("--resume on a finished run shows its scorecard again and spends nothing", async () => {
    await using folder = await tempFolder();
    const first = await runX(["compare", small], { cwd: folder.path });
    const again = await runX(["compare", small, "--resume"], { cwd: folder.path });
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining("was finished already") });
    const rows = (text: string) => text.split("\n").slice(0, -2);
    expect(rows(again.stdout)).toEqual(rows(first.stdout));
    expect(await runsIn(folder.path)).toMatchObject([{ scored: 32, paidAttempts: 32 }]);
  });

  test("--strict never passes the budget", async () => {
    await using folder = await tempFolder();
    const args = ["compare", small, "--format", "json", "--max-cost", "0.6", "--strict", "--runs", "4"];
    const { stdout } = await runX(args, { cwd: folder.path });
    const report = JSON.parse(stdout) as CompleteReport;
    expect(report.totalCostUsd).toBeGreaterThan(0);
    expect(report.totalCostUsd).toBeLessThanOrEqual(0.6);
  });

  test.each([
    ["a folder", ["--output", "."], "there is a folder of that name"],
    ["below a file", ["--output", "file/card.md"], "cannot be written"],
    ["the records", ["--output", ".x/x.db"], "it is in the folder of the records"],
    ["one file for both", ["--output", "q", "--junit", "q"], "--output names it too"],
  ])(
    "an output that cannot be written is told before anything is spent: %s",
    async (_what, flags, sentence) => {
      await using folder = await tempFolder();
      writeFileSync(join(folder.path, "file"), "");
      const result = await runX(["compare", small, ...flags], { cwd: folder.path });
      expect(result).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(sentence) });
      expect(existsSync(join(folder.path, ".x"))).toBe(false);
    },
  );

  test("a store that is broken is told as such, with an exit code that is not that of a budget", async () => {
    await using folder = await tempFolder();
    writeFileSync(join(folder.path, ".x"), "");
    const { code, stderr } = await runX(["compare", small], { cwd: folder.path });
    expect(code).toBe(2);
    expect(stderr).toContain(".x");
  });

  test("--no-baseline and --baseline-model contradict each other", async () => {
    await using folder = await tempFolder();
    const args = ["compare", small, "--no-baseline", "--baseline-model", "sim/weak"];
    expect(await runX(args, { cwd: folder.path })).toMatchObject({ code: 2, stdout: "" });
  });

  test("a reader that has read enough is no error", async () => {
    await using folder = await tempFolder();
    const line = `"${process.execPath}" "${x}" compare "${small}" --format json --runs 1 | head -c 10; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = await runProgram("bash", ["-c", line], { cwd: folder.path });
    expect(stderr).not.toMatch(/EPIPE|^\s+at /m);
    expect(stdout.trim().endsWith("0")).toBe(true);
  });
});

import { mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSqliteStore, importRun, shortRunId } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { keepRun } from "./kept-run.ts";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

/** Writes that would do harm if they were obeyed. */
const hostile = "\u001b[2J\u001b]0;owned\u0007<script>alert(1)</script>\u202e\u0000=cmd|' /C calc'!A0";
const controls = /(?!\n)[\p{Control}\u202a-\u202e\u2066-\u2069]/u;

const transcript = [
  {
    transcript: 1,
    agent: "x",
    agentVersion: "0.1.0",
    model: "acme/one",
    startedAt: "2026-01-01T00:00:00.000Z",
  },
  { type: "message", role: "user", text: "Add tests.", atMs: 0, turn: null },
  {
    ...{ type: "usage", model: "acme/one", costUsd: 0.01, durationMs: 900, atMs: 900, turn: 1 },
    usage: {
      inputTokens: 1000,
      outputTokens: 100,
      cacheReadTokens: 200,
      cacheWriteTokens: 0,
      reasoningTokens: 0,
    },
  },
  { type: "message", role: "assistant", text: `I look. ${hostile}`, atMs: 900, turn: 1 },
  { type: "tool-call", id: "c1", tool: "shell", input: { command: `ls ${hostile}` }, atMs: 901, turn: 1 },
  {
    type: "tool-result",
    id: "c1",
    tool: "shell",
    ok: true,
    text: "z".repeat(10_000_000),
    durationMs: 5,
    atMs: 906,
    turn: 1,
  },
  { type: "end", ended: "done", detail: "", atMs: 1000, turn: null },
].map((line) => JSON.stringify(line));

const bad = {
  outcome: 0,
  evidence: {
    ...{
      ended: "done",
      detail: hostile,
      agentMs: 1000,
      setupMs: 10,
      gradingMs: 20,
      putBack: [hostile],
      warnings: [hostile],
    },
    expectations: [
      { expectation: "file:a exists", pass: true, evidence: "a is there" },
      {
        expectation: "test:npm test",
        pass: false,
        evidence: `exit code 1 ${hostile}`,
        output: `one\n${hostile}`,
      },
    ],
    findings: [{ criterion: "Is plain", verdict: "unmet", score: 0, evidence: hostile }],
  },
  artifacts: {
    transcript: `${transcript.join("\n")}\nnot json\n`,
    answer: hostile,
    patch: `+${hostile}\n+${"w".repeat(100_000)}`,
  },
};

async function folderWithRuns() {
  const folder = await tempFolder();
  const circumstances = { git: { commit: "9a6e0401234567", dirty: true } };
  const first = await keepRun(folder.path, { x: { "add-tests": [1], rename: [0] } }, { circumstances });
  const second = await keepRun(folder.path, { x: { "add-tests": [bad], rename: [1] } });
  const x = async (...args: string[]) => runX(args, { cwd: folder.path });
  return { ...folder, first, second, x };
}

test("x runs: newest first, with score, cost, coverage, commit and state; as JSON with whole ids", async () => {
  await using folder = await folderWithRuns();
  const { stdout, code } = await folder.x("runs");
  expect(code).toBe(0);
  const [head, second, first, ...rest] = stdout.trimEnd().split("\n");
  expect(head).toMatch(/^run +kind +name +who +score +cost +cells +when +commit +state$/);
  expect(second).toMatch(
    /^\w{4} +bench +suite +x +0\.50 \(0\.09–0\.91\) +\$0\.020 +2 +just now +– +finished$/,
  );
  expect(first).toContain("9a6e040*");
  expect(rest).toEqual([]);
  const json = JSON.parse((await folder.x("runs", "--json", "--limit", "1")).stdout);
  expect(json).toMatchObject([
    { id: folder.second.id, scored: 2, planned: 2, costUsd: 0.02, best: { mean: 0.5 } },
  ]);
  const limited = await folder.x("runs", "--limit", "1");
  expect(limited.stderr).toBe("The latest 1 run; --limit shows more.\n");
  expect((await folder.x("runs", "--name", "other")).stderr).toBe(
    "No run is kept here that fits. There are runs of suite.\n",
  );
});

test("a folder without records says what to do, and nothing is made", async () => {
  await using folder = await tempFolder();
  for (const args of [
    ["runs"],
    ["show", "last"],
    ["diff", "a", "b"],
    ["export", "last", "--format", "csv"],
  ]) {
    const { code, stderr, stdout } = await runX(args, { cwd: folder.path });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("it has no .x/x.db");
  }
});

test("x show last: the results again, and where to look", async () => {
  await using folder = await folderWithRuns();
  const { stdout, code } = await folder.x("show", "last");
  expect(code).toBe(0);
  expect(stdout).toContain("✗ add-tests");
  expect(stdout).toContain("✓ rename");
  expect(stdout).toMatch(/1 of 2 passed \(50 %, 95 % interval 9–91 %\) · \$0\.020 · .* · run \w{4}\n/);
  expect(stdout).toMatch(/Look closer: x show \w{4} add-tests\n/);
  expect(stdout).not.toMatch(controls);
  expect(JSON.parse((await folder.x("show", "last", "--json")).stdout)).toMatchObject({
    passed: 1,
    total: 2,
  });
});

test("without a name it is the latest run, and beside it the one before", async () => {
  await using folder = await folderWithRuns();
  const { x, second, path } = folder;
  expect(await x("show")).toEqual(await x("show", "last"));
  expect(await x("export", "--format", "csv")).toEqual(await x("export", "last", "--format", "csv"));
  expect(await x("diff")).toEqual(await x("diff", "last~1", "last"));
  expect(await x("diff", "last~1")).toEqual(await x("diff"));
  await keepRun(path, { x: { other: [1] } }, { name: "another" });
  expect(await x("diff")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^There is no run of another before \w{4} to put it beside\. /),
  });
  await keepRun(path, { x: { "add-tests": [1], rename: [1] } });
  const { stdout } = await x("diff");
  expect(stdout).toContain(`run ${shortRunId(second.id)} →`);
  const [latest] = JSON.parse((await x("runs", "--json", "--limit", "1")).stdout);
  const file = `run-${shortRunId(latest.id)}.html`;
  expect(await x("report")).toMatchObject({ code: 0, stdout: `${file}\n` });
  expect(readFileSync(join(path, file), "utf8")).toMatch(/^<!doctype html>/i);
});

test("x show last add-tests: prompt, outcome, evidence, findings, output, patch, transcript; nothing is obeyed", async () => {
  await using folder = await folderWithRuns();
  const { stdout, code } = await folder.x("show", "last", "add-tests");
  expect(code).toBe(0);
  expect(stdout).not.toMatch(controls);
  expect(stdout).toContain("x on add-tests, run 1 · suite (bench, run ");
  expect(stdout).toMatch(/outcome +✗ failed, score 0\.000\n/);
  expect(stdout).toMatch(/cost +\$0\.0100 agent\n/);
  expect(stdout).toMatch(/time +1\.5 s \(agent 1\.0 s, set-up 10 ms, grading 20 ms\)\n/);
  expect(stdout).toMatch(/calls +1 \(acme\/one × 1\)\n/);
  expect(stdout).toContain("\nPrompt\n  Add tests.\n");
  expect(stdout).toContain(
    "✗ test:npm test\n      exit code 1 ␛[2J␛]0;owned␇<script>alert(1)</script><U+202E>␀",
  );
  expect(stdout).toContain("✗ Is plain (0.00)\n      ␛[2J");
  expect(stdout).toContain("▸ shell ls ␛[2J");
  expect(stdout).toContain("… [9,999,840 more characters]");
  expect(stdout).toContain("[1 line cannot be read]");
  expect(stdout.length).toBeLessThan(20_000);

  const { stdout: full } = await folder.x("show", "last", "add-tests", "--full");
  expect(full.match(controls)).toBeNull();
  expect(full.includes("more characters]")).toBe(false);
  expect(full.includes("w".repeat(100_000))).toBe(true);
  expect(full.includes("z".repeat(10_000_000))).toBe(true);
});

test("bytes that are no text are shown as such, and the file of results says the same as the run", async () => {
  await using folder = await tempFolder();
  const output = new Uint8Array([0x68, 0xff, 0xc3, 0x28, 0x1b, 0x5b, 0x32, 0x4a]);
  await keepRun(folder.path, { "a/b": { "t/1": [{ outcome: 1, artifacts: { output } }, 1], t: [0] } });
  for (const name of ["t/1", "a/b/t/1", "a/b/t/1/1"]) {
    const { stdout, stderr } = await runX(["show", "last", name], { cwd: folder.path });
    expect(stdout, stderr).toMatch(/^a\/b on t\/1, run 1 /);
    expect(stdout).toContain("\nOutput\n  h\ufffd\ufffd(␛[2J\n");
  }
  const first = await runX(["show", "last", "t/1"], { cwd: folder.path });
  expect(first.stdout).toMatch(/1 other result of t\/1, such as: x show \w{4}\/a\/b\/t\/1\/2\n$/);
  // Read as the task "t/1" before it is read as the first run of "t".
  const second = await runX(["show", "last/a/b/t/1/2"], { cwd: folder.path });
  expect(second.stdout).toMatch(/^a\/b on t\/1, run 2 /);
});

test("a cell is named by its path, too; what does not fit is told with what is near", async () => {
  await using folder = await folderWithRuns();
  for (const name of ["last~1/x/rename/1", "last~1/rename", `${folder.first.id.slice(0, 5)}/x/rename`]) {
    const { stdout } = await folder.x("show", name);
    expect(stdout, name).toMatch(/^x on rename, run 1 · .*\noutcome +✗ failed/);
  }
  const missing = await folder.x("show", "last", "renam");
  expect(missing.code).toBe(2);
  expect(missing.stderr).toMatch(
    /has no result for "renam"\. Did you mean "rename"\? Its tasks: add-tests, rename\./,
  );
  expect((await folder.x("show", "last/x")).stderr).toMatch(
    /has no task "x", which is a subject\. Its tasks: add-tests, rename\./,
  );
  expect((await folder.x("show", "add-tests")).stderr).toBe(
    'There is no run "add-tests", but the latest has such a task: x show last add-tests\n',
  );
  expect((await folder.x("show", "last~9")).stderr).toContain(
    "there are only 2 runs. List them with x runs.",
  );
});

test("within a project its runs are found from every folder, and a line says where they are", async () => {
  await using folder = await folderWithRuns();
  const deep = join(folder.path, "src", "deep");
  mkdirSync(deep, { recursive: true });
  const outside = await runX(["runs"], { cwd: deep });
  expect(outside).toMatchObject({ code: 2, stderr: expect.stringContaining("There are no runs in") });
  writeFileSync(join(folder.path, "package.json"), "{}");
  const { code, stdout, stderr } = await runX(["runs"], { cwd: deep });
  expect({ code, stdout }).toEqual({ code: 0, stdout: (await folder.x("runs")).stdout });
  expect(stderr).toMatch(/^No runs are kept in this folder; these are of \/.+\.\n$/);
});

test("x diff last~1 last: score, cost, time, flips, and what differs", async () => {
  await using folder = await tempFolder();
  const scores = (lost: number) =>
    Object.fromEntries(Array.from({ length: 24 }, (_, at) => [`t${at}`, [at < lost ? 0 : 1]]));
  const agents = (model: string) => ({
    conditions: { agents: { x: { model, version: "1" } }, sandbox: "host" },
  });
  await keepRun(folder.path, { x: scores(2) }, agents("acme/one"));
  await keepRun(folder.path, { x: scores(14) }, agents("acme/two"));
  const { stdout, code } = await runX(["diff", "last~1", "last"], { cwd: folder.path });
  expect(code).toBe(0);
  expect(stdout.split("\n")).toEqual([
    expect.stringMatching(/^suite, x: acme\/one → acme\/two · run \w{4} → \w{4}$/),
    "(differs: model; same tasks, runs, agents, sandbox)",
    "  agents.x.model: acme/one → acme/two",
    "pass rate  0.92 → 0.42   −0.50 (−0.72 to −0.28), worse (better on 0 of 24 tasks, worse on 12)",
    "cost       $0.010 → $0.010 a run, 1.00 times (1.00 to 1.00)",
    "time       1.5 s → 1.5 s a run, 1.00 times (1.00 to 1.00)",
    "flipped    ✗ t2, t3, t4, t5, t6, t7, t8, t9 and 4 more",
    "",
  ]);
  const json = JSON.parse((await runX(["diff", "last~1", "last", "--json"], { cwd: folder.path })).stdout);
  expect(json.subjects[0]).toMatchObject({ verdict: "worse", delta: -0.5, tasks: 24 });
  const unlike = await runX(["diff", "last", "last", "--subject", "y"], { cwd: folder.path });
  expect(unlike).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('has no subject "y". Choose one of: x.'),
  });
});

test("x diff of a run and itself says so, and how to compare something", async () => {
  await using folder = await tempFolder();
  const alone = await keepRun(folder.path, { x: { a: [1] } });
  const refused = await runX(["diff", "last", alone.id], { cwd: folder.path });
  expect(refused).toEqual({
    ...{ code: 2, stdout: "" },
    stderr: `Both are the same run, ${shortRunId(alone.id)} of suite: nothing is compared. Name another one, which x runs lists.\n`,
  });
  await keepRun(folder.path, { x: { a: [1] }, "claude code": { a: [0] } });
  const two = await runX(["diff", "last", "last", "--json"], { cwd: folder.path });
  expect(two).toMatchObject({ code: 2, stdout: "" });
  expect(two.stderr).toContain("or two subjects of it: --subject x --subject 'claude code'.");
  const named = ["--subject", "x", "--subject", "claude code"];
  expect(await runX(["diff", "last", "last", ...named], { cwd: folder.path })).toMatchObject({ code: 0 });
});

test("x diff names the tasks and the subjects that only one of the two runs has", async () => {
  await using folder = await tempFolder();
  const [first, second] = [
    await keepRun(folder.path, { x: { a: [1], b: [1] }, gone: { a: [1], b: [1] } }),
    await keepRun(folder.path, { x: { a: [1], c: [1] }, come: { a: [1], c: [1] } }),
  ];
  const { stdout } = await runX(["diff", "last~1", "last"], { cwd: folder.path });
  expect(stdout.split("\n").filter((line) => line.includes("left out"))).toEqual([
    `tasks only in ${shortRunId(first.id)}, left out: b`,
    `tasks only in ${shortRunId(second.id)}, left out: c`,
    `subjects only in ${shortRunId(first.id)}, left out: gone`,
    `subjects only in ${shortRunId(second.id)}, left out: come`,
  ]);
  const paired = await runX(["diff", "last~1", "last", "--subject", "gone", "--subject", "come"], {
    cwd: folder.path,
  });
  expect(paired.stdout).not.toContain("subjects only in");
});

test("unlike runs are labelled, not silently compared", async () => {
  await using folder = await folderWithRuns();
  await keepRun(folder.path, { y: { other: [1] } }, { kind: "compare", name: "patterns" });
  const { stdout, code } = await folder.x("diff", "last~1", "last");
  expect(code).toBe(0);
  expect(stdout).toContain(
    "! These are runs of two kinds, bench and compare: their scores do not mean the same.\n",
  );
  expect(stdout).toContain("! They have no task in common with the same content: nothing can be compared.\n");
  expect(stdout).not.toContain("pass rate");
});

test("x export jsonl is what importRun takes, and json the same in one document", async () => {
  await using folder = await folderWithRuns();
  const { stdout } = await folder.x("export", "last", "--format", "jsonl");
  expect((await folder.x("export", "last", "--format", "jsonl", "--output", "-")).stdout).toBe(stdout);
  const store = createSqliteStore(":memory:");
  expect((await importRun(store, stdout)).id).toBe(folder.second.id);
  await store.close();
  const document = JSON.parse((await folder.x("export", "last", "--format", "json")).stdout);
  expect(document).toMatchObject({
    format: "x-run",
    version: 1,
    run: { id: folder.second.id },
    cells: [{}, {}],
  });
  expect(document.totals.outcomes).toMatchObject({ passed: 1, failed: 1 });
});

test("x export csv, junit and markdown to a file", async () => {
  await using folder = await folderWithRuns();
  const written = async (format: string) => {
    const { code, stderr, stdout } = await folder.x(
      "export",
      "last",
      "--format",
      format,
      "--output",
      `out/${format}`,
    );
    expect({ code, stderr, stdout }).toEqual({ code: 0, stderr: `Written to out/${format}.\n`, stdout: "" });
    return readFileSync(join(folder.path, "out", format), "utf8");
  };
  const rows = (await written("csv")).split("\r\n");
  expect(rows).toHaveLength(4);
  expect(rows[0]).toMatch(/^run_id,kind,name,subject,task,run,outcome,score,/);
  expect(rows[1]).toMatch(
    new RegExp(
      `^${folder.second.id},bench,suite,x,add-tests,1,failed,0,0\\.01,0,0,0,1000,100,1000,0,1,false,`,
    ),
  );
  const xml = await written("junit");
  expect(xml).toContain(
    '<testsuites name="suite" tests="2" failures="1" errors="0" skipped="0" time="2.500">',
  );
  expect(xml).toContain('<testcase classname="suite.x" name="rename" time="1.500"/>');
  expect(xml).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(xml).not.toMatch(/(?![\t\n\r])\p{Control}/u);
  const page = await written("markdown");
  expect(page).toContain("### suite: 1 of 2 passed (50 %, 95 % interval 9–91 %)");
  expect(page).toMatch(
    /\| ✗ \| add-tests \| 0 of 1 \| 1\.0 s \| \$0\.010 \| test:npm test: exit code 1 ␛.*&lt;script&gt;/,
  );
});

test("x export atif: one trajectory a line; of one cell a document", async () => {
  await using folder = await folderWithRuns();
  const lines = (await folder.x("export", "last", "--format", "atif")).stdout.trimEnd().split("\n");
  expect(lines).toHaveLength(2);
  const one = JSON.parse((await folder.x("export", "last/x/add-tests/1", "--format", "atif")).stdout);
  expect(JSON.parse(lines[0]!)).toEqual(one);
  expect(one).toMatchObject({
    ...{ schema_version: "ATIF-v1.4", session_id: `${folder.second.id}/x/add-tests/1` },
    agent: { name: "x", version: "0.1.0", model_name: "acme/one" },
    steps: [
      { step_id: 1, source: "user", message: "Add tests." },
      {
        ...{ step_id: 2, source: "agent", timestamp: "2026-01-01T00:00:00.900Z", model_name: "acme/one" },
        metrics: { prompt_tokens: 1000, completion_tokens: 100, cached_tokens: 200, cost_usd: 0.01 },
        tool_calls: [{ tool_call_id: "c1", function_name: "shell" }],
        observation: { results: [{ source_call_id: "c1" }] },
      },
    ],
    final_metrics: { total_prompt_tokens: 1000, total_cost_usd: 0.01, total_steps: 2 },
  });
  const wrong = await folder.x("export", "last/x/add-tests/1", "--format", "csv");
  expect(wrong).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Only atif can be had of a single task."),
  });
});

test("a run that was cut off: the same counts as when it ran, and what was never tried is skipped in JUnit", async () => {
  await using folder = await tempFolder();
  const tasks = Object.fromEntries(["a", "b c", "d"].map((id) => [id, `hash of ${id}`]));
  const plan = { state: "interrupted", plannedCells: 3 } as const;
  await keepRun(folder.path, { x: { a: [1], "b c": [0] } }, { tasks }, plan);
  const x = (...args: string[]) => runX(args, { cwd: folder.path });
  const { stdout } = await x("show", "last");
  expect(stdout).toMatch(/^suite · 3 cases · x\n/);
  expect(stdout).toMatch(/\n1 of 3 passed \(50 % of the 2 with a result, /);
  expect(stdout).toContain("Results for 2 of 3 runs (1 untried).");
  expect(stdout).toMatch(/\nLook closer: x show \w{4} 'b c'\n/);
  const xml = (await x("export", "last", "--format", "junit")).stdout;
  expect(xml).toContain(
    '<testsuites name="suite" tests="3" failures="1" errors="0" skipped="1" time="3.000">',
  );
  expect(xml).toMatch(
    /<testcase classname="suite\.x" name="d" time="0\.000">\s*<skipped message="never tried"\/>\s*<\/testcase>\s*<\/testsuite>/,
  );
  // Here each task has an agent of its own, so that nobody knows whose the third is.
  await keepRun(folder.path, { x: { a: [1] }, y: { "b c": [1] } }, { tasks }, plan);
  const other = (await x("export", "last", "--format", "junit")).stdout;
  expect(other).toContain('tests="3" failures="0" errors="0" skipped="1"');
  expect(other).toContain('<skipped message="1 planned cell was never tried"/>');
});

test("what a file or a folder cannot be used for is told in words", async () => {
  await using folder = await folderWithRuns();
  const refused = async (args: string[], message: string) => {
    const { code, stderr, stdout } = await folder.x(...args);
    expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n {4}at /);
  };
  await refused(
    ["report", "last", "--html", "."],
    "--html . cannot be written: there is a folder of that name",
  );
  const records = "it is in the folder of the records";
  await refused(["report", "last", "--html", ".x/x.db"], records);
  await refused(["export", "last", "--format", "csv", "--output", ".x/x.db"], records);
  await refused(["import", ".x"], ".x is no file: name the one that x export <run> --format jsonl wrote.");
  writeFileSync(join(folder.path, "empty.jsonl"), "");
  await refused(["import", "empty.jsonl"], "empty.jsonl is empty. Write one with x export");
  await folder.x("export", "last", "--format", "json", "--output", "whole.json");
  await refused(
    ["import", "whole.json"],
    "whole.json does not begin as a run that was exported as jsonl. Write one with x export <run> --format jsonl --output run.jsonl",
  );
  writeFileSync(join(folder.path, "one-line"), "");
  truncateSync(join(folder.path, "one-line"), 2 ** 29 + 2 ** 20);
  await refused(["import", "one-line"], "one-line does not begin as a run that was exported as jsonl.");
  await refused(["import", "not here"], "--format jsonl --output 'not here'");
});

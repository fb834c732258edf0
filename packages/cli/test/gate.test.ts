import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { fixture } from "./fixture.ts";
import { keepRun } from "./kept-run.ts";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

const small = fixture("small");

/** A folder with a suite of so many cases, each passed by making the file `done`. */
async function suiteFolder(cases: number, gate?: object) {
  const folder = await tempFolder();
  mkdirSync(join(folder.path, "work"));
  writeFileSync(join(folder.path, "work", "a.txt"), "one\n");
  const suite = {
    ...{ name: "small", workspace: "work", defaults: { budget: 1, timeout: 20 }, gate },
    cases: Array.from({ length: cases }, (_, at) => ({
      id: `c${at}`,
      prompt: `do ${at}`,
      expect: ["file:done exists"],
    })),
  };
  writeFileSync(join(folder.path, "suite.json"), JSON.stringify(suite));
  return {
    ...folder,
    read: (name: string) => readFileSync(join(folder.path, name), "utf8"),
    bench: (agent: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) =>
      runX(["bench", "suite.json", "--agent", agent, "--sandbox", "host", "--concurrent", "4", ...args], {
        cwd: folder.path,
        env,
      }),
  };
}

const good = "command:touch done";
const idle = "command:true";

test("a regression that the paired test supports fails the gate, in words, in JUnit and in the summary of the step", async () => {
  await using folder = await suiteFolder(6);
  expect((await folder.bench(good, ["--output", "before.json"])).code).toBe(0);

  const same = await folder.bench(good, ["--against", "last"]);
  expect(same.stderr).toMatch(
    /Gate passed\.\n {2}✓ pass rate 1\.00 → 1\.00 .* against run \w{4}: the same on every task\.\n/,
  );
  expect(same.code).toBe(0);

  const summary = join(folder.path, "summary.md");
  writeFileSync(summary, "before\n");
  const env = { GITHUB_STEP_SUMMARY: summary };
  const worse = await folder.bench(idle, ["--against", "last", "--junit", "out/junit.xml"], env);
  expect(worse.code).toBe(1);
  expect(worse.stderr).toMatch(
    /Gate failed\.\n {2}✗ pass rate 1\.00 → 0\.00 \(−1\.00, 6 tasks\) against run \w{4} \(another agent: command:touch done\): surely worse by more than 0\.05 \(interval −1\.00 to −0\.21\)\. No longer passed: c0, c1, /,
  );
  expect(folder.read("out/junit.xml")).toMatch(
    /<testcase classname="gate" name="regression" time="0\.000">\s*<failure type="gate"/,
  );
  expect(folder.read("summary.md")).toMatch(
    /^before\n### small: 0 of 6 passed[\s\S]*\*\*Gate failed\*\*\n\n- ✗ pass rate 1\.00 → 0\.00/,
  );

  const file = await folder.bench(idle, ["--against", "before.json"]);
  expect(file.code).toBe(1);
  expect(file.stderr).toContain(
    "6 tasks) against before.json (another agent: command:touch done): surely worse by more than 0.05",
  );
});

test("a file of results knows its cases by their content: changed ones are named, not compared", async () => {
  await using folder = await suiteFolder(3);
  await folder.bench(good, ["--output", "before.json"]);
  const suite = folder.read("suite.json");
  writeFileSync(join(folder.path, "suite.json"), suite.replace("do 1", "do it otherwise"));
  const changed = await folder.bench(good, ["--against", "before.json"]);
  expect(changed.stderr).toContain("2 of 3 cases compared with before.json (changed content: c1).");
  expect(changed.stderr).toContain("(0.00, 2 tasks) against before.json: the same on every task.");
  expect(changed.code).toBe(0);

  writeFileSync(join(folder.path, "suite.json"), suite.replaceAll('"do ', '"do it '));
  const all = await folder.bench(good, ["--against", "before.json"]);
  expect(all.code).toBe(2);
  expect(all.stderr).toContain(
    "--against before.json: all that it has in common with what is about to run was changed since, so nothing could be compared: c0, c1, c2.",
  );
  expect(all.stdout).not.toContain("passed");

  const before = JSON.parse(folder.read("before.json")) as { cases: { hash?: string }[] };
  for (const each of before.cases) delete each.hash;
  writeFileSync(join(folder.path, "older.json"), JSON.stringify(before));
  const older = await folder.bench(good, ["--against", "older.json"]);
  expect(older.stderr).toMatch(
    /Gate passed, with doubt\.[\s\S]*\? Whether 3 tasks changed since cannot be told, for older\.json does not hold their hash \(c0, c1, c2\)\./,
  );
  expect(older.code).toBe(0);
});

test("a replay is held against the work that it repeats, whatever was changed since: one case that no longer passes fails", async () => {
  await using folder = await suiteFolder(7);
  expect((await folder.bench(good, ["--output", "before.json"])).code).toBe(0);
  const suite = folder.read("suite.json");
  const write = (text: string) => writeFileSync(join(folder.path, "suite.json"), text);
  write(suite.replace("done exists", "gone exists"));
  for (const against of ["last", "before.json"]) {
    const broken = await folder.bench("replay:last", ["--against", against]);
    expect(broken.stderr).toContain(
      "whose work it repeats: every case that passed with this work must still pass. No longer passed: c0. Changed since: c0.",
    );
    expect(broken.code).toBe(1);
  }
  write(suite.replaceAll("file:done exists", "not file:gone exists"));
  const harmless = await folder.bench("replay:last", ["--against", "last", "--gate", "fail-on=doubt"]);
  expect(harmless.stderr).toMatch(
    /Gate passed\.\n {2}✓ .*: the same on every task\. Changed since: c0, c1, /,
  );
  expect(harmless.code).toBe(0);
  // Other work is not held against what it was not asked for.
  const other = await folder.bench(good, ["--against", "before.json"]);
  expect(other.stderr).toContain("was changed since, so nothing could be compared");
});

test("a replay of a patch that does not hold all of the work has no result, and the gate does not take it for lost", async () => {
  await using folder = await suiteFolder(2);
  const big = "command:touch done; if grep -q 1; then head -c 20000000 /dev/urandom > big.bin; fi";
  expect((await folder.bench(big)).code).toBe(0);
  const again = await folder.bench("replay:last", ["--against", "last"]);
  expect(again.stdout).toMatch(/left out is big\.bin \(added, 20000000 bytes\)/);
  expect(again.stderr).toMatch(/1 of 2 cases compared/);
  expect(again.stderr).not.toContain("No longer passed");
  expect(again.stderr).toContain("Gate passed, with doubt.");
  expect(again.code).toBe(0);
});

test("a selection is no baseline for the whole: what it lacks is doubt, and the fuller run is named", async () => {
  await using folder = await suiteFolder(4);
  await keepRun(
    folder.path,
    { noop: Object.fromEntries([0, 1, 2].map((at) => [`c${at}`, [0]])) },
    { name: "small" },
  );
  expect((await folder.bench(good, ["--case", "c0"])).code).toBe(0);
  const whole = await folder.bench(good, ["--against", "last", "--gate", "fail-on=doubt"]);
  expect(whole.code).toBe(1);
  expect(whole.stderr).toMatch(
    /✗ 1 of 4 cases compared with run \w{4} \(not in run \w{4}: c1, c2, c3\)\. Run (\w{4}) looks like a selection \(--case, --tag or --agent\); run (?!\1)\w{4} has more in common: --against \w{4}\.\n/,
  );
  await folder.bench(good);
  const more = await folder.bench(good, ["--agent", idle, "--against", "last"]);
  expect(more.code).toBe(0);
  expect(more.stderr).toMatch(
    /\n {2}✓ command:touch done: pass rate .*\n {2}\? 1 agent of this run not compared, for run \w{4} does not have it: command:true\.\n/,
  );
});

test("with --against, cases that failed before may fail; --fail-under still holds", async () => {
  await using folder = await suiteFolder(2);
  expect((await folder.bench(idle)).code).toBe(1);
  expect((await folder.bench(idle, ["--against", "last"])).code).toBe(0);
  const short = await folder.bench(idle, ["--against", "last", "--fail-under", "0.5"]);
  expect(short.code).toBe(1);
  expect(short.stderr).toMatch(/^Gate failed\.\n/m);
  expect(short.stderr).toContain(
    "✗ 0 of 2 cases passed (0 %); at least 50 % is asked for with --fail-under.",
  );
});

test("a run that goes on is held against the latest of the others, and never against itself", async () => {
  await using folder = await suiteFolder(2);
  await folder.bench(good);
  const done = await folder.bench(good, ["--resume", "--against", "last"]);
  expect(done.code).toBe(2);
  expect(done.stderr).toMatch(
    /--against last: run \w{4} is the one that --resume goes on with, and there is no other of small to hold it against\. Leave out --resume to begin a new run, or --against\.\n/,
  );
  const store = openStore(folder.path);
  const { manifest } = (await store.findRun("last"))!;
  await store.updateRun((await store.createRun(manifest, 2)).id, { state: "interrupted" });
  await store.close();
  const { stderr, code } = await folder.bench(good, ["--resume", "--against", "last"]);
  expect(code, stderr).toBe(0);
  expect(stderr).toContain("the same on every task");
});

test("what has no result can be tried again by the command that is told, against the same run as before", async () => {
  await using folder = await suiteFolder(2);
  const suite = JSON.parse(folder.read("suite.json"));
  suite.cases[1].setup = [`test -e ${join(folder.path, "ready")}`];
  writeFileSync(join(folder.path, "suite.json"), JSON.stringify(suite));
  await folder.bench(good);
  const { stderr: first } = await folder.bench(good, ["--against", "last"]);
  const [, before] = /1\.00 → 1\.00 .* against run (\w{4})/.exec(first)!;
  expect(first).toContain("--against last --resume\n");
  const shown = await runX(["show", "last"], { cwd: folder.path });
  expect(shown.stdout).toContain(
    "This run is incomplete: 1 run has no result. Its command with --resume tries it again.\n",
  );
  writeFileSync(join(folder.path, "ready"), "");
  const again = await folder.bench(good, ["--against", "last", "--resume"]);
  expect(again.code, again.stderr).toBe(0);
  expect(again.stderr).toContain(`against run ${before}`);
});

test("a run that failed its gate is no measure for the next: last passes it over, and says so", async () => {
  await using folder = await suiteFolder(6);
  await folder.bench(good);
  expect((await folder.bench(idle, ["--against", "last"])).code).toBe(1);
  const again = await folder.bench(idle, ["--against", "last"]);
  expect(again.code, again.stderr).toBe(1);
  const [, failed] =
    /warning: Run (\w{4}) failed the gate and is passed over; --against \1 holds against it all the same\.\n/.exec(
      again.stderr,
    )!;
  expect(again.stderr).toContain("pass rate 1.00 → 0.00");
  expect((await folder.bench(idle, ["--against", failed!])).code).toBe(0);
  const accepted = await folder.bench(idle, ["--against", "last"]);
  expect(accepted.stderr).toContain("pass rate 0.00 → 0.00");
});

test("last is a run with results that has ended; one that is named and has none is told before anything runs", async () => {
  await using folder = await suiteFolder(2);
  await folder.bench(good);
  const store = openStore(folder.path);
  const { manifest } = (await store.findRun("last"))!;
  await store.createRun(manifest, 2);
  const { id } = await store.createRun(manifest, 2);
  await store.updateRun(id, { state: "interrupted" });
  await store.close();
  const last = await folder.bench(good, ["--against", "last"]);
  expect(last.code, last.stderr).toBe(0);
  const named = await folder.bench(good, ["--against", id]);
  expect(named.code).toBe(2);
  expect(named.stderr).toContain(`run ${id.slice(0, 4)} has no result yet. Nothing was run.`);
});

test("the gate of a suite holds without --against: cost, time, coverage; the flag comes first", async () => {
  await using folder = await suiteFolder(1, { maxCost: 0.5, maxTime: 10, minCoverage: 1 });
  const spend = (usd: number) => `command:touch done; echo '{"cost":${usd}}' > "$X_USAGE"`;
  const dear = await folder.bench(spend(0.9));
  expect(dear.code).toBe(1);
  expect(dear.stderr).toContain("costs $0.90 a case; at most $0.50 a case is asked for.\n");
  expect((await folder.bench(spend(0.1))).code).toBe(0);
  expect((await folder.bench(spend(0.9), ["--gate", "max-cost=1"])).code).toBe(0);
  const silent = await folder.bench(good);
  expect(silent.code).toBe(1);
  expect(silent.stderr).toContain("nobody knows what it costs, and at most $0.50 a case is asked for.");
});

test("no agent sees the results it is held against, which hold the answers, nor the JUnit file", async () => {
  await using folder = await suiteFolder(1);
  writeFileSync(
    join(folder.path, "suite.json"),
    folder.read("suite.json").replace('"workspace":"work",', ""),
  );
  await folder.bench(good, ["--output", "before.json"]);
  const look = ["--against", "before.json", "--junit", "j.xml"];
  writeFileSync(join(folder.path, "j.xml"), '<?xml version="1.0"?><testsuites/>');
  const { stdout, code } = await folder.bench("command:ls; touch done", [...look, "--verbose"]);
  expect(code).toBe(0);
  expect(stdout).toContain("│ work");
  expect(stdout).not.toMatch(/│ (before\.json|j\.xml)/);
});

test("what --against, --gate and --junit cannot mean is told before anything runs", async () => {
  await using folder = await suiteFolder(1);
  const refused = async (args: string[], message: string) => {
    const { code, stderr, stdout } = await folder.bench(good, args);
    expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  };
  await refused(["--against", "last"], "no run is kept in this folder yet");
  expect(existsSync(join(folder.path, ".x"))).toBe(false);
  await refused(["--against", "nothing.json"], "--against nothing.json: there is no such file.");
  await refused(
    ["--against", "suite.json"],
    "it has no results of small. Give a file that x bench --output wrote.",
  );
  await refused(["--gate", "margin=2"], "--gate has margin=2");
  await refused(["--junit", "work"], "--junit work cannot be written: there is a folder of that name.");
  const { id } = await keepRun(folder.path, { x: { a: [1] } }, { name: "other" });
  await refused(
    ["--against", id],
    `is of bench other, not of bench small. x runs --name small lists those that fit.`,
  );
  await refused(["--against", "last"], "there is no such run of small yet");
  await refused(["--against", "zzzz"], 'There is no run "zzzz".');
  writeFileSync(join(folder.path, "half.json"), '{"suite":"small","ca');
  await refused(["--against", "half.json"], "--against half.json: it cannot be read: ");
});

test("what has nothing in common with what is about to run is told before anything runs, with both sides", async () => {
  await using folder = await suiteFolder(2);
  const two = ["--agent", "noop"];
  await keepRun(folder.path, { x: { c0: [1] }, y: { c0: [1] } }, { name: "small" });
  const agents = await folder.bench(good, [...two, "--against", "last"]);
  expect(agents).toMatchObject({ code: 2, stdout: "" });
  expect(agents.stderr).toMatch(
    /^--against last: run \w{4} has no agent in common with what is about to run, so nothing could be compared\. There: x, y\. Here: command:touch done, noop\. .*Nothing was run\.\n$/,
  );
  const file = { suite: "small", cases: [{ id: "gone", pass: true }] };
  writeFileSync(join(folder.path, "other.json"), JSON.stringify(file));
  const cases = await folder.bench(good, ["--against", "other.json"]);
  expect(cases).toMatchObject({ code: 2, stdout: "" });
  expect(cases.stderr).toContain(
    "--against other.json: it has no case in common with what is about to run, so nothing could be compared. There: gone. Here: c0, c1.",
  );
});

test("x compare --against: the same holds; a limit that is passed fails, with the scorecard alone on stdout", async () => {
  await using folder = await tempFolder();
  const compare = (...args: string[]) => runX(["compare", small, ...args], { cwd: folder.path });
  const refused = await compare("--against", "last");
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  writeFileSync(join(folder.path, "results.json"), JSON.stringify({ suite: "small", cases: [] }));
  const file = await compare("--against", "results.json");
  expect(file).toMatchObject({ code: 2, stdout: "" });
  expect(file.stderr).toContain(
    "it has no results of small. Give a file that x compare --format json --output wrote.",
  );
  const changed = { "single-generator": { "reasoning-1": [1] } };
  await keepRun(folder.path, changed, { kind: "compare", name: "small" });
  const other = await compare("--against", "last");
  expect(other).toMatchObject({ code: 2, stdout: "" });
  expect(other.stderr).toContain("was changed since, so nothing could be compared");
  await keepRun(folder.path, { "single-generator": { gone: [1] } }, { kind: "compare", name: "small" });
  const nothing = await compare("--against", "last");
  expect(nothing).toMatchObject({ code: 2, stdout: "" });
  expect(nothing.stderr).toContain("has no task in common with what is about to run");
  expect((await compare()).code).toBe(0);
  const fewer = ["--format", "json", "--patterns", "twice", "--no-baseline"];
  const alone = await compare(...fewer, "--against", "last", "--output", "report.json");
  expect(alone.code).toBe(0);
  expect(alone.stderr).toMatch(
    /Gate passed, with doubt\.\n {2}✓ twice: .*\n {2}\? 1 subject of run \w{4} not compared, for this run does not have it: single-generator\.\n/,
  );
  const report = await compare("--against", "report.json", "--junit", "junit.xml");
  expect(report.code).toBe(0);
  expect(report.stderr).toMatch(
    /Gate passed, with doubt\.\n {2}✓ twice: mean score .* against report\.json: the same on every task\.\n {2}\? 1 subject of this run not compared, for report\.json does not have it: single-generator\.\n$/,
  );
  const same = await compare("--against", "last", "--junit", "junit.xml");
  expect(same.code).toBe(0);
  expect(same.stderr).toMatch(
    /Gate passed\.\n {2}✓ single-generator: mean score .* the same on every task\.\n {2}✓ twice: /,
  );
  expect(same.stdout).not.toContain("Gate");
  expect(readFileSync(join(folder.path, "junit.xml"), "utf8")).toContain(
    '<testsuite name="small twice" tests="16"',
  );
  const dear = await compare("--gate", "max-cost=0.000001");
  expect(dear.code).toBe(1);
  expect(dear.stderr).toMatch(/twice costs \$\S+ a task; at most \$0\.0000010 a task is asked for\./);
});

test("what two judges say of a suite is not held against each other, as a run or as a file", async () => {
  await using folder = await suiteFolder(3);
  const suite = JSON.parse(folder.read("suite.json")) as { cases: { expect: string[] }[] };
  for (const each of suite.cases) each.expect.push("judge:It is done");
  writeFileSync(join(folder.path, "suite.json"), JSON.stringify(suite));
  const before = await folder.bench(good, ["--judge-model", "sim/judge", "--output", "before.json"]);
  const [, id] = / run (\w{4})\n/.exec(before.stdout)!;

  const last = await folder.bench(good, ["--judge-model", "sim/strong", "--against", "last"]);
  expect(last.code).toBe(2);
  expect(last.stderr).toContain("there is no such run of small, judged by sim/strong, yet.");
  for (const reference of [id!, "before.json"]) {
    const other = await folder.bench(good, ["--judge-model", "sim/strong", "--against", reference]);
    expect(other.code).toBe(2);
    expect(other.stderr).toContain(
      "was judged by sim/judge, and this one would be by sim/strong: what two judges say cannot be held against each other.",
    );
    expect(other.stdout).not.toContain("passed");
  }
  const same = await folder.bench(good, ["--judge-model", "sim/judge", "--against", "before.json"]);
  expect(same.stderr).toMatch(/Gate (passed|failed)/);
});

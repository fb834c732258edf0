import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { put } from "./bench-folder.ts";
import { fixture } from "./fixture.ts";
import { codeBlocks } from "./markdown.ts";
import { runProgram } from "./run-program.ts";
import { runX, x } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

const small = fixture("small");

const root = fileURLToPath(new URL("../../..", import.meta.url));

interface Step {
  name?: string;
  id?: string;
  if?: string;
  uses?: string;
  run?: string;
  shell?: string;
  env?: Record<string, string>;
  with?: Record<string, string>;
  "working-directory"?: string;
}

interface Action {
  inputs: Record<string, { description: string; default: string }>;
  outputs: Record<string, { value: string }>;
  runs: { using: string; steps: Step[] };
}

const action = parse(readFileSync(join(root, "action.yml"), "utf8")) as Action;
const blocks = codeBlocks(readFileSync(join(root, "docs/ci.md"), "utf8")).filter(
  ({ language }) => language === "yaml",
);

/**
 * A project with the example suite, a recorded run of it beside it, and `npx x` that starts the x of this repository.
 */
async function project() {
  const folder = await tempFolder();
  const { path } = folder;
  cpSync(join(root, "bench"), join(path, "bench"), { recursive: true });
  const model = "scripted:bench/example-suite.script.json";
  const recorded = await runX(["bench", "bench/example-suite.json", "--model", model], { cwd: path });
  expect(recorded.code, recorded.stderr).toBe(0);
  const exported = ["export", "last", "--format", "jsonl", "--output", "bench/baseline.jsonl"];
  expect((await runX(exported, { cwd: path })).code).toBe(0);
  mkdirSync(join(path, "tools"));
  const put = (name: string, script: string) => {
    writeFileSync(join(path, "tools", name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(path, "tools", name), 0o755);
  };
  // Without an installation, or leave to fetch one, npx would run what somebody else calls x.
  const installed = 'there="$(dirname "$0")/installed"';
  const refuse = '|| { echo "there is no x" >&2; exit 1; }';
  put(
    "npx",
    `${installed}; [ -f "$there" ] && [ "$1 $2" = "--no-install x" ] ${refuse}; shift 2; exec '${process.execPath}' '${x}' "$@"`,
  );
  put("npm", `${installed}; [ "$1" = ci ] && touch "$there"`);
  return { ...folder, clone: () => cloneOf(path) };
}

/** As a runner finds it: without the records of whoever recorded the run. */
async function cloneOf(path: string) {
  const folder = await tempFolder();
  for (const part of ["bench", "tools"])
    cpSync(join(path, part), join(folder.path, part), { recursive: true });
  const at = (name: string) => join(folder.path, name);
  writeFileSync(at("output.txt"), "");
  return {
    ...folder,
    at,
    /** Runs a step as GitHub does. */
    shell: (script: string, env: Record<string, string> = {}, cwd = ".") =>
      runProgram("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
        cwd: at(cwd),
        env: {
          ...{ HOME: process.env.HOME, PATH: `${at("tools")}${delimiter}${process.env.PATH}`, ...env },
          ...{ GITHUB_OUTPUT: at("output.txt"), GITHUB_STEP_SUMMARY: at("summary.md") },
        },
      }),
  };
}

type Clone = Awaited<ReturnType<typeof cloneOf>>;

/** Runs the steps of the action with these inputs, up to the one that fails. */
async function runAction(clone: Clone, given: Record<string, string>) {
  for (const name of Object.keys(given)) expect(Object.keys(action.inputs)).toContain(name);
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [name, given[name] ?? input.default]),
  );
  const filled = (text: string) =>
    text.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => inputs[name]!);
  writeFileSync(clone.at("output.txt"), "");
  let last = { code: 0 as number | null, stdout: "", stderr: "" };
  for (const step of action.runs.steps) {
    if (step.if !== undefined && inputs[/^inputs\.([\w-]+) != ''$/.exec(step.if)![1]!] === "") continue;
    const env = Object.fromEntries(
      Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value)]),
    );
    const ended = await clone.shell(step.run!, env, filled(step["working-directory"] ?? "."));
    last = { ...ended, stdout: last.stdout + ended.stdout, stderr: last.stderr + ended.stderr };
    if (ended.code !== 0) break;
  }
  const outputs = readFileSync(clone.at("output.txt"), "utf8").trim().split("\n");
  return { ...last, outputs: Object.fromEntries(outputs.map((line) => line.split("=", 2))) };
}

test("no input of the action gets into the text of a script, and every output comes from a step", () => {
  expect(action.runs.using).toBe("composite");
  for (const { run, shell } of action.runs.steps) {
    expect(run).not.toContain("${{");
    expect(shell).toBe("bash");
  }
  const ids = action.runs.steps.map(({ id }) => id);
  for (const [name, { value }] of Object.entries(action.outputs)) {
    for (const part of /^\$\{\{ (.+) \}\}$/.exec(value)![1]!.split(" || ")) {
      const [, id, output] = /^steps\.(\w+)\.outputs\.([\w-]+)$/.exec(part)!;
      expect(ids).toContain(id);
      expect(output).toBe(name);
    }
  }
});

test("the action and the workflow of the page: offline, on the recorded run, with summary, JUnit and gate", {
  timeout: 180_000,
}, async () => {
  await using made = await project();
  const page = blocks.map(({ text }) => parse(text) as Record<string, unknown>);
  const [gitlab, workflow, usage] = page as [
    { bench: { script: string[]; artifacts: { reports: { junit: string } } } },
    { jobs: Record<string, { steps: Step[] }> },
    { steps: Step[] },
  ];

  await using clone = await made.clone();
  for (const { run, uses } of workflow.jobs.replay!.steps) {
    expect([run, uses].filter((each) => each !== undefined)).toHaveLength(1);
    if (run === undefined) continue;
    const { code, stderr, stdout } = await clone.shell(run);
    expect(code, `${run}\n${stdout}${stderr}`).toBe(0);
  }
  expect(readFileSync(clone.at("x-junit.xml"), "utf8")).toContain('tests="3" failures="0" errors="0"');
  const summary = readFileSync(clone.at("summary.md"), "utf8");
  expect(summary).toMatch(
    /### core-refactors: 2 of 2 passed[\s\S]*\*\*Gate passed\*\*[\s\S]*the same on every task/,
  );

  // What grades the work breaks: in one case, in all; and again where the records of the first job are still there.
  const [replayed] = workflow.jobs.replay!.steps.flatMap(({ run }) => run ?? []).slice(-1);
  const edited = (file: string, change: (text: string) => string) =>
    writeFileSync(clone.at(file), change(readFileSync(clone.at(file), "utf8")));
  edited("bench/example-suite.json", (text) => text.replace("'export function'", "'export funktion'"));
  for (const _job of ["first", "repeated"]) {
    const broken = await clone.shell(replayed!);
    expect(broken.stderr).toMatch(
      /Gate failed\.\n {2}✗ pass rate 1\.00 → 0\.50 \(−0\.50, 2 tasks\) against run \w{4}, whose work it repeats: every case that passed with this work must still pass\. No longer passed: extract-auth\. Changed since: extract-auth\.\n/,
    );
    expect(broken.code).toBe(1);
    expect(readFileSync(clone.at("x-junit.xml"), "utf8")).toContain('name="regression"');
  }
  edited("bench/example-suite.json", (text) => text.replace("'export funktion'", "'export function'"));
  edited("bench/fixtures/shop/package.json", (text) => text.replace("node --test", "node --tset"));
  const all = await clone.shell(replayed!);
  expect(all.stderr).toContain("No longer passed: extract-auth, add-tests.");
  expect(all.code).toBe(1);
  edited("bench/fixtures/shop/package.json", (text) => text.replace("node --tset", "node --test"));
  const mended = await clone.shell(replayed!);
  expect(mended.code, mended.stderr).toBe(0);

  await using other = await made.clone();
  const at = usage.steps.findIndex(({ uses }) => uses === "./");
  const own = usage.steps[at]!.with!;
  expect((await runAction(other, own)).stderr).toBe("there is no x\n");
  const before = usage.steps.slice(0, at);
  expect(before.some(({ uses }) => uses?.startsWith("actions/setup-node@"))).toBe(true);
  for (const { run } of before) if (run) expect((await other.shell(run)).code).toBe(0);
  const passed = await runAction(other, own);
  expect(passed.code, passed.stderr).toBe(0);
  expect(passed.outputs).toEqual({ "exit-code": "0", run: expect.stringMatching(/^\w{6}-\w+$/) });
  expect(JSON.parse(readFileSync(other.at("x-results.json"), "utf8"))).toMatchObject({ passed: 2, total: 2 });

  cpSync(other.at("x-results.json"), other.at("bench/baseline.json"));
  const { script, artifacts } = gitlab.bench;
  const job = await other.shell(`${script.join("\n")} --model scripted:bench/example-suite.script.json`);
  expect(job.code, job.stderr).toBe(0);
  expect(job.stderr).toContain("Gate passed");
  expect(readFileSync(other.at(artifacts.reports.junit), "utf8")).toContain("<testsuites");

  // What was refused made no run, though there is an earlier one, and its results.
  const refused = await runAction(other, { ...own, baseline: "", gate: "margn=1" });
  expect(refused).toMatchObject({ code: 2, outputs: { "exit-code": "2" } });
  expect(refused.outputs).not.toHaveProperty("run");

  // An agent that does nothing, with arguments that a shell would take apart.
  const failed = await runAction(other, {
    ...own,
    args: "--agent\ncommand:echo 'a b'; true # $(touch owned)\n",
  });
  expect(failed.code).toBe(1);
  expect(failed.outputs).toMatchObject({
    "exit-code": "1",
    run: expect.not.stringMatching(passed.outputs.run!),
  });
  expect(failed.stderr).toContain(
    "so every task that passed must still pass. No longer passed: extract-auth, add-tests.",
  );
});

test("a baseline that is committed holds in a clone, after further commits, and what agents do not see is told", async () => {
  await using folder = await tempFolder();
  await using elsewhere = await tempFolder();
  const key = `ANTHROPIC_API_KEY=sk-ant-api03-${"a1B2".repeat(20)}\n`;
  const one = { id: "one", prompt: "Do it.", expect: ["file:done exists"], solution: "solutions/one" };
  const suiteText = JSON.stringify({ name: "small", workspace: "fixtures/shop", cases: [one] });
  put(folder.path, "bench/suite.json", suiteText);
  put(folder.path, "bench/solutions/one/done", "");
  put(folder.path, "bench/fixtures/shop/.env", key);
  put(folder.path, ".gitignore", ".x/\n");
  const git = async (cwd: string, ...args: string[]) => {
    const as = ["-c", "user.name=a", "-c", "user.email=a@b", ...args];
    expect(await runProgram("git", as, { cwd })).toMatchObject({ code: 0 });
  };
  const commit = async (cwd: string) => {
    await git(cwd, "add", "--all");
    await git(cwd, "commit", "--quiet", "--allow-empty", "-m", "next");
  };
  const x = async (cwd: string, ...args: string[]) => {
    const ended = await runX(args, { cwd });
    expect(ended.code, `${args.join(" ")}\n${ended.stdout}${ended.stderr}`).toBe(0);
    return ended;
  };
  const suite = ["bench", "bench/suite.json"];
  await git(folder.path, "init", "--quiet");
  await commit(folder.path);
  const { stderr: told } = await x(folder.path, ...suite, "--agent", "oracle");
  expect(told.match(/^note: Agents can read what look like keys/gm), told).toHaveLength(1);
  await x(folder.path, "export", "last", "--format", "jsonl", "--output", "bench/baseline.jsonl");
  await commit(folder.path);
  await git(elsewhere.path, "clone", "--quiet", folder.path, "clone");
  const clone = join(elsewhere.path, "clone");
  await commit(clone);
  await x(clone, "import", "bench/baseline.jsonl");
  const { stderr } = await x(clone, ...suite, "--agent", "oracle", "--against", "last");
  expect(stderr).toContain("Gate passed");
  expect(stderr).not.toContain("changed since");
});

test("the log of a benchmark is for people: the scorecard is in it, the JSON in the file", async () => {
  await using folder = await tempFolder();
  mkdirSync(join(folder.path, "bench"));
  mkdirSync(join(folder.path, "tools"));
  await using clone = await cloneOf(folder.path);
  const inputs = { x: `${process.execPath} ${x}`, benchmark: small };
  const ran = await runAction(clone, { ...inputs, args: "--runs\n1" });
  expect(ran.code, ran.stderr).toBe(0);
  expect(ran.stdout).toContain("overall ranking");
  expect(ran.stdout).not.toContain('"runId"');
  expect(ran.stdout.split("\n").length).toBeLessThan(60);
  const { runId } = JSON.parse(readFileSync(clone.at("x-results.json"), "utf8"));
  expect(ran.outputs).toEqual({ "exit-code": "0", run: runId });
  const planned = await runAction(clone, { ...inputs, args: "--plan" });
  expect(planned.stdout).toContain("Nothing was spent.");
});

test("with further suites among the arguments of the action, however they are indented, its output has the runs of all", async () => {
  await using folder = await tempFolder();
  mkdirSync(join(folder.path, "bench"));
  mkdirSync(join(folder.path, "tools"));
  for (const name of ["one", "two"]) {
    const suite = { name, cases: [{ id: "a", prompt: "Do it.", expect: ["no-file:b"] }] };
    writeFileSync(join(folder.path, "bench", `${name}.json`), JSON.stringify(suite));
  }
  await using clone = await cloneOf(folder.path);
  const inputs = { x: `${process.execPath} ${x}`, suite: "bench/one.json" };
  const ran = await runAction(clone, { ...inputs, args: "bench/two.json\r\n--agent\r\n  noop \r\n" });
  expect(ran.code, ran.stderr).toBe(0);
  const results = JSON.parse(readFileSync(clone.at("x-results.json"), "utf8")) as { run: string }[];
  expect(ran.outputs.run).toBe(results.map(({ run }) => run).join(" "));
});

test("the action refuses what it cannot run", async () => {
  await using folder = await tempFolder();
  mkdirSync(join(folder.path, "bench"));
  mkdirSync(join(folder.path, "tools"));
  await using clone = await cloneOf(folder.path);
  const neither = await runAction(clone, { x: `${process.execPath} ${x}` });
  expect(neither).toMatchObject({
    ...{ code: 2, stderr: "Give either suite or benchmark.\n" },
    outputs: { "exit-code": "2" },
  });
  const missing = await runAction(clone, {
    x: `${process.execPath} ${x}`,
    suite: "no.json",
    baseline: "no.jsonl",
  });
  expect(missing).toMatchObject({ code: 2, outputs: { "exit-code": "2" } });
  expect(missing.stderr).toContain("There is no file no.jsonl. Write one with x export");
});

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createAccount, noUsage } from "@flow-state-dev/core";
import { describe, expect, test } from "vitest";
import type { AgentReport } from "../../src/agent/agent-report.ts";
import { noFigures } from "../../src/agent/agent-report.ts";
import type { AgentShell } from "../../src/agent/agent-shell.ts";
import { createCommandAgent } from "../../src/agent/command-agent.ts";
import { createAgent, parseAgent } from "../../src/agent/create-agent.ts";
import type { JobGateway, MeteredFigures } from "../../src/agent/job-gateway.ts";
import { createOracleAgent } from "../../src/agent/oracle-agent.ts";
import { createReplayAgent } from "../../src/agent/replay-agent.ts";
import type { Solution } from "../../src/suite/suite.ts";
import { openWorkspaces } from "../../src/workspace/workspaces.ts";
import { makeJob } from "./support/make-job.ts";

const patch = "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n";

describe("command:", () => {
  test("prompt on stdin, in X_PROMPT and in a file; workspace is the current folder; stdout is the answer", async () => {
    const line =
      'cat > stdin.txt; printf %s "$X_PROMPT" > env.txt; cp "$X_PROMPT_FILE" file.txt; echo "$X_MODEL $MY_VAR"; echo noise >&2';
    await using made = await makeJob(
      {},
      { prompt: "Fix 'it' – $now\n", env: { MY_VAR: "given" }, model: "some/model" },
    );
    expect(await createCommandAgent(line).run(made.job)).toEqual({
      ...noFigures,
      ended: "done",
      detail: "",
      answer: "some/model given\n",
      exitCode: 0,
    });
    for (const name of ["stdin.txt", "env.txt", "file.txt"]) {
      expect(await readFile(join(made.workspace, name), "utf8")).toBe("Fix 'it' – $now\n");
    }
    expect(made.events).toMatchObject([
      { type: "output" },
      { type: "output" },
      { type: "end", ended: "done" },
    ]);
  });

  test("a prompt that is too long for a variable still comes on stdin", async () => {
    await using made = await makeJob({}, { prompt: "p".repeat(500_000) });
    const report = await createCommandAgent('wc -c; test -z "$X_PROMPT" && echo none').run(made.job);
    expect(report).toMatchObject({
      ...{ ended: "done", answer: expect.stringMatching(/500000\s+none/) },
      warnings: [
        "X_PROMPT was not set: the prompt has 500000 bytes, and a variable holds 100000. It is on stdin, and in the file named by X_PROMPT_FILE.",
      ],
    });
  });

  test("usage is reported and booked, once, outside of the workspace", async () => {
    const account = createAccount({ name: "cell" });
    await using made = await makeJob({}, { account, model: null });
    const line = `echo '{"tokens":{"input":1200,"output":34},"cost":0.25}' > "$X_USAGE"`;
    const report = await createCommandAgent(line).run(made.job);
    expect(report).toMatchObject({
      ended: "done",
      usage: { inputTokens: 1200, outputTokens: 34 },
      costUsd: 0.25,
      figuresFrom: "reported",
      turns: null,
    });
    expect(account).toMatchObject({ spentUsd: 0.25, calls: 1, usage: { inputTokens: 1200 } });
    expect(await readdir(made.workspace)).toEqual([]);
  });

  test("what a gateway has counted counts, and the program's own word stands beside it", async () => {
    const account = createAccount({ name: "cell" });
    const counted: MeteredFigures = {
      ...{ calls: 2, turns: 2, usage: { ...noUsage, inputTokens: 7 }, costUsd: 0.5, overBudget: null },
      ...{ refusal: null, refused: 0, retried: 0, failed: 0, unmetered: 0 },
    };
    const gateway = (figures: MeteredFigures): JobGateway => ({
      ...{
        access: null,
        url: "http://127.0.0.1:9/t",
        key: "t",
        calls: figures.calls,
        figures: async () => figures,
      },
    });
    await using made = await makeJob({}, { account });
    const line = `echo "$OPENAI_BASE_URL $OPENAI_API_KEY"; echo '{"cost":0.25}' > "$X_USAGE"`;
    const agent = createCommandAgent(line);
    expect(await agent.run({ ...made.job, gateway: gateway(counted) })).toMatchObject({
      ...{ answer: "http://127.0.0.1:9/t/v1 t\n", turns: 2, usage: { inputTokens: 7 }, costUsd: 0.5 },
      ...{ figuresFrom: "metered", reported: { costUsd: 0.25 } },
    });
    expect(account.calls).toBe(0);
    // Nothing went through it: what the program says is all there is.
    const none = { ...counted, calls: 0, turns: 0, costUsd: 0 };
    expect(await agent.run({ ...made.job, gateway: gateway(none) })).toMatchObject({
      ...{ costUsd: 0.25, figuresFrom: "reported" },
    });
    expect(account.calls).toBe(1);
    const overBudget = { account: "agent", detail: "The limit of $0.50 is reached." };
    expect(await agent.run({ ...made.job, gateway: gateway({ ...counted, overBudget }) })).toMatchObject({
      ...{ ended: "over-budget", ...overBudget },
    });
  });

  test("what it says while it works is booked at once, and it ends when the whole run has nothing left", async () => {
    const run = createAccount({ name: "run", limitUsd: 0.5 });
    const account = run.child({ name: "agent", limitUsd: 5, payer: "agent" });
    await using made = await makeJob({}, { account, model: null });
    const line = `echo '{"cost":0.2}' > "$X_USAGE"; sleep 2; echo '{"cost":0.9}' > "$X_USAGE"; sleep 600`;
    const report = await createCommandAgent(line).run(made.job);
    expect(report).toMatchObject({ ended: "over-budget", account: "run", costUsd: 0.9 });
    expect([run.spentUsd, account.spentUsd]).toEqual([0.9, 0.9]);
    expect(account.calls).toBeGreaterThan(1);
  });

  test("who has ended before it was seen that nothing is left has done its work", async () => {
    const run = createAccount({ name: "run", limitUsd: 0.5 });
    const account = run.child({ name: "agent", limitUsd: 5, payer: "agent" });
    await using made = await makeJob({}, { account, model: null });
    const { shell } = made.job;
    const exec: AgentShell["exec"] = async (line, options) => {
      const exit = await shell.exec(line, options);
      if (options.stdin !== undefined && !options.signal?.aborted) await once(options.signal!, "abort");
      return exit;
    };
    const agent = createCommandAgent(`echo '{"cost":0.9}' > "$X_USAGE"`);
    const report = await agent.run({ ...made.job, shell: { ...shell, exec } });
    expect(report).toMatchObject({ ended: "done", costUsd: 0.9, exitCode: 0 });
  });

  test("without a report, and with a bad one, usage is unknown", async () => {
    await using made = await makeJob({});
    expect(await createCommandAgent("true").run(made.job)).toMatchObject({
      usage: null,
      costUsd: null,
      warnings: [],
    });
    const report = await createCommandAgent(`echo '{"cost":-3}' > "$X_USAGE"`).run(made.job);
    expect(report).toMatchObject({
      ended: "done",
      costUsd: null,
      warnings: [expect.stringContaining("unknown")],
    });
    expect(made.job.account.calls).toBe(0);
  });

  test("a program that breaks, is killed, or takes too long", async () => {
    await using made = await makeJob({}, { limits: { budgetUsd: 5, timeoutMs: 500 } });
    expect(await createCommandAgent("echo half; exit 7").run(made.job)).toMatchObject({
      ended: "crashed",
      exitCode: 7,
      answer: "half\n",
      error: { code: "agent-exit" },
    });
    expect(await createCommandAgent("kill -9 $$").run(made.job)).toMatchObject({
      ended: "crashed",
      exitCode: null,
    });
    expect(await createCommandAgent("echo on it; sleep 999").run(made.job)).toMatchObject({
      ended: "timed-out",
      answer: "on it\n",
    });
  });

  test("one that says it has spent too much is ended while it runs", async () => {
    await using made = await makeJob({}, { limits: { budgetUsd: 1, timeoutMs: 60_000 } });
    const began = performance.now();
    const line = `echo '{"cost":1.5}' > "$X_USAGE"; sleep 999`;
    const report = await createCommandAgent(line).run(made.job);
    expect(report).toMatchObject({ ended: "over-budget", costUsd: 1.5, account: null });
    expect(performance.now() - began).toBeLessThan(20_000);
    const late = `echo '{"cost":1.5}' > "$X_USAGE"`;
    expect(await createCommandAgent(late).run(made.job)).toMatchObject({ ended: "over-budget" });
  });

  test("cancelled; and a sandbox that fails is not its failure", async () => {
    const controller = new AbortController();
    await using made = await makeJob({}, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error("enough")), 200);
    expect(await createCommandAgent("sleep 999").run(made.job)).toMatchObject({ ended: "cancelled" });
    const broken = { ...made.job.shell, exec: () => Promise.reject(new Error("no space left")) };
    const report = await createCommandAgent("true").run({ ...made.job, shell: broken });
    expect(report).toMatchObject({ ended: "infrastructure", detail: "no space left" });
  });

  test("a flood of output is kept to its end", async () => {
    await using made = await makeJob({});
    const report = await createCommandAgent("yes 0123456789 | head -c 20000000; echo THE END").run(made.job);
    const [first = "", ...kept] = report.answer!.split("\n");
    expect(first).toMatch(/^… [\d,]+ bytes before this are not kept$/);
    expect(kept.join("\n").length).toBeLessThanOrEqual(256 * 1024);
    expect(report.answer!.endsWith("THE END\n")).toBe(true);
  });

  test("a listener that throws does not stop it", async () => {
    await using made = await makeJob(
      {},
      {
        onEvent: () => {
          throw new Error("full");
        },
      },
    );
    expect(await createCommandAgent("echo hi").run(made.job)).toMatchObject({ ended: "done" });
  });
});

describe("oracle", () => {
  const solution = (kind: Solution["kind"], absolute: string): Solution => ({
    kind,
    absolute,
    path: "solution",
  });

  test("a folder is laid over, modes kept, links in the way not followed", async () => {
    await using made = await makeJob({ "a.txt": "one\n", "keep.txt": "keep\n" });
    const folder = join(made.scratch, "solution");
    await mkdir(join(folder, "deep"), { recursive: true });
    await writeFile(join(folder, "a.txt"), "ONE\n");
    await writeFile(join(folder, "deep/run.sh"), "#!/bin/sh\n");
    await chmod(join(folder, "deep/run.sh"), 0o755);
    await writeFile(join(folder, "out.txt"), "mine\n");
    await writeFile(join(made.scratch, "outside.txt"), "not mine\n");
    await symlink(join(made.scratch, "outside.txt"), join(made.workspace, "out.txt"));
    const report = await createOracleAgent().run({ ...made.job, solution: solution("folder", folder) });
    expect(report).toMatchObject({ ended: "done", costUsd: 0 });
    expect(await readFile(join(made.workspace, "a.txt"), "utf8")).toBe("ONE\n");
    expect(await readFile(join(made.workspace, "keep.txt"), "utf8")).toBe("keep\n");
    expect(await readFile(join(made.workspace, "out.txt"), "utf8")).toBe("mine\n");
    expect(await readFile(join(made.scratch, "outside.txt"), "utf8")).toBe("not mine\n");
    expect(await made.job.shell.exec("test -x deep/run.sh", { timeoutMs: 5_000 })).toEqual({
      kind: "exited",
      exitCode: 0,
    });
  });

  test("a patch is applied; one that does not fit is said to be so", async () => {
    await using made = await makeJob({ "a.txt": "one\ntwo\n" });
    const file = join(made.scratch, "fix.patch");
    await writeFile(file, patch);
    const job = { ...made.job, solution: solution("patch", file) };
    expect(await createOracleAgent().run(job)).toMatchObject({ ended: "done" });
    expect(await readFile(join(made.workspace, "a.txt"), "utf8")).toBe("one\nTWO\n");
    const again = await createOracleAgent().run(job);
    expect(again).toMatchObject({ ended: "crashed", error: { code: "patch-failed" } });
    expect(again.detail).toMatch(/solution does not apply to the workspace/);
  });

  test.each([
    [
      "names files without a/ and b/",
      (text: string) => text.replaceAll(/ [ab]\//g, " "),
      "diff.noprefix=false",
    ],
    [
      "leaves out the bytes of a file",
      () => "diff --git a/b.bin b/b.bin\nindex 1..2 100644\nBinary files a/b.bin and b/b.bin differ\n",
      "git diff --binary",
    ],
    ["has other line ends than git gave it", (text: string) => text.replaceAll("\n", "\r\n"), "CRLF"],
    ["was made for other files", (text: string) => text.replace("-two", "-three"), "make it anew"],
  ])("a patch that %s is said to be so", async (_how, spoiled, said) => {
    await using made = await makeJob({ "sub/a.txt": "one\ntwo\n" });
    const file = join(made.scratch, "fix.patch");
    const whole = `diff --git a/sub/a.txt b/sub/a.txt\n${patch.replaceAll(/ ([ab])\//g, " $1/sub/")}`;
    await writeFile(file, spoiled(whole));
    const report = await createOracleAgent().run({ ...made.job, solution: solution("patch", file) });
    expect(report).toMatchObject({ ended: "crashed", detail: expect.stringContaining(said) });
  });

  test("a script is run in the workspace, by its kind", async () => {
    await using made = await makeJob({ "a.txt": "one\n" });
    const sh = join(made.scratch, "fix.sh");
    await writeFile(sh, "echo two >> a.txt\n");
    expect(await createOracleAgent().run({ ...made.job, solution: solution("script", sh) })).toMatchObject({
      ended: "done",
    });
    const js = join(made.scratch, "fix.mjs");
    await writeFile(
      js,
      'import { appendFileSync } from "node:fs"; appendFileSync("a.txt", "three\\n"); process.exit(3);',
    );
    const report = await createOracleAgent().run({ ...made.job, solution: solution("script", js) });
    expect(report).toMatchObject({ ended: "crashed", error: { code: "agent-exit" } });
    expect(await readFile(join(made.workspace, "a.txt"), "utf8")).toBe("one\ntwo\nthree\n");
  });

  test.each([
    ["fix", "#!/usr/bin/env -S node --no-warnings\nconsole.log(process.argv.length);", "2"],
    ["fix", "#! /usr/bin/env node\r\nconsole.log(process.execArgv.length);", "0"],
    ["fix.sh", "#!/bin/sh -u\necho $-", expect.stringContaining("u")],
    ["fix", "echo plain", "plain"],
    ["fix.mjs", "#!/bin/sh\nconsole.log(1)", "1"],
  ])("a script %s is run as its ending says, else its first line: %j", async (name, text, said) => {
    await using made = await makeJob({});
    const path = join(made.scratch, name);
    await writeFile(path, `${text}\n`);
    const report = await createOracleAgent().run({ ...made.job, solution: solution("script", path) });
    expect(report).toMatchObject({ ended: "done" });
    const output = made.events.flatMap((event) => (event.type === "output" ? [event.text] : []));
    expect(output.join("").trim()).toEqual(said);
  });

  test("no solution, or one that is gone", async () => {
    await using made = await makeJob({});
    expect(await createOracleAgent().run(made.job)).toMatchObject({ ended: "gave-up", why: "nothing-to-do" });
    const gone = { ...made.job, solution: solution("patch", join(made.scratch, "gone.patch")) };
    expect(await createOracleAgent().run(gone)).toMatchObject({ ended: "infrastructure" });
  });
});

describe("noop and replay", () => {
  test("noop changes nothing", async () => {
    await using made = await makeJob({ "a.txt": "one\n" });
    expect(await parseAgent("noop").run(made.job)).toMatchObject({
      ...{ ended: "done", turns: 0, costUsd: 0, usage: { inputTokens: 0, outputTokens: 0 } },
    });
    expect(await readdir(made.workspace)).toEqual(["a.txt"]);
  });

  test("replay repeats the patch and the end of then, and spends nothing", async () => {
    await using made = await makeJob({ "a.txt": "one\ntwo\n" });
    const report: AgentReport = {
      ...noFigures,
      ended: "stuck",
      detail: "went round",
      turns: 9,
      costUsd: 0.5,
      answer: "hm",
      figuresFrom: "metered",
      waitedMs: 77,
    };
    const asked: unknown[] = [];
    const recordedRuns = async (run: string, attempt: unknown) => {
      asked.push([run, attempt]);
      return { patch, report };
    };
    const agent = createAgent({ kind: "replay", run: "r1" }, { recordedRuns });
    expect(await agent.run(made.job)).toEqual({ ...report, figuresFrom: "recorded", waitedMs: 0 });
    expect(asked).toEqual([["r1", { caseId: "case", run: 0, attempt: 0 }]]);
    expect(await readFile(join(made.workspace, "a.txt"), "utf8")).toBe("one\nTWO\n");
    expect(made.job.account.calls).toBe(0);
    expect(await agent.run(made.job)).toMatchObject({ ended: "crashed", error: { code: "patch-failed" } });
    const shell = { ...made.job.shell, exec: async () => ({ kind: "timed-out" as const }) };
    expect(await agent.run({ ...made.job, shell })).toMatchObject({ ended: "timed-out" });
  });

  test("replay leaves the bytes that the patch holds, whatever attributes and settings of the workspace say", async () => {
    const attributes = "*.sh text eol=crlf\n*.c ident\n*.txt filter=up\n*.w working-tree-encoding=UTF-16LE\n";
    const files = { ".gitattributes": attributes, "a.c": "$Id$\n", "a.sh": "a\r\n", "a.w": "w\0\n\0" };
    const left = { "a.c": "$Id: x $\n", "a.sh": "b\n", "a.w": "v\0\n\0", "b.sh": "c\n", "b.txt": "d\n" };
    await using before = await makeJob(files);
    await using after = await makeJob({ ...files, ...left });
    const workspaces = await openWorkspaces({ method: "copy" });
    const base = await workspaces.prepare({ kind: "folder", path: before.workspace });
    const workspace = await base.create();
    await cp(after.workspace, workspace.path, { recursive: true });
    const recorded = await workspace.patch();
    for (const each of [workspace, base, workspaces]) await each.dispose();

    await using made = await makeJob(files);
    execFileSync("git", ["init", "--quiet"], { cwd: made.workspace });
    const settings = ["core.autocrlf=true", "filter.up.smudge=tr a-z A-Z", "apply.whitespace=error"];
    for (const each of settings) execFileSync("git", ["config", ...each.split("=")], { cwd: made.workspace });
    const repeated = createReplayAgent("r1", async () => ({
      patch: recorded,
      report: { ...noFigures, ended: "done", detail: "" },
    }));
    expect(await repeated.run(made.job)).toMatchObject({ ended: "done" });
    for (const [name, text] of Object.entries(left))
      expect([name, await readFile(join(made.workspace, name), "utf8")]).toEqual([name, text]);
  });

  test("what was not recorded is said", async () => {
    await using made = await makeJob({});
    const report = await createReplayAgent("r2", async () => null).run(made.job);
    expect(report).toMatchObject({ ended: "infrastructure", error: { code: "nothing-recorded" } });
    expect(report.detail).toMatch(/The run r2 holds nothing about the case case/);
    const patchless = await createReplayAgent("r2", async () => ({ patch: null, report })).run(made.job);
    expect(patchless.detail).toMatch(/has no patch of case/);
    const part = `# left out: big.bin (added, 20000000 bytes)\n${patch}`;
    const cut = await createReplayAgent("r2", async () => ({ patch: part, report })).run(made.job);
    expect(cut).toMatchObject({ ended: "infrastructure", error: { code: "patch-not-whole" } });
    expect(cut.detail).toBe(
      "The patch of case in the run r2 does not hold all of the work, which a replay therefore cannot repeat; left out is big.bin (added, 20000000 bytes). Let an agent do this case anew.",
    );
  });
});

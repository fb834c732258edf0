import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { runProgram } from "./run-program.ts";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

const example = fileURLToPath(new URL("../../../bench", import.meta.url));
const prompt = "Extract auth logic into src/auth.ts";
const scripted = ["--model", `scripted:${join(example, "example-suite.script.json")}`];

/** A folder with the example project. */
async function shop() {
  const folder = await tempFolder();
  cpSync(join(example, "fixtures/shop"), folder.path, { recursive: true });
  return folder;
}

const read = (folder: string, path: string) => readFileSync(join(folder, path), "utf8");
const solved = (path: string) => read(join(example, "solutions/extract-auth"), path);

test("streams what the agent does, shows the patch and only that on stdout, and leaves the folder alone", async () => {
  await using folder = await shop();
  const before = read(folder.path, "src/server.ts");
  const { code, stdout, stderr } = await runX(["run", prompt, ...scripted], { cwd: folder.path });
  expect(code, stderr).toBe(0);
  expect(stderr).toMatch(
    /^x on scripted:\S+ · a copy of \S+ · sandbox \w+ · at most \$5\.00 \(default\) and 600 s \(default\)\n/,
  );
  expect(stderr).toContain("▸ write src/auth.ts\n");
  expect(stderr).toMatch(/\n✓ done · 4 turns · \$0\.0\d+ of \$5\.00 · .+ · run \w{4}\n/);
  expect(stderr).toContain("2 files changed: src/auth.ts (new), src/server.ts\n");
  expect(stderr).toContain("simulated model: ");
  expect(stdout).toMatch(/^diff --git a\/src\/auth.ts b\/src\/auth.ts\nnew file mode 100644\n/);
  expect(stdout + stderr).not.toContain("\u001b");
  expect(readdirSync(join(folder.path, "src"))).toEqual(["budget.ts", "server.ts"]);
  expect(read(folder.path, "src/server.ts")).toBe(before);

  const [, command] = /^Keep it: (git apply \S+)$/m.exec(stderr)!;
  execFileSync("sh", ["-c", command!], { cwd: folder.path });
  expect(read(folder.path, "src/auth.ts")).toBe(solved("src/auth.ts"));
  expect(read(folder.path, "src/server.ts")).toBe(solved("src/server.ts"));
});

test.each(["", " \n"])("a prompt that says nothing, %j, is told as such", async (nothing) => {
  const { code, stderr } = await runX(["run", nothing, "--agent", "noop"]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      "prompt: it is empty; write what the agent is to do, in quotes. x run --help tells what there is.\n",
  });
});

test("what was spent is in the books", async () => {
  await using folder = await shop();
  await runX(["run", prompt, ...scripted], { cwd: folder.path });
  const store = openStore(folder.path);
  const run = await store.findRun("last");
  expect(run).toMatchObject({ state: "finished", manifest: { name: "run", subjects: ["x"] } });
  expect((await store.totals(run!.id)).spend.agent).toBeGreaterThan(0.01);
  await store.close();
});

test("what is kept of it has no score, and says that nothing was checked", async () => {
  await using folder = await shop();
  await runX(["run", "do it", "--agent", "noop"], { cwd: folder.path });
  const { stdout } = await runX(["runs", "--json"], { cwd: folder.path });
  expect(JSON.parse(stdout)).toMatchObject([{ kind: "run", scored: 1, best: null }]);
  expect((await runX(["show", "last"], { cwd: folder.path })).stdout).toContain(
    "\nNothing was checked, for a prompt has no expectations. Passed says that the agent was done.\n",
  );
});

test("--apply brings the patch into the folder, and git's own is not touched", async () => {
  await using folder = await shop();
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder.path, encoding: "utf8" });
  git("init", "--quiet");
  const config = read(folder.path, ".git/config");
  const { code, stderr } = await runX(["run", prompt, ...scripted, "--apply"], { cwd: folder.path });
  expect(code, stderr).toBe(0);
  expect(read(folder.path, "src/auth.ts")).toBe(solved("src/auth.ts"));
  expect(read(folder.path, "src/server.ts")).toBe(solved("src/server.ts"));
  expect(read(folder.path, ".git/config")).toBe(config);
  const [, back] = /Applied to this folder\. Take it back: (git apply -R \S+)\n/.exec(stderr)!;
  execFileSync("sh", ["-c", back!], { cwd: folder.path });
  expect(readdirSync(join(folder.path, "src"))).toEqual(["budget.ts", "server.ts"]);
});

test("new files that git ignores are not in the patch, and told with the way to have them", async () => {
  await using folder = await shop();
  execFileSync("git", ["init", "--quiet"], { cwd: folder.path });
  writeFileSync(join(folder.path, ".gitignore"), "*.log\n__pycache__/\n");
  writeFileSync(join(folder.path, "old.log"), "1\n");
  const line = "command:mkdir __pycache__ && echo 2 | tee -a __pycache__/a.pyc new.log old.log > b.txt";
  const args = ["run", "do it", "--agent", line, "--apply"];
  const { code, stdout, stderr } = await runX(args, { cwd: folder.path });
  expect(code, stderr).toBe(0);
  expect(stderr).toContain("\n2 files changed: b.txt (new), old.log\n");
  const told =
    /^note: 2 new files that git ignores are not in the patch: .+\. Have them too: (git apply \S+)$/m;
  const [, command] = told.exec(stderr)!;
  expect(stdout.match(/^diff --git/gm)).toHaveLength(2);
  const there = () =>
    ["b.txt", "old.log", "new.log", "__pycache__"].filter((each) => existsSync(join(folder.path, each)));
  expect(there()).toEqual(["b.txt", "old.log"]);
  execFileSync("sh", ["-c", command!], { cwd: folder.path });
  expect(there()).toHaveLength(4);
});

test("from a folder within, the whole project is worked on, and the way to apply it works from there", async () => {
  await using folder = await shop();
  const cwd = join(folder.path, "checks");
  const shown = await runX(["run", prompt, ...scripted], { cwd });
  const [, command] = /^Keep it: (git -C \.\. apply \S+)$/m.exec(shown.stderr)!;
  execFileSync("sh", ["-c", command!], { cwd });
  expect(read(folder.path, "src/auth.ts")).toBe(solved("src/auth.ts"));
  execFileSync("sh", ["-c", command!.replace("apply", "apply -R")], { cwd });
  const applied = await runX(["run", prompt, "--agent", "replay:last", "--apply"], { cwd });
  expect(applied.code, applied.stderr).toBe(0);
  expect(applied.stderr).toContain("Applied to ..");
  expect(read(folder.path, "src/auth.ts")).toBe(solved("src/auth.ts"));
});

test("a folder that changed meanwhile is left alone, as a whole", async () => {
  await using folder = await shop();
  const real = join(folder.path, "src/budget.ts");
  // Without a sandbox the agent can play the user, who goes on working.
  const line = `command:echo agent >> src/budget.ts; echo new > new.txt; echo user >> ${real}`;
  const args = ["run", "do it", "--agent", line, "--sandbox", "host", "--apply"];
  const { code, stderr } = await runX(args, { cwd: folder.path });
  expect(stderr).toContain(
    "Not applied, and nothing was written, since the folder is not as the agent found it:\n",
  );
  expect(stderr).toContain("  src/budget.ts: it was changed meanwhile\n");
  expect(code).toBe(1);
  expect(read(folder.path, "src/budget.ts")).toMatch(/\n}\nuser\n$/);
  expect(existsSync(join(folder.path, "new.txt"))).toBe(false);
});

test.each([
  ["an agent that fails", ["--agent", "command:echo half > half.txt; exit 3"], "✗ it broke: "],
  [
    "one whose time is up",
    ["--agent", "command:echo half > half.txt; sleep 60", "--timeout", "2"],
    "✗ time was up: ",
  ],
])("%s: what it left is shown, not applied, and the exit code is 1", async (_what, flags, words) => {
  await using folder = await shop();
  const { code, stdout, stderr } = await runX(["run", "do it", ...flags, "--apply"], { cwd: folder.path });
  expect(code).toBe(1);
  expect(stderr).toContain(words);
  expect(stderr).toContain("Not applied. Keep it: git apply ");
  expect(stdout).toContain("+half\n");
  expect(existsSync(join(folder.path, "half.txt"))).toBe(false);
});

test("binary files are named, names are made harmless, and a pipe gets a patch that applies", async () => {
  await using folder = await shop();
  const line = `command:head -c 300 /dev/urandom > blob.bin; printf '\\033[31mred\\n' > "$(printf 'red\\033[1m.txt')"`;
  const { code, stdout, stderr } = await runX(["run", "do it", "--agent", line, "--apply"], {
    cwd: folder.path,
  });
  expect(code, stderr).toBe(0);
  expect(stderr).toMatch(/2 files changed: .*red␛\[1m\.txt \(new\).*/);
  expect(stderr).toContain("blob.bin (new, binary)");
  expect(stderr).not.toContain("\u001b");
  const blob = readFileSync(join(folder.path, "blob.bin"));
  expect(blob).toHaveLength(300);
  expect(read(folder.path, "red\u001b[1m.txt")).toBe("\u001b[31mred\n");
  await using elsewhere = await tempFolder();
  writeFileSync(join(elsewhere.path, "fix.patch"), stdout);
  const applied = await runProgram("git", ["apply", "fix.patch"], { cwd: elsewhere.path });
  expect(applied).toMatchObject({ code: 0 });
  expect(readFileSync(join(elsewhere.path, "blob.bin"))).toEqual(blob);
});

test.each<[string, NodeJS.Signals]>([
  ["Ctrl-C", "SIGINT"],
  ["a terminal that is closed", "SIGHUP"],
])("%s cuts the agent off: exit code 130, and nothing was changed", async (_, signal) => {
  await using folder = await shop();
  const { code, stderr } = await runX(
    ["run", "do it", "--agent", "command:echo be''gun; sleep 60", "--apply"],
    {
      cwd: folder.path,
      onStart: (child) =>
        child.stderr!.on("data", (text: string) => {
          if (text.includes("begun")) child.kill(signal);
        }),
    },
  );
  expect(code).toBe(130);
  expect(stderr).toMatch(/Interrupted; nothing was changed\. What was spent is in run \w{4}\.\n$/);
});

test("an agent that gives up has failed in the records too", async () => {
  await using folder = await shop();
  const { code, stderr } = await runX(["run", "do it", "--agent", "oracle"], { cwd: folder.path });
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("✗ it gave up") });
  const shown = await runX(["show", "last"], { cwd: folder.path });
  expect(shown.stdout).toContain("0 of 1 passed");
});

test("keys that the agent can read are told, once", async () => {
  await using folder = await shop();
  writeFileSync(join(folder.path, ".env"), `ANTHROPIC_API_KEY=sk-ant-api03-${"a1B2".repeat(20)}\n`);
  const { stderr } = await runX(["run", "do it", "--agent", "noop"], { cwd: folder.path });
  expect(stderr.match(/^note: Agents can read what look like keys in the workspace: \.env\b/gm)).toHaveLength(
    1,
  );
});

test("an agent that changes nothing", async () => {
  await using folder = await shop();
  const { code, stdout, stderr } = await runX(["run", "do it", "--agent", "noop"], { cwd: folder.path });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  expect(stderr).toContain("Nothing was changed.\n");
});

test("without a key: the command that works without one, where the agent can do without", async () => {
  await using folder = await shop();
  const run = (...args: string[]) => runX(["run", ...args], { cwd: folder.path });
  expect((await run("hi", "-m", "openai/gpt-5.4-mini")).stderr).toBe(
    "openai/gpt-5.4-mini needs OPENAI_API_KEY, which is not set.\nSet it, choose another model with --model, or see it work without a key: x run hi --model sim/strong\n",
  );
  expect((await run("hi", "--model", "sim/strong")).code).toBe(0);
  expect((await run("hi", "--agent", "claude-code")).stderr).toMatch(
    / not set\.\nSet it, or choose another model with --model\.\n$/,
  );
});

test.each([
  ["an empty prompt", ["  "], "prompt"],
  ["no prompt", [], "prompt"],
  ["an unknown agent", ["do it", "--agent", "claud"], "agents are x"],
  ["a model without its key", ["do it"], "ANTHROPIC_API_KEY"],
  ["a budget of nothing", ["do it", "--budget", "0"], "is not an amount of dollars above 0"],
  ["an absurd budget", ["do it", "--budget", "1000000"], "budget"],
  ["a run that is not there", ["do it", "--agent", "replay:last"], "There is no run last to repeat"],
])("%s: exit code 2, one sentence, and nothing is made", async (_what, args, sentence) => {
  await using folder = await tempFolder();
  mkdirSync(join(folder.path, "src"));
  writeFileSync(join(folder.path, "src/a.txt"), "");
  const { code, stdout, stderr } = await runX(["run", ...args], { cwd: folder.path });
  expect(stderr).toContain(sentence);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(existsSync(join(folder.path, ".x"))).toBe(false);
});

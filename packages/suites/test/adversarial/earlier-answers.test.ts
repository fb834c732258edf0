import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Bench, openBench } from "../bench/support.ts";
import { noticesOf } from "./notices-of.ts";

const secret = "earlier-answer";
const results = JSON.stringify({
  suite: "bench",
  passed: 1,
  failed: 0,
  total: 1,
  cases: [{ patch: secret }],
});
/** Looks into every file and every object of git. */
const look = `grep -rl ${secret} . ; git cat-file --batch-all-objects --batch --unordered 2>/dev/null | grep -a ${secret}; find . -name '.x*'; git log --oneline | cut -d' ' -f2; echo end`;

function git(bench: Bench, ...args: string[]): void {
  const exit = spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: bench.path });
  expect(exit.status).toBe(0);
}

/** What an agent sees that looks everywhere, and what the reader is told. */
async function seenIn(bench: Bench, it: Record<string, unknown> = {}): Promise<string> {
  await bench.run({ workspace: null, expect: ["output contains 'end'"], ...it }, `command:${look}`);
  const run = (await bench.store.findRun("last"))!;
  const cell = { subject: "agent", task: "case", run: 0 };
  return String((await bench.store.artifact(run.id, cell, 1, "answer"))?.content).trim();
}

async function openProject(): Promise<Bench> {
  const bench = await openBench();
  bench.put("package.json", "{}");
  git(bench, "init", "--quiet");
  git(bench, "add", "package.json");
  git(bench, "commit", "--quiet", "-m", "first");
  return bench;
}

test("results, exports, reports and stores of earlier runs are not to be seen", async () => {
  await using bench = await openProject();
  bench.put("results.json", results);
  bench.put("out/all.json", `[\n  ${results}]`);
  bench.put("out/run.jsonl", `{"format":"x-run","version":1,"run":{}}\n{"patch":"${secret}"}\n`);
  bench.put("out/page.html", `<!doctype html><title>x report</title>${secret}`);
  bench.put("packages/a/.x/x.db", secret);
  bench.put("packages/a/kept.txt", "mine\n");
  expect(await seenIn(bench)).toBe("first\nend");
  expect(existsSync(join(bench.path, "results.json"))).toBe(true);
});

test("kept workspaces of earlier runs are not to be seen", async () => {
  await using bench = await openProject();
  const first = await bench.run({ workspace: null }, `command:echo ${secret} > note.txt`, {
    keep: join(bench.path, "kept"),
  });
  expect(existsSync(join(first.runs[0]!.kept!, "note.txt"))).toBe(true);
  mkdirSync(join(bench.path, "kept/own"));
  bench.put("kept/own/file.txt", "mine\n");
  expect(await seenIn(bench)).toBe("first\nend");
  expect(await noticesOf(bench, { workspace: null })).toContainEqual(
    expect.stringContaining("kept/case-agent-1"),
  );
});

test("results that were committed once take the history with them", async () => {
  await using bench = await openProject();
  bench.put("results.json", results);
  git(bench, "add", "results.json");
  git(bench, "commit", "--quiet", "-m", "results");
  expect(await seenIn(bench)).toBe("start\nend");
});

test.each([
  ["amended out", ["commit", "--quiet", "--amend", "--allow-empty", "-m", "first"]],
  ["packed away", ["gc", "--quiet", "--prune=never"]],
])("hidden files that were once committed and %s are in no object", async (_how, last) => {
  await using bench = await openProject();
  bench.put("hidden/t.txt", `${secret}\n`);
  git(bench, "add", "hidden");
  git(bench, "commit", "--quiet", "-m", "with answers");
  git(bench, "rm", "--quiet", "--cached", "-r", "hidden");
  git(bench, "reset", "--quiet", "--soft", "HEAD~1");
  git(bench, ...last);
  expect(await seenIn(bench, { hidden: "hidden" })).toBe("first\nend");
});

test.each([
  ["moved", ["mv", "old", "bench"]],
  ["copied", ["rm", "-r", "--quiet", "old"]],
])(
  "hidden files that were committed elsewhere and then %s take the history with them",
  async (_how, move) => {
    await using bench = await openProject();
    bench.put("old/deep/t.txt", `${secret} and more\n`);
    git(bench, "add", "old");
    git(bench, "commit", "--quiet", "-m", "with answers");
    git(bench, ...move);
    bench.put("bench/deep/t.txt", `${secret} and more\n`);
    git(bench, "rm", "-r", "--quiet", "--cached", "--ignore-unmatch", "bench");
    bench.put(".gitignore", "bench\n");
    git(bench, "add", "--all");
    git(bench, "commit", "--quiet", "-m", "without");
    expect(await seenIn(bench, { hidden: "bench" })).toBe("start\nend");
  },
);

test.each([
  ["committed", [], "start"],
  ["amended out", ["reset", "--quiet", "--soft", "HEAD~2"], "first"],
])(
  "files of a suite that lies elsewhere now are not in the history of its project: %s",
  async (_how, last, told) => {
    await using bench = await openBench();
    const project = join(bench.path, "work");
    git(bench, "init", "--quiet", "work");
    git(bench, "-C", "work", "add", "--all");
    git(bench, "-C", "work", "commit", "--quiet", "-m", "first");
    bench.put("work/hidden/t.txt", `${secret} and more\n`);
    git(bench, "-C", "work", "add", "--all");
    git(bench, "-C", "work", "commit", "--quiet", "-m", "with answers");
    renameSync(join(project, "hidden"), join(bench.path, "hidden"));
    git(bench, "-C", "work", "commit", "--quiet", "--all", "-m", "without");
    if (last.length > 0) git(bench, "-C", "work", ...last);
    expect(await seenIn(bench, { workspace: "work", hidden: "hidden" })).toBe(`${told}\nend`);
  },
);

test("hidden files that are short, or are in the project too, leave the history alone", async () => {
  await using bench = await openProject();
  bench.put("helper.js", "module.exports = 'a helper of all tests';\n");
  bench.put("index.js", "{}\n");
  git(bench, "add", "helper.js", "index.js");
  git(bench, "commit", "--quiet", "-m", "second");
  git(bench, "rm", "--quiet", "index.js");
  git(bench, "commit", "--quiet", "-m", "third");
  bench.put("hidden/helper.js", "module.exports = 'a helper of all tests';\n");
  bench.put("hidden/index.js", "{}\n");
  expect(await seenIn(bench, { hidden: "hidden" })).toBe("third\nsecond\nfirst\nend");
});

test.each([
  ["whole", []],
  ["broken", ["sub/.git/HEAD"]],
])("a repository of its own around the suite goes with its history: %s", async (_state, gone) => {
  await using bench = await openProject();
  bench.put("sub/bench/hidden/t.txt", `${secret}\n`);
  bench.put("sub/kept.txt", "kept\n");
  git(bench, "init", "--quiet", "sub");
  git(bench, "-C", "sub", "add", "--all");
  git(bench, "-C", "sub", "commit", "--quiet", "-m", "answers");
  for (const path of gone) rmSync(join(bench.path, path));
  const lookInside = `git log --oneline | cut -d' ' -f2; cd sub; ${look}; git status --short`;
  const it = { workspace: null, hidden: "sub/bench/hidden", expect: ["output contains 'end'"] };
  await bench.run(it, `command:${lookInside}`);
  const { id } = (await bench.store.findRun("last"))!;
  const answer = await bench.store.artifact(id, { subject: "agent", task: "case", run: 0 }, 1, "answer");
  expect(String(answer?.content).trim()).toBe("first\nstart\nend");
  expect(await noticesOf(bench, it)).toEqual([
    "The history of git is left out of the workspace, since it holds the suite, its hidden files or solutions, or what earlier runs left.",
  ]);
});

test("a suite that was committed takes the history with it", async () => {
  await using bench = await openProject();
  bench.put("suite.json", JSON.stringify({ name: secret }));
  git(bench, "add", "suite.json");
  git(bench, "commit", "--quiet", "-m", "suite");
  expect(await seenIn(bench)).toBe("start\nend");
});

test("what other suites of the folder hide is not to be seen, in the files and in the history", async () => {
  await using bench = await openProject();
  const other = { name: secret, hidden: "hidden", cases: [{ id: "a", solution: "solutions/a.patch" }, 7] };
  bench.put(
    "other.json",
    `// With a comment, and a comma too many.\n${JSON.stringify(other).slice(0, -1)},}`,
  );
  bench.put("other.receipt.json", secret);
  bench.put("hidden/t.txt", secret);
  bench.put("solutions/a.patch", secret);
  bench.put("broken.json", `{"name":"broken","solution":".","cases":[`);
  expect(await seenIn(bench)).toBe("first\nend");
  git(bench, "add", "hidden");
  git(bench, "commit", "--quiet", "-m", "hidden");
  expect(await seenIn(bench)).toBe("start\nend");
});

test("copies of a suite are not to be seen, wherever they are, and told", async () => {
  await using bench = await openProject();
  const own = { workspace: null, prompt: `Do ${secret}.`, expect: ["output contains 'end'"] };
  const copy = JSON.stringify({ name: "bench", cases: [{ id: "old", ...own }] });
  const other = JSON.stringify({ name: "other", cases: [{ id: "a", prompt: secret }] });
  for (const path of ["old/tests.json", "suite.json~", "old/.suite.json.swp"]) bench.put(path, copy);
  for (const path of ["other.json.bak", "#other.json#"]) bench.put(path, other);
  bench.put("README.md", "A page of the project.\n");
  expect(await seenIn(bench, own)).toBe("first\nend");
  expect(await noticesOf(bench, own)).toEqual([
    "Left out of the workspace, since they are copies of the suite: old/.suite.json.swp, old/tests.json.",
  ]);
  git(bench, "add", "old");
  git(bench, "commit", "--quiet", "-m", "copies");
  expect(await seenIn(bench, own)).toBe("start\nend");
});

test("keys in a file of variables are told, since agents can read them", async () => {
  await using bench = await openProject();
  bench.put(".env", `ANTHROPIC_API_KEY=sk-ant-api03-${"a1B2".repeat(20)}\n`);
  bench.put(".env.example", "ANTHROPIC_API_KEY=\n");
  const notices = await noticesOf(bench, { workspace: null });
  expect(notices).toEqual([
    "Agents can read what look like keys in the workspace: .env. Keep them elsewhere.",
  ]);
});

import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseAgent } from "../../src/agent/create-agent.ts";
import { runSuite } from "../../src/bench/run-suite.ts";
import { chooseSandbox } from "../../src/sandbox/choose-sandbox.ts";
import { readSuite } from "../../src/suite/read-suite.ts";
import { type Bench, openBench } from "./support.ts";

function git(path: string, ...args: string[]): void {
  const exit = spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: path });
  expect(exit.status, String(exit.stderr)).toBe(0);
}

async function openRepository(): Promise<Bench> {
  const bench = await openBench();
  bench.put("work/src/b.txt", "two\n");
  bench.put(".gitignore", "*.log\nnode_modules\n");
  git(bench.path, "init", "--quiet", "--initial-branch=main");
  git(bench.path, "add", "--all");
  git(bench.path, "commit", "--quiet", "-m", "first");
  return bench;
}

async function hashIn(bench: Bench, workspace: string | null): Promise<string> {
  return (await bench.run({ workspace, timeout: 10, budget: 1 }, "noop")).hash!;
}

test("a folder: commits and what nobody keeps in git do not change a case, its files do", async () => {
  await using bench = await openRepository();
  const first = await hashIn(bench, "work");
  git(bench.path, "commit", "--quiet", "--allow-empty", "-m", "second");
  bench.put("elsewhere.txt", "new\n");
  bench.put("work/debug.log", "noise\n");
  bench.put("work/node_modules/a/index.js", "1\n");
  bench.put("work/.x/x.db", "records\n");
  bench.put("work/run.jsonl", '{"format":"x-run","version":1}\n');
  expect(await hashIn(bench, "work")).toBe(first);

  const seen = new Set([first]);
  const isNew = async () => {
    const { size } = seen;
    seen.add(await hashIn(bench, "work"));
    expect(seen.size).toBe(size + 1);
  };
  bench.put("work/a.txt", "One\n");
  await isNew();
  bench.put("work/c.txt", "three\n");
  await isNew();
  chmodSync(join(bench.path, "work/c.txt"), 0o755);
  await isNew();
  rmSync(join(bench.path, "work/src/b.txt"));
  await isNew();
  const dirty = await hashIn(bench, "work");
  git(bench.path, "add", "--all");
  git(bench.path, "commit", "--quiet", "-m", "third");
  expect(await hashIn(bench, "work")).toBe(dirty);
});

test("a folder: the same in a clone, in a copy without git, and where git ignores all of it", async () => {
  await using bench = await openRepository();
  const first = await hashIn(bench, "work");
  const place = await mkdtemp(join(tmpdir(), "x-clone-"));
  try {
    git(place, "clone", "--quiet", bench.path, "clone");
    cpSync(join(bench.path, "work"), join(place, "copy"), { recursive: true });
    for (const [from, workspace] of [
      ["clone/work", "cloned"],
      ["copy", "copied"],
    ] as const) {
      await using other = await openBench();
      cpSync(join(place, from), join(other.path, workspace), { recursive: true });
      expect(await hashIn(other, workspace)).toBe(first);
    }
  } finally {
    await rm(place, { recursive: true });
  }
  bench.put(".gitignore", "made\n");
  cpSync(join(bench.path, "work"), join(bench.path, "made"), { recursive: true });
  expect(await hashIn(bench, "made")).toBe(first);
  bench.put("made/a.txt", "other\n");
  expect(await hashIn(bench, "made")).not.toBe(first);
});

test("a git repository by ref counts by its files; the project around it does not count at all", async () => {
  await using bench = await openRepository();
  const before = { ref: await hashIn(bench, ".#main"), project: await hashIn(bench, null) };
  git(bench.path, "commit", "--quiet", "--allow-empty", "-m", "second");
  expect({ ref: await hashIn(bench, ".#main"), project: await hashIn(bench, null) }).toEqual(before);
  bench.put("work/a.txt", "other\n");
  git(bench.path, "commit", "--quiet", "--all", "-m", "third");
  expect(await hashIn(bench, null)).toBe(before.project);
  expect(await hashIn(bench, ".#main")).not.toBe(before.ref);
});

test("going on with a run after the project changed: what is finished stays, and it is told", async () => {
  await using bench = await openRepository();
  const it = { prompt: "Do it.", expect: ["file:done.txt exists"], budget: 1, timeout: 10 };
  bench.put(
    "suite.json",
    JSON.stringify({ name: "bench", cases: ["one", "two"].map((id) => ({ id, ...it })) }),
  );
  const sandbox = await chooseSandbox("auto");
  const run = async (stop: boolean) => {
    const drain = new AbortController();
    return runSuite({
      ...{ store: bench.store, sandbox, folder: bench.path, resume: true, drain: drain.signal },
      suite: await readSuite(join(bench.path, "suite.json")),
      agents: [{ name: "noop", agent: parseAgent("noop") }],
      onEvent: (event) => event.type === "finished" && stop && drain.abort(),
    });
  };
  const first = await run(true);
  expect(first.results.cases.map(({ id }) => id)).toEqual(["one"]);
  bench.put("work/a.txt", "other\n");
  const dirty = await run(true);
  expect(dirty.sweep.runId).toBe(first.sweep.runId);
  expect(dirty.results.cases.map(({ id, runs }) => [id, runs.length])).toEqual([
    ["one", 1],
    ["two", 1],
  ]);
  expect(dirty.results.notices).toContainEqual(
    expect.stringContaining(
      "project has changed since the run began (what is not committed is different). Cases that are finished do not run again",
    ),
  );
  const told = (run: Awaited<ReturnType<typeof runSuite>>) => run.results.notices.join("\n");
  git(bench.path, "add", "--all");
  git(bench.path, "commit", "--quiet", "-m", "second");
  expect(told(await run(false))).toMatch(/changed since the run began \(commit \w{7}, now \w{7}\)/);
});

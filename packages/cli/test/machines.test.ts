import type { ChildProcess } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { SuiteResults } from "@flow-state-dev/suites";
import type { CompleteReport } from "@flow-state-dev/testing";
import { expect, test, vi } from "vitest";
import { usePostgres } from "../../records/test/postgres/support/use-postgres.ts";
import type { Finished } from "./run-program.ts";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

const server = usePostgres();

const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));
const small = fileURLToPath(new URL("fixtures/compare/small.ts", import.meta.url));

/**
 * A worker in a folder of its own; it is told to stop at the end of the block. Its connections to the database have the
 * name of the folder.
 */
function startWorker(url: string, cwd: string, ...args: string[]) {
  let child: ChildProcess | undefined;
  let ended: Finished | undefined;
  const running = runX(["worker", "--on", url, "--concurrency", "2", ...args], {
    cwd,
    env: { X_CACHE_DIR: join(cwd, "cache"), PGAPPNAME: basename(cwd) },
    onStart: (started) => {
      child = started;
    },
  }).then((finished) => {
    ended = finished;
    return finished;
  });
  return {
    running,
    stop: () => child!.kill("SIGTERM"),
    async [Symbol.asyncDispose]() {
      if (!ended) child!.kill("SIGTERM");
      await running;
    },
  };
}

/** Looks how many connections of this name there are, until the end of the block. */
function mostConnections(name: string): { readonly count: number } & AsyncDisposable {
  const client = server.sql;
  let [count, isOver] = [0, false];
  const looking = (async () => {
    while (!isOver) {
      const [row] = await client<{ n: number }>(
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = $1",
        [name.slice(0, 63)],
      );
      count = Math.max(count, row!.n);
      await sleep(100);
    }
  })();
  return {
    get count() {
      return count;
    },
    async [Symbol.asyncDispose]() {
      isOver = true;
      await looking;
    },
  };
}

test("a suite and its project go to workers on other machines, and the results come back", async () => {
  const url = server.newUrl();
  await using project = await tempFolder();
  await using machine = await tempFolder();
  writeFileSync(join(project.path, "package.json"), "{}");
  mkdirSync(join(project.path, "work"));
  writeFileSync(join(project.path, "work", "a.txt"), "one\n");
  const cases = ["a", "b", "c", "d"].map((id) => ({
    id,
    prompt: "Do it.",
    expect: ["file:done.txt contains 'one'"],
  }));
  const suite = { name: "small", workspace: "work", defaults: { budget: 1, timeout: 20 }, cases };
  writeFileSync(join(project.path, "suite.json"), JSON.stringify(suite));
  await using first = startWorker(url, machine.path);
  await using second = startWorker(url, machine.path);
  const agent = ["--agent", "command:cp a.txt done.txt"];
  const args = ["bench", "suite.json", ...agent, "--runs", "3", "--on", url, "--output", "out.json"];
  const { code, stdout, stderr } = await runX(args, { cwd: project.path });
  expect(stderr).toContain("Written to out.json.");
  expect(code, stderr).toBe(0);
  expect(stdout).toContain("✓ a");
  expect(stdout).toContain("4 of 4 passed");
  const results = JSON.parse(readFileSync(join(project.path, "out.json"), "utf8")) as SuiteResults;
  expect(results.cases).toHaveLength(4);

  const shown = await runX(["runs"], { cwd: project.path, env: { X_STORE: url } });
  expect(shown.stdout, shown.stderr).toContain("small");
  await vi.waitFor(
    async () => {
      const top = await runX(["top", "--on", url, "--once"], { cwd: machine.path });
      expect(top.stdout, top.stderr).toContain("2 workers · 0 of 4 cells at once");
      expect(top.stdout).toContain("No run is given out.");
    },
    { timeout: 90_000, interval: 500 },
  );

  // Nothing is left to do, and nothing is run again.
  const again = await runX([...args, "--resume"], { cwd: project.path });
  expect(again.stdout).toContain("12 of 12 runs were done before");
  for (const worker of [first, second]) {
    worker.stop();
    const { code: ended, stderr: said } = await worker.running;
    expect(ended, said).toBe(0);
    expect(said).toContain("No more cells are taken");
  }
}, 300_000);

test("a benchmark runs on workers that have its packages, under one budget", async () => {
  const url = server.newUrl();
  await using project = await tempFolder();
  await using machine = await tempFolder();
  for (const { path } of [project, machine]) symlinkSync(modules, join(path, "node_modules"));
  writeFileSync(join(project.path, "package.json"), '{ "type": "module" }');
  copyFileSync(small, join(project.path, "benchmark.ts"));
  const args = ["compare", "benchmark.ts", "--on", url, "--format", "json", "--max-cost", "5"];
  // The planner comes first and waits.
  const planned = runX(args, { cwd: project.path });
  await using _worker = startWorker(url, machine.path);
  await using most = mostConnections(basename(machine.path));
  const { code, stdout, stderr } = await planned;
  expect(most.count).toBeGreaterThan(2);
  expect(most.count).toBeLessThanOrEqual(11);
  expect(code, stderr).toBe(0);
  const report = JSON.parse(stdout) as CompleteReport;
  expect(report.results).toHaveLength(32);
  expect(report.results.every(({ outcome }) => outcome === "passed" || outcome === "failed")).toBe(true);
  // The project lies below the folder of the worker, where git does not see it.
  expect(readFileSync(join(machine.path, ".x", ".gitignore"), "utf8")).toBe("*\n");
}, 300_000);

test("cells wait for a worker that offers what they need", async () => {
  const url = server.newUrl();
  await using project = await tempFolder();
  await using machine = await tempFolder();
  writeFileSync(join(project.path, "package.json"), "{}");
  mkdirSync(join(project.path, "work"));
  const cases = [{ id: "a", prompt: "Do it.", expect: ["file:done.txt exists"] }];
  const suite = { name: "needy", workspace: "work", defaults: { budget: 1, timeout: 20 }, cases };
  writeFileSync(join(project.path, "suite.json"), JSON.stringify(suite));
  const args = ["bench", "suite.json", "--agent", "command:touch done.txt", "--on", url, "--needs", "gpu"];
  await using _plain = startWorker(url, machine.path);
  let child: ChildProcess | undefined;
  const planned = runX(args, {
    cwd: project.path,
    onStart: (started) => {
      child = started;
    },
  });
  await vi.waitFor(
    async () => {
      const top = await runX(["top", "--on", url, "--json"], { cwd: machine.path });
      expect(JSON.parse(top.stdout).runs).toMatchObject([
        { name: "needy", planned: 1, scored: 0, running: 0 },
      ]);
    },
    { timeout: 90_000, interval: 300 },
  );
  // The planner leaves; a worker that fits comes later.
  child!.kill("SIGINT");
  expect((await planned).code).toBe(130);
  await using _fitting = startWorker(url, machine.path, "--tags", "gpu");
  const back = await runX([...args, "--resume"], { cwd: project.path });
  expect(back.stdout, back.stderr).toContain("1 of 1 passed");
}, 300_000);

test("what is missing is said: no database, an address that is none, a queue nobody knows", async () => {
  await using folder = await tempFolder();
  const none = await runX(["worker"], { cwd: folder.path });
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining("--on postgres://…, or X_STORE") });
  const wrong = await runX(["top", "--on", "mysql://x"], { cwd: folder.path });
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("postgres://") });
});

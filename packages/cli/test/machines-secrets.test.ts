import { type ChildProcess, execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openStoreAt } from "@flow-state-dev/records";
import { expect, test, vi } from "vitest";
import { startWireServer } from "../../core/test/wire/start-wire-server.ts";
import { usePostgres } from "../../records/test/postgres/support/use-postgres.ts";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

const server = usePostgres();

const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));
const paid = fileURLToPath(new URL("fixtures/compare/paid.ts", import.meta.url));
const key = `ANTHROPIC_API_KEY=sk-ant-api03-${"a1B2".repeat(20)}\n`;

/** A worker beside what is awaited meanwhile. */
async function withWorker<T>(
  url: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
  meanwhile: Promise<T>,
): Promise<T> {
  const ended = runX(["worker", "--on", url], {
    cwd,
    env: { X_CACHE_DIR: join(cwd, "cache"), ...env },
    onStart: (child) => void meanwhile.finally(() => child.kill("SIGTERM")),
  });
  const [result] = await Promise.all([meanwhile, ended]);
  return result;
}

test("keys of the project and of its workspaces stay at home, and the run is done all the same", async () => {
  const url = server.newUrl();
  await using project = await tempFolder();
  await using machine = await tempFolder();
  const put = (path: string, text: string) => writeFileSync(join(project.path, path), text);
  mkdirSync(join(project.path, "work"));
  put(".env", key);
  put("work/.env", key);
  put("work/a.txt", "one\n");
  const expect_ = ["test:test ! -e .env", "file:a.txt exists"];
  const cases = [
    { id: "named", prompt: "Do it.", workspace: "work", expect: expect_ },
    { id: "project", prompt: "Do it.", expect: ["test:test ! -e .env && test ! -e work/.env"] },
  ];
  put("suite.json", JSON.stringify({ name: "keys", defaults: { budget: 1, timeout: 20 }, cases }));
  const git = (...args: string[]) => execFileSync("git", args, { cwd: project.path });
  git("init", "--quiet");
  // Even a file that git knows.
  git("add", "work");
  git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-m", "start");
  const args = ["bench", "suite.json", "--agent", "command:true", "--on", url];
  const { code, stdout, stderr } = await withWorker(url, machine.path, {}, runX(args, { cwd: project.path }));
  expect(stderr).toContain("left at home: .env, work/.env");
  expect(stderr).toMatch(/^warning: The history of git travels, and holds work\/\.env\./m);
  expect(stderr).not.toContain("Agents can read");
  expect(stdout, stderr).toContain("2 of 2 passed");
  expect(code).toBe(0);
  const arrived = readdirSync(join(machine.path, "cache", "projects"), { recursive: true }) as string[];
  expect(arrived.some((path) => path.endsWith("work/a.txt"))).toBe(true);
  expect(arrived.filter((path) => path.endsWith("/.env"))).toEqual([]);
}, 300_000);

test("a benchmark is booked with the prices of its planner", async () => {
  const url = server.newUrl();
  await using wire = await startWireServer({
    reply: { type: "answer", text: ["One."], usage: { input: 10, output: 5 } },
  });
  await using project = await tempFolder();
  await using machine = await tempFolder();
  for (const { path } of [project, machine]) symlinkSync(modules, join(path, "node_modules"));
  writeFileSync(join(project.path, "package.json"), '{ "type": "module" }');
  writeFileSync(join(project.path, ".env"), key);
  copyFileSync(paid, join(project.path, "benchmark.ts"));
  const prices = join(project.path, "prices.json");
  const price = { input: 1_000, output: 2_000 };
  writeFileSync(prices, JSON.stringify({ models: { "anthropic/claude-opus-4-6": price } }));
  const planned = runX(["compare", "benchmark.ts", "--on", url, "--format", "json"], {
    cwd: project.path,
    env: { ...wire.env, X_PRICES: prices },
  });
  const { code, stderr } = await withWorker(url, machine.path, wire.env, planned);
  expect(code, stderr).toBe(0);
  expect(stderr).toContain("left at home: .env");
  const store = await openStoreAt(url);
  try {
    const spent = [];
    for await (const { id } of store.runs()) spent.push((await store.totals(id)).spend.subject);
    // Two calls of 10 tokens in and 5 out.
    expect(spent).toEqual([0.04]);
  } finally {
    await store.close();
  }
}, 300_000);

test("what cannot travel and what would have no effect is told before anything is given out", async () => {
  await using folder = await tempFolder();
  const project = join(folder.path, "project");
  for (const path of ["project/work", "project/hidden", "outer"])
    mkdirSync(join(folder.path, path), { recursive: true });
  writeFileSync(join(project, "package.json"), "{}");
  const suite = (file: string, more: object) => {
    const cases = [{ id: "a", prompt: "Do it.", expect: ["file:a.txt exists"], ...more }];
    const defaults = { budget: 1, timeout: 20 };
    writeFileSync(join(project, file), JSON.stringify({ name: "s", defaults, cases }));
  };
  suite("outer.json", { workspace: "../outer" });
  suite("inner.json", { workspace: "work" });
  const on = ["--on", server.newUrl()];
  const bench = (...args: string[]) => runX(["bench", ...args, "--agent", "noop"], { cwd: project });
  expect(await bench("outer.json", ...on)).toMatchObject({
    ...{ code: 2, stdout: "" },
    stderr: expect.stringMatching(/^The workspace of the case a, .*outer, is not in the project .*project,/),
  });
  for (const [args, said] of [
    [["--needs", "gpu"], "--needs is for cells that are given out"],
    [["--keep", "kept", ...on], "--keep does not go with --on"],
  ] as const)
    expect(await bench("inner.json", ...args)).toMatchObject({
      ...{ code: 2, stdout: "", stderr: expect.stringContaining(said) },
    });
  const compared = await runX(["compare", "b.ts", "--queue", "redis://q"], { cwd: project });
  expect(compared).toMatchObject({ code: 2, stderr: expect.stringContaining("--queue is for cells") });
});

test("the password of the database is never printed", async () => {
  const url = server.newUrl();
  const [password = ""] = server.password.split("/");
  expect(url).toContain(password);
  await using project = await tempFolder();
  writeFileSync(join(project.path, "package.json"), "{}");
  const cases = [{ id: "a", prompt: "Do it.", expect: ["file:a.txt exists"] }];
  const suite = { name: "s", defaults: { budget: 1, timeout: 20 }, cases };
  writeFileSync(join(project.path, "suite.json"), JSON.stringify(suite));
  let child: ChildProcess | undefined;
  const stopped = runX(["bench", "suite.json", "--agent", "noop", "--on", url], {
    cwd: project.path,
    onStart: (started) => {
      child = started;
    },
  });
  await vi.waitFor(
    async () => {
      const top = await runX(["top", "--on", url, "--json"], { cwd: project.path });
      expect(JSON.parse(top.stdout).runs).toMatchObject([{ name: "s", planned: 1 }]);
    },
    { timeout: 90_000, interval: 300 },
  );
  child!.kill("SIGINT");
  const { code, stdout, stderr } = await stopped;
  expect(code, stderr).toBe(130);
  expect(stderr).toContain(":***@");
  expect(stderr).toContain("*** is the password");
  expect(stdout + stderr).not.toContain(password);
});

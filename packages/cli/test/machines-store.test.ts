import { copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openStoreAt } from "@flow-state-dev/records";
import type { CompleteReport } from "@flow-state-dev/testing";
import { openLabelBook } from "@flow-state-dev/viewer";
import { expect, test, vi } from "vitest";
import { startWireServer } from "../../core/test/wire/start-wire-server.ts";
import type { WireReply } from "../../core/test/wire/wire.ts";
import { usePostgres } from "../../records/test/postgres/support/use-postgres.ts";
import { settleGivenOut } from "../src/runs/settle-given-out.ts";
import { openView } from "../src/view/open-view.ts";
import { runProgram } from "./run-program.ts";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

const server = usePostgres();

const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));
const quickWorker = fileURLToPath(new URL("fixtures/quick-worker.ts", import.meta.url));
const fixture = (name: string) => fileURLToPath(new URL(`fixtures/compare/${name}`, import.meta.url));

test("runs in a database whose process was killed between two cells are interrupted, and finished with their last", async () => {
  const url = server.newUrl();
  const store = await openStoreAt(url);
  const manifest = {
    ...{ kind: "bench", name: "suite", subjects: ["x"], tasks: { a: "h" }, simulated: false },
    ...{ conditions: {}, models: {}, circumstances: {} },
  };
  await store.registerWorker({ id: "w", host: "elsewhere", pid: 1 });
  const ids: string[] = [];
  for (const runs of [1, 2]) {
    const { id } = await store.createRun({ ...manifest, runs }, runs);
    const cell = { subject: "x", task: "a", run: 0 };
    await store.claim(id, "w", { ...cell, taskHash: "h" });
    await store.endAttempt(id, cell, 1, {
      ...{ outcome: { kind: "passed", score: 1 }, evidence: {}, artifacts: [] },
      ...{ workingMs: 1, waitingMs: 0, health: null, suspect: false },
    });
    ids.push(id);
  }
  const states = () => Promise.all(ids.map(async (id) => (await store.findRun(id))!.state));
  await settleGivenOut(store, url);
  expect(await states()).toEqual(["running", "running"]);
  const schema = new URL(url).searchParams.get("schema");
  await server.sql(`UPDATE ${schema}.worker SET heartbeat_ms = heartbeat_ms - 60000;
    UPDATE ${schema}.run SET updated_at = '2020-01-01T00:00:00.000Z'`);
  await settleGivenOut(store, url);
  expect(await states()).toEqual(["finished", "interrupted"]);
  await store.close();
});

test("with X_STORE every command works on the database as it does on a folder, and leaves the folder alone", async () => {
  const url = server.newUrl();
  await using project = await tempFolder();
  const { path: cwd } = project;
  const x = (...args: string[]) => runX(args, { cwd, env: { X_STORE: url } });
  symlinkSync(modules, join(cwd, "node_modules"));
  writeFileSync(join(cwd, "package.json"), '{ "type": "module" }');
  mkdirSync(join(cwd, "work"));
  writeFileSync(join(cwd, "work", "a.txt"), "one\n");
  const cases = ["a", "b"].map((id) => ({ id, prompt: "Do it.", expect: [`file:${id}.txt exists`] }));
  writeFileSync(
    join(cwd, "suite.json"),
    JSON.stringify({ name: "kept", workspace: "work", defaults: { budget: 1, timeout: 20 }, cases }),
  );
  copyFileSync(fixture("small.ts"), join(cwd, "benchmark.ts"));

  const bench = ["bench", "suite.json", "--agent"];
  expect(await x(...bench, "noop")).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("1 of 2 passed"),
  });
  const second = await x(...bench, "command:touch b.txt", "--against", "last");
  expect(second, second.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("2 of 2 passed") });
  const compared = await x("compare", "benchmark.ts", "--category", "reasoning", "--limits", "sim:cells=2");
  expect(compared.code, compared.stderr).toBe(0);
  const planned = await x("compare", "benchmark.ts", "--category", "reasoning", "--plan");
  expect(planned.stdout, planned.stderr).toMatch(/from \d+ earlier cells/);

  const listed = await x("runs", "--json");
  const runs = JSON.parse(listed.stdout) as { id: string; name: string; state: string }[];
  expect(runs.map(({ name, state }) => [name, state])).toEqual([
    ["small", "finished"],
    ["kept", "finished"],
    ["kept", "finished"],
  ]);
  const [comparison, touched, idle] = [runs[0]!, runs[1]!, runs[2]!];
  expect(await x("show", comparison.id)).toMatchObject({ code: 0, stdout: expect.stringContaining("twice") });
  expect(await x("show", idle.id, "b")).toMatchObject({
    ...{ code: 0, stdout: expect.stringContaining("file:b.txt exists") },
  });
  const diff = await x("diff", idle.id, touched.id);
  expect(diff, diff.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("noop") });

  const store = await openStoreAt(url);
  try {
    using source = openView(store, { labels: openLabelBook(cwd) });
    const seen = await source.runs();
    expect(seen.runs.map(({ id }) => id)).toEqual(runs.map(({ id }) => id));
    expect(await source.score(touched.id)).toMatchObject({ mean: 1, unit: "pass rate" });
    expect(await source.score(idle.id)).toMatchObject({ mean: 0.5, unit: "pass rate" });
  } finally {
    await store.close();
  }
  expect(existsSync(join(cwd, ".x", "x.db"))).toBe(false);
}, 300_000);

test("what to type to see a case says where its run is kept, and means that run", async () => {
  const url = server.newUrl();
  await using project = await tempFolder();
  const cwd = project.path;
  writeFileSync(join(cwd, "package.json"), "{}");
  mkdirSync(join(cwd, "work"));
  const cases = [{ id: "a", prompt: "Do it.", expect: ["file:done.txt exists"] }];
  const suite = { name: "kept", workspace: "work", defaults: { budget: 1, timeout: 20 }, cases };
  writeFileSync(join(cwd, "suite.json"), JSON.stringify(suite));
  const args = ["bench", "suite.json", "--agent", "command:true"];
  const told = await runX([...args, "--store", url], { cwd });
  expect(told.stdout, told.stderr).toMatch(/ X_STORE='postgres:\S+\*{3}@\S+' x show [0-9a-f]{4} a\n/);
  const [, run] = / x show ([0-9a-f]{4}) a\n/.exec(told.stdout)!;
  // Somebody else's run comes; it is the last one now.
  const env = { X_STORE: url };
  const known = await runX(args, { cwd, env });
  expect(known.stdout, known.stderr).toMatch(/ {6}x show [0-9a-f]{4} a\n/);
  const shown = await runX(["show", run!, "a"], { cwd, env });
  expect(shown.stdout, shown.stderr).toContain(`(bench, run ${run})`);
});

test("an answer that a killed worker has paid for is not paid for again", async () => {
  const url = server.newUrl();
  await using wire = await startWireServer({
    reply: { type: "answer", text: ["One."], usage: { input: 10, output: 5 } },
  });
  await using project = await tempFolder();
  await using machine = await tempFolder();
  for (const { path } of [project, machine]) symlinkSync(modules, join(path, "node_modules"));
  writeFileSync(join(project.path, "package.json"), '{ "type": "module" }');
  copyFileSync(fixture("paid.ts"), join(project.path, "benchmark.ts"));
  const mark = join(machine.path, "died");
  const planned = runX(["compare", "benchmark.ts", "--on", url, "--format", "json"], {
    cwd: project.path,
    env: wire.env,
  });
  const worker = () =>
    runProgram(process.execPath, ["--conditions=@flow-state-dev/source", quickWorker, url], {
      cwd: machine.path,
      env: { PATH: process.env.PATH, ...wire.env, X_TEST_MARK: mark },
      onStart: (child) => void planned.then(() => child.kill("SIGTERM")),
    });
  const killed = await worker();
  expect(killed.code, killed.stderr).toBe(null);
  expect(wire.requests).toHaveLength(1);
  const second = worker();
  const { code, stdout, stderr } = await planned;
  expect(code, stderr).toBe(0);
  expect((await second).code).toBe(0);
  const report = JSON.parse(stdout) as CompleteReport;
  expect(report.results.map(({ outcome }) => outcome)).toEqual(["passed", "passed"]);
  // One call for each of the two cells, though one of them was begun twice.
  expect(wire.requests).toHaveLength(2);
  const store = await openStoreAt(url);
  const cells = [];
  for await (const { id } of store.runs()) for await (const cell of store.cells(id)) cells.push(cell);
  await store.close();
  expect(cells.map(({ attempts }) => attempts).sort()).toEqual([1, 2]);
}, 300_000);

test("whoever watches a run is told that a provider turns the calls of workers away", async () => {
  const url = server.newUrl();
  const busy: WireReply = { type: "refusal", status: 429, headers: { "retry-after": "1" } };
  const answer: WireReply = { type: "answer", text: ["One."], usage: { input: 10, output: 5 } };
  let isBusy = true;
  await using wire = await startWireServer({ reply: () => (isBusy ? busy : answer) });
  await using project = await tempFolder();
  await using machine = await tempFolder();
  for (const { path } of [project, machine]) symlinkSync(modules, join(path, "node_modules"));
  writeFileSync(join(project.path, "package.json"), '{ "type": "module" }');
  copyFileSync(fixture("paid.ts"), join(project.path, "benchmark.ts"));
  let told = "";
  const planned = runX(["compare", "benchmark.ts", "--on", url], {
    ...{ cwd: project.path, env: wire.env },
    onStart: (child) => void child.stderr!.on("data", (text) => (told += text)),
  });
  const worker = runX(["worker", "--on", url], {
    ...{ cwd: machine.path, env: wire.env },
    onStart: (child) => void planned.then(() => child.kill("SIGTERM")),
  });
  await vi.waitFor(() => expect(told).toMatch(/0 of 2 cells.* 2 retrying \(anthropic: HTTP 429\)/), {
    ...{ timeout: 60_000, interval: 200 },
  });
  const top = await runX(["top", "--on", url, "--once"], { cwd: project.path });
  expect(top.stdout, top.stderr).toContain(": 2 retrying (anthropic: HTTP 429)");
  isBusy = false;
  const { code, stderr } = await planned;
  expect(code, stderr).toBe(0);
  expect((await worker).code).toBe(0);
}, 300_000);

test("a rejection that nobody waits for does not end a worker", async () => {
  const url = server.newUrl();
  await using project = await tempFolder();
  await using machine = await tempFolder();
  for (const { path } of [project, machine]) symlinkSync(modules, join(path, "node_modules"));
  writeFileSync(join(project.path, "package.json"), '{ "type": "module" }');
  writeFileSync(
    join(project.path, "benchmark.ts"),
    `import { handler } from "@flow-state-dev/core";
    const execute = async () => { Promise.reject(new Error("floating")); return "42"; };
    const subject = { name: "mine", kind: "pattern", sequencer: handler({ name: "mine", execute }), mapTask: () => "" };
    const task = { id: "t", category: "all", prompt: "What is 6 × 7?", rubric: ["Is 42"] };
    const models = { model: "sim/strong", judgeModel: "sim/judge" };
    export default { name: "foreign", subjects: [subject], baseline: false, tasks: [task], ...models, runs: 1 };`,
  );
  const planned = runX(["compare", "benchmark.ts", "--on", url], { cwd: project.path });
  const worker = runX(["worker", "--on", url], {
    cwd: machine.path,
    onStart: (child) => void planned.then(() => child.kill("SIGTERM")),
  });
  const { code, stdout, stderr } = await planned;
  expect(code, stderr).toBe(0);
  expect(stdout).toContain("Coverage 1 of 1");
  const ended = await worker;
  expect(ended.stderr).toContain(
    "warning: Something in the benchmark rejected and nobody waited for it: floating",
  );
  expect(ended.code, ended.stderr).toBe(0);
}, 300_000);

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSqliteStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { createNoopAgent } from "../agent/noop-agent.ts";
import { runSuite } from "../bench/run-suite.ts";
import { chooseSandbox } from "../sandbox/choose-sandbox.ts";
import { readSuite } from "../suite/read-suite.ts";
import type { CaseExamination } from "./examination.ts";
import { examineSuite } from "./examine-suite.ts";
import { passesWithout } from "./verdict.ts";

/** A suite in which every set-up leaves a line in `log`; only without a sandbox can it. */
async function madeSuite() {
  const folder = mkdtempSync(join(tmpdir(), "x-doctor-"));
  for (const name of ["work", "done", "hidden"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "done/done"), "");
  writeFileSync(join(folder, "hidden/secret"), "");
  const log = join(folder, "log");
  const it = { id: "one", prompt: "p", workspace: "work", hidden: "hidden", solution: "done" };
  const setup = ['echo set up >> "$LOG"'];
  const text = JSON.stringify({
    name: "s",
    cases: [
      { ...it, env: ["LOG"], setup, expect: ["file:done exists", "file:secret exists", "judge:is it good"] },
      { ...it, id: "two", expect: ["file:done exists"] },
    ],
  });
  const suite = await readSuite({ text, file: join(folder, "suite.json") });
  const sandbox = await chooseSandbox("host");
  const setups = () => readFileSync(log, "utf8").split("\n").length - 1;
  const drop = () => rmSync(folder, { recursive: true, force: true });
  return { folder, suite, sandbox, setups, env: { LOG: log }, [Symbol.dispose]: drop };
}

test("every check is of the same content that a run of the suite keeps its results under", async () => {
  using made = await madeSuite();
  const { suite, sandbox, folder, env } = made;
  const examination = await examineSuite({ suite, sandbox, folder, env, runs: 2 });
  const store = createSqliteStore(":memory:");
  const noop = { name: "noop", agent: createNoopAgent() };
  const { sweep } = await runSuite({
    ...{ suite, sandbox, folder, env, store, agents: [noop], judgeModel: "sim/judge" },
  });
  const run = await store.findRun(sweep.runId);
  await store.close();
  expect(Object.fromEntries(examination.cases.map(({ id, hash }) => [id, hash]))).toEqual(
    run!.manifest.tasks,
  );
  expect(examination).toMatchObject({
    suite: "s",
    hash: expect.stringMatching(/^\w{32}$/),
    ok: true,
    problems: [],
  });
});

test("a case is set up once, hidden files count, and no judge is asked", async () => {
  using made = await madeSuite();
  const { suite, sandbox, folder, env } = made;
  const { cases } = await examineSuite({ suite, sandbox, folder, env, runs: 2 });
  expect(made.setups()).toBe(1);
  expect(cases[0]!.untouched.map(({ outcome }) => outcome)).toEqual(["failed", "failed"]);
  expect(cases[0]!.untouched[0]!.expectations.map(({ pass }) => pass)).toEqual([false, true, null]);
  expect(cases[0]!.solution!.checks.map(({ outcome }) => outcome)).toEqual(["unscored", "unscored"]);
  expect(cases[1]).toMatchObject({
    noop: { outcome: "failed" },
    solution: { checks: [{ outcome: "passed" }, { outcome: "passed" }] },
  });
});

test("what a solution prints is its answer, so that a case which asks for one is proved", async () => {
  const folder = mkdtempSync(join(tmpdir(), "x-doctor-"));
  try {
    mkdirSync(join(folder, "work"));
    writeFileSync(join(folder, "answer.sh"), "echo looking >&2\necho port 8080\n");
    const it = { id: "asks", prompt: "Which port?", workspace: "work", solution: "answer.sh" };
    const asked = ["output matches /^port 8080$/", "not output contains 'looking'"];
    const text = JSON.stringify({ name: "s", cases: [{ ...it, expect: asked }] });
    const suite = await readSuite({ text, file: join(folder, "suite.json") });
    const sandbox = await chooseSandbox("host");
    expect(await examineSuite({ suite, folder, sandbox, runs: 1 })).toMatchObject({ problems: [], ok: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a part of a suite has no hash, and an examination that was called off is not ok", async () => {
  using made = await madeSuite();
  const { suite, sandbox, folder, env } = made;
  const stop = new AbortController();
  const examination = await examineSuite({
    ...{ suite, sandbox, folder, env, cases: suite.cases.slice(1), signal: stop.signal },
    onEvent: ({ type }) => void (type === "planned" && stop.abort()),
  });
  expect(examination).toMatchObject({ hash: null, interrupted: true, ok: false, problems: [] });
});

test("the parts of a solution that nothing checks are named; a case that does not always pass is left alone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "x-doctor-"));
  try {
    mkdirSync(join(folder, "work"));
    writeFileSync(join(folder, "work/a.txt"), "one\n");
    writeFileSync(
      join(folder, "solve.sh"),
      "echo two >> a.txt; mkdir docs; printf 'first\\n\\nsecond\\n' > docs/b.txt\n",
    );
    const it = { prompt: "p", workspace: "work", solution: "solve.sh" };
    const cases = [
      { ...it, id: "loose", expect: ["file:a.txt contains 'two'", "file:docs/b.txt exists"] },
      {
        ...it,
        id: "tight",
        expect: ["test:grep -q two a.txt && grep -q first docs/b.txt && grep second docs/*"],
      },
      { ...it, id: "lost", expect: ["file:never exists"] },
    ];
    const text = JSON.stringify({ name: "s", cases });
    const suite = await readSuite({ text, file: join(folder, "suite.json") });
    const options = { suite, folder, sandbox: await chooseSandbox("host"), runs: 1 };
    const { cases: examined } = await examineSuite(options);
    const told = examined.map(({ nearMisses }) =>
      nearMisses.map(({ without, check }) => [without, check.outcome]),
    );
    expect(told).toEqual([
      [
        ["a.txt:2", "failed"],
        ["docs/b.txt:1-2", "passed"],
        ["docs/b.txt:3", "passed"],
      ],
      [
        ["a.txt:2", "failed"],
        ["docs/b.txt:1-2", "failed"],
        ["docs/b.txt:3", "failed"],
      ],
      [],
    ]);
    expect(examined.map(passesWithout)).toEqual([["docs/b.txt:1-2", "docs/b.txt:3"], [], []]);
    const none = await examineSuite({ ...options, parts: 0, cases: suite.cases.slice(0, 1) });
    expect(none.cases.map(({ nearMisses }) => nearMisses.length)).toEqual([0]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("nothing is left out of files that are put back or laid over before grading, or that git leaves out", async () => {
  const folder = mkdtempSync(join(tmpdir(), "x-doctor-"));
  try {
    for (const name of ["work", "done/test", "done/gen/deep", "hidden/test"])
      mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, "work/.gitignore"), "gen/\n*.log\n");
    writeFileSync(join(folder, "done/a.txt"), "first\n\nsecond\n");
    for (const name of [
      "done/gen/deep/made.txt",
      "done/test/all.log",
      "done/test/kept.txt",
      "done/test/hidden.txt",
      "hidden/test/hidden.txt",
    ])
      writeFileSync(join(folder, name), "x\n\ny\n");
    const it = { id: "one", prompt: "p", workspace: "work", solution: "done", hidden: "hidden" };
    const cases = [{ ...it, protect: ["test/kept.*"], expect: ["test:grep first a.txt"] }];
    const text = JSON.stringify({ name: "s", cases });
    const suite = await readSuite({ text, file: join(folder, "suite.json") });
    const examination = await examineSuite({ suite, folder, sandbox: await chooseSandbox("host"), runs: 1 });
    const [{ nearMisses }] = examination.cases as [CaseExamination];
    expect(nearMisses.map(({ without, check }) => [without, check.outcome])).toEqual([
      ["a.txt:1-2", "failed"],
      ["a.txt:3", "passed"],
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a solution that is not the same each time says nothing about what was left out of it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "x-doctor-"));
  try {
    mkdirSync(join(folder, "work"));
    writeFileSync(join(folder, "solve.sh"), "touch done; date +%N > now.txt; date +%N > then.txt\n");
    const it = {
      id: "one",
      prompt: "p",
      workspace: "work",
      solution: "solve.sh",
      expect: ["file:done exists"],
    };
    const text = JSON.stringify({ name: "s", cases: [it] });
    const suite = await readSuite({ text, file: join(folder, "suite.json") });
    const examination = await examineSuite({ suite, folder, sandbox: await chooseSandbox("host"), runs: 1 });
    const [{ nearMisses }] = examination.cases as [CaseExamination];
    expect(nearMisses.map(({ check }) => check.outcome)).toEqual(["infrastructure", "infrastructure"]);
    expect(nearMisses[0]!.check.error).toMatch(/^now\.txt does not apply to the workspace/);
    expect(examination).toMatchObject({ ok: true, problems: [] });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

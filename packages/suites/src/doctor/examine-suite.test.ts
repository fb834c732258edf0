import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSqliteStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { createNoopAgent } from "../agent/noop-agent.ts";
import { runSuite } from "../bench/run-suite.ts";
import { chooseSandbox } from "../sandbox/choose-sandbox.ts";
import { readSuite } from "../suite/read-suite.ts";
import { examineSuite } from "./examine-suite.ts";

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

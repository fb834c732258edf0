// What a subject came to is paid for once, whatever ends the command while the judge is at work.
import { openStore, openStoreAt, type RunStore } from "@flow-state-dev/records";
import type { CompleteReport } from "@flow-state-dev/testing";
import { expect, test } from "vitest";
import { startWireServer } from "../../core/test/wire/start-wire-server.ts";
import type { WireAnswer, WireReply, WireRequest } from "../../core/test/wire/wire.ts";
import { usePostgres } from "../../records/test/postgres/support/use-postgres.ts";
import { fixture } from "./fixture.ts";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

const judged = fixture("judged");
/** Two subjects on two tasks, all at once. */
const cells = 4;
const usage = { input: 1000, output: 100 };
/** $0.75 and $4.50 a million tokens in and out, and $1 and $5. */
const subjectUsd = 0.0012;
const judgeUsd = 0.0015;
const verdict: WireAnswer = {
  type: "answer",
  json: { findings: [{ criterion: "c1", evidence: "as seen", verdict: "met" }] },
  usage,
};

const database = usePostgres();

const isJudge = ({ model }: WireRequest) => model.startsWith("claude");

/** Runs the command until its judge hangs on every cell, ends it, and goes on with a judge that answers. */
async function interrupted(kill: (end: (signal: NodeJS.Signals) => void) => void, env: NodeJS.ProcessEnv) {
  await using folder = await tempFolder();
  const { promise: hanging, resolve: hangs } = Promise.withResolvers<void>();
  let works = false;
  let asked = 0;
  await using wire = await startWireServer({
    reply(request): WireReply {
      if (!isJudge(request)) return { type: "answer", text: [`Answer ${++asked}.`], usage };
      if (works) return verdict;
      if (wire.requests.filter(isJudge).length === cells) hangs();
      return { type: "silence" };
    },
  });
  const command = (...flags: string[]) => ["compare", judged, "--format", "json", ...flags];
  const options = { cwd: folder.path, env: { ...wire.env, ...env } };
  const first = await runX(command(), {
    ...options,
    onStart: (child) => void hanging.then(() => kill((signal) => child.kill(signal))),
  });
  works = true;
  const second = await runX(command("--resume"), options);
  expect(second.code, second.stderr).toBe(0);
  const store = env.X_STORE ? await openStoreAt(env.X_STORE) : openStore(folder.path);
  try {
    return {
      ...{ first, second, report: JSON.parse(second.stdout) as CompleteReport },
      subjectCalls: wire.requests.filter((request) => !isJudge(request)).length,
      books: await booksOf(store),
    };
  } finally {
    await store.close();
  }
}

/** The money of the only run, and of each attempt at its cells. */
async function booksOf(store: RunStore) {
  const { id } = (await store.findRun("last"))!;
  expect(await store.findRun("last~1")).toBeNull();
  const attempts = [];
  for await (const { subject, task, run } of store.cells(id))
    attempts.push(await store.attempts(id, { subject, task, run }));
  return { totals: await store.totals(id), money: await store.books(id), attempts };
}

/** What holds however it ended: two attempts a cell, the first with the subject's call, the second with a judgement. */
function expectPaidOnce({ report, subjectCalls, books }: Awaited<ReturnType<typeof interrupted>>) {
  expect(subjectCalls).toBe(cells);
  expect(report.coverage.scored).toBe(cells);
  expect(new Set(report.results.map(({ output }) => output)).size).toBe(cells);
  const { spend } = books.totals;
  expect(spend.subject).toBeCloseTo(cells * subjectUsd, 9);
  expect(books.money).toMatchObject({ openCalls: 0 });
  expect(report.totalCostUsd).toBeCloseTo(spend.subject + spend.judge, 9);
  for (const { subjectCostUsd } of report.results) expect(subjectCostUsd).toBe(subjectUsd);
  for (const [before, after, ...more] of books.attempts) {
    expect(more).toEqual([]);
    expect(before!.spend.subject).toBe(subjectUsd);
    expect(after!.spend).toEqual({ subject: 0, judge: judgeUsd, agent: 0, carried: 0, unknownCalls: 0 });
  }
}

test.each<[string, () => NodeJS.ProcessEnv]>([
  ["", () => ({})],
  [" on a shared store", () => ({ X_STORE: database.newUrl() })],
])(
  "kill -9 while the judge is at work%s: one call of the subject a cell, books to the cent",
  async (_, env) => {
    const result = await interrupted((end) => end("SIGKILL"), env());
    expect(result.first.code).toBe(null);
    expectPaidOnce(result);
    const { report, second, books } = result;
    for (const { costUsd, usage } of report.results) {
      expect(costUsd).toBeCloseTo(subjectUsd + judgeUsd, 9);
      expect(usage).toMatchObject({ inputTokens: 2000, outputTokens: 200 });
    }
    // Nobody knows what the provider bills for the judgements that were under way: they are carried, and told.
    const { spend } = books.totals;
    expect(spend.judge - spend.carried).toBeCloseTo(cells * judgeUsd, 9);
    expect(books.money).toMatchObject({ carriedCalls: cells, carriedUsd: spend.carried });
    for (const [before] of books.attempts) expect(before).toMatchObject({ state: "lost" });
    expect(second.stderr).toContain(`${cells} calls were under way when an earlier process died`);
  },
);

test("Ctrl-C twice while the judge is at work: the same, and what was sent to the judge is in the books", async () => {
  const result = await interrupted((end) => {
    end("SIGINT");
    setTimeout(() => end("SIGINT"), 500);
  }, {});
  expect(result.first.code).toBe(130);
  expectPaidOnce(result);
  const { spend } = result.books.totals;
  expect(spend.carried).toBe(0);
  for (const [before] of result.books.attempts) {
    expect(before).toMatchObject({ state: "ended", outcome: { kind: "cancelled" } });
    expect(before!.spend.judge).toBeGreaterThan(0);
    expect(before!.spend.judge).toBeLessThan(judgeUsd);
  }
});

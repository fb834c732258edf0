import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createSqliteStore, exportRun, type ImportingStore, StoreCorruptError } from "../src/index.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const manifest = { kind: "test", name: "n", subjects: ["s"], tasks: {}, runs: 1, simulated: true };
const cell = (task: string) => ({ subject: "s", task, run: 0 });

async function written(): Promise<{ file: string; runId: string }> {
  const file = join(temporaryFolder(), "x.db");
  const store = createSqliteStore(file);
  const { id } = await store.createRun(manifest as never, 2);
  await store.registerWorker({ id: "w", host: "h", pid: process.pid });
  for (const task of ["t0", "t1"]) {
    await store.claim(id, "w", { ...cell(task), taskHash: "h" });
    await store.openCall(id, cell(task), 1, {
      ...{ callId: `call ${task}`, payer: "subject", modelId: "a/b", worstCaseUsd: 1 },
      openedAt: new Date(0).toISOString(),
    });
    await store.endAttempt(id, cell(task), 1, {
      outcome: { kind: "passed", score: 1 },
      evidence: { said: "yes" },
      ...{ workingMs: 1, waitingMs: 0, health: null, suspect: false },
      artifacts: [{ name: "output", mediaType: "text/plain", content: "word ".repeat(100) }],
    });
  }
  await store.close();
  return { file, runId: id };
}

async function read<T>(file: string, use: (store: ImportingStore) => Promise<T>): Promise<T | Error> {
  const store = createSqliteStore(file);
  try {
    return await use(store);
  } catch (error) {
    return error as Error;
  } finally {
    await store.close();
  }
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

function damage(file: string, sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
}

test("one byte of one outcome: the error names file and cell, and the other cells are still read", async () => {
  const { file, runId } = await written();
  const bytes = readFileSync(file);
  bytes[bytes.indexOf('{"kind":"passed"')] = 0x5b;
  writeFileSync(file, bytes);
  const answers = await Promise.all(
    ["t0", "t1"].map((task) => read(file, (store) => store.cell(runId, cell(task)))),
  );
  const broken = answers.filter((answer) => answer instanceof Error);
  const attempts = await read(file, (store) => store.attempts(runId, cell("t0")));
  const listed = await read(file, (store) => all(store.cells(runId)));
  const errors = [...broken, attempts, listed].filter((answer) => answer instanceof Error);
  expect(errors.length).toBeGreaterThan(0);
  expect(broken.length).toBeLessThan(2);
  for (const error of errors) {
    expect(error).toBeInstanceOf(StoreCorruptError);
    expect((error as Error).message).toMatch(/x\.db is not a sound store: .*the cell s on t\d, run 1/);
  }
});

const damages: [
  what: string,
  sql: string,
  use: (store: ImportingStore, runId: string) => Promise<unknown>,
][] = [
  [
    "an outcome that is none",
    `UPDATE cell SET outcome = '{"kind":"pbssed"}'`,
    (s, id) => s.cell(id, cell("t0")),
  ],
  ["an outcome", "UPDATE cell SET outcome = '[' WHERE task = 't1'", (s, id) => all(s.cells(id))],
  ["attempts", "DELETE FROM attempt", (s, id) => s.attempts(id, cell("t0"))],
  ["evidence", "UPDATE attempt SET evidence = 'null'", (s, id) => s.attempts(id, cell("t0"))],
  ["details", "UPDATE call SET state = 'charged', details = '{'", (s, id) => all(s.calls(id))],
  [
    "an artifact",
    "UPDATE artifact SET content = x'0102'",
    (s, id) => s.artifact(id, cell("t0"), 1, "output"),
  ],
  ["a manifest", "UPDATE run SET manifest = '{'", (s) => s.findRun("last")],
  ["warnings", "UPDATE run SET warnings = '{}'", (s) => all(s.runs())],
  ["totals", "UPDATE run_total SET outcomes = '{'", (s, id) => s.totals(id)],
  ["totals that are missing", "DELETE FROM run_total", (s, id) => s.books(id)],
  ["a number", "UPDATE cell SET attempts = 9223372036854775807", (s, id) => all(s.cells(id))],
  [
    "totals that are written",
    "UPDATE run_total SET outcomes = 'x'",
    async (s, id) => {
      await s.registerWorker({ id: "v", host: "h", pid: process.pid });
      return s.claim(id, "v", { ...cell("t9"), taskHash: "h" });
    },
  ],
  [
    "totals that are gone",
    "DELETE FROM run_total",
    async (s, id) => {
      await s.registerWorker({ id: "v", host: "h", pid: process.pid });
      return s.claim(id, "v", { ...cell("t9"), taskHash: "h" });
    },
  ],
];

test.each(damages)("damaged: %s", async (_, sql, use) => {
  const { file, runId } = await written();
  damage(file, sql);
  const answer = await read(file, (store) => use(store, runId));
  expect(answer).toBeInstanceOf(StoreCorruptError);
  expect((answer as Error).message).toContain(file);
});

test("a cell that says it was never tried is not exported", async () => {
  const { file, runId } = await written();
  damage(file, "DELETE FROM attempt; UPDATE cell SET attempts = 0");
  const answer = await read(file, (store) => all(exportRun(store, runId)));
  expect(answer).toMatchObject({
    code: "invalid-record",
    message: expect.stringContaining("s on t0, run 1"),
  });
});

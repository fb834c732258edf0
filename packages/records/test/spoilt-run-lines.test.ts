import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import {
  createSqliteStore,
  exportRun,
  type ImportedAttempt,
  type ImportingStore,
  importRun,
} from "../src/index.ts";
import { deep, sample } from "./support/run-lines.ts";
import { all, cell, claimOf, opening, usage } from "./support/sample-records.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

async function expectEmpty(store: ImportingStore): Promise<void> {
  expect(await all(store.runs())).toEqual([]);
  expect(await store.findRun("staged")).toBeNull();
}

describe("a file that is not whole or not right leaves nothing", () => {
  test("cut off at any byte", async () => {
    const { store, lines } = await sample();
    const text = lines.join("");
    const other = createSqliteStore(":memory:");
    // The last line break is not missed.
    for (let length = 0; length < text.length - 1; length += 97) {
      const cut = text.slice(0, length).split("\n");
      await expect(importRun(other, cut), `${length} bytes`).rejects.toMatchObject({
        code: "run-file-truncated",
      });
    }
    await expectEmpty(other);
    await other.close();
    await store.close();
  });

  const change = (line: string, edit: (value: any) => void) => {
    const value = JSON.parse(line);
    edit(value);
    return JSON.stringify(value);
  };
  test.each<[string, (lines: string[]) => string[], string, RegExp]>([
    ["text that is no JSON", (l) => [l[0]!, "{oops", l[1]!], "run-file-malformed", /^Line 2 is not JSON/],
    ["some other JSON", () => ["[1,2]"], "run-file-malformed", /^Line 1 does not begin a run/],
    [
      "a newer version",
      (l) => [change(l[0]!, (v) => (v.version = 2)), ...l.slice(1)],
      "run-file-too-new",
      /version 2/,
    ],
    [
      "a member of the wrong type",
      (l) => [l[0]!, change(l[1]!, (v) => (v.cell.attempts[0].calls[0].modelId = 5)), ...l.slice(2)],
      "run-file-malformed",
      /^Line 2 is not valid: cell\.attempts\[0\]\.calls\[0\]\.modelId must be of type string/,
    ],
    [
      "a member that is missing",
      (l) => [change(l[0]!, (v) => delete v.run.manifest.kind), ...l.slice(1)],
      "run-file-malformed",
      /^Line 1 is not valid: run\.manifest\.kind is missing/,
    ],
    [
      "an unknown outcome",
      (l) => [l[0]!, change(l[1]!, (v) => (v.cell.outcome.kind = "grand")), ...l.slice(2)],
      "run-file-malformed",
      /^Line 2 is not valid: cell\.outcome has none of the forms/,
    ],
    [
      "money that does not add up",
      (l) => [l[0]!, change(l[1]!, (v) => (v.cell.spend.subject = 99)), ...l.slice(2)],
      "run-file-malformed",
      /^Line 2 does not add up: its spend/,
    ],
    [
      "money of an attempt that its calls do not give",
      (l) => [l[0]!, change(l[1]!, (v) => (v.cell.attempts[0].spend.judge = 9)), ...l.slice(2)],
      "run-file-malformed",
      /^Line 2 does not add up: the spend of its attempt 1 is not what its calls give/,
    ],
    [
      "tokens of an attempt that its calls do not give",
      (l) => [l[0]!, change(l[1]!, (v) => v.cell.attempts[0].usage.inputTokens++), ...l.slice(2)],
      "run-file-malformed",
      /^Line 2 does not add up: the usage of its attempt 1/,
    ],
    [
      "a score beyond 1",
      (l) => [l[0]!, change(l[1]!, (v) => (v.cell.attempts[0].outcome.score = 2)), ...l.slice(2)],
      "run-file-malformed",
      /^Line 2 is not valid: cell\.attempts\[0\]\.outcome\.score must be at most 1/,
    ],
    [
      "a time that is negative",
      (l) => [l[0]!, change(l[1]!, (v) => (v.cell.attempts[0].waitingMs = -1)), ...l.slice(2)],
      "run-file-malformed",
      /^Line 2 is not valid: cell\.attempts\[0\]\.waitingMs must be at least 0/,
    ],
    [
      "a call opened at no time",
      (l) => [l[0]!, change(l[1]!, (v) => (v.cell.attempts[0].calls[0].openedAt = "now")), ...l.slice(2)],
      "run-file-malformed",
      /^Line 2 is not valid: cell\.attempts\[0\]\.calls\[0\]\.openedAt must match/,
    ],
    [
      "a month that is none",
      (l) => [change(l[0]!, (v) => (v.run.createdAt = "2030-13-01T00:00:00.000Z")), ...l.slice(1)],
      "run-file-malformed",
      /^Line 1 is refused: The time of creation of a run is "2030-13/,
    ],
    [
      "an outcome that its attempts do not give",
      (l) => [l[0]!, change(l[1]!, (v) => (v.cell.outcome.score = 0.5)), ...l.slice(2)],
      "run-file-malformed",
      /^Line 2 does not add up: its outcome/,
    ],
    [
      "attempts that are not numbered from 1",
      (l) => [l[0]!, change(l[1]!, (v) => (v.cell.attempts[0].attempt = 2)), ...l.slice(2)],
      "run-file-malformed",
      /^Line 2 has attempt 2 in place 1/,
    ],
    [
      "a cell that comes twice",
      (l) => [l[0]!, l[1]!, l[1]!, ...l.slice(2)],
      "run-file-malformed",
      /^Line 3 is refused: A cell is given twice/,
    ],
    [
      "a cell that is missing",
      (l) => [l[0]!, ...l.slice(2)],
      "run-file-malformed",
      /^Line 3 says 2 cells, but there are 1/,
    ],
    [
      "totals that do not add up",
      (l) => [...l.slice(0, -1), change(l.at(-1)!, (v) => v.totals.attempts++)],
      "run-file-malformed",
      /^Line 4 does not add up: its attempts/,
    ],
    [
      "a definition that is not that of its manifest",
      (l) => [change(l[0]!, (v) => (v.run.manifest.runs += 1)), ...l.slice(1)],
      "run-file-malformed",
      /^Line 1 does not add up: its definition is not the hash of its manifest/,
    ],
    [
      "an id that means another run",
      (l) => [change(l[0]!, (v) => (v.run.id = "last")), ...l.slice(1)],
      "run-file-malformed",
      /^Line 1 gives the run the id "last", which means the latest run/,
    ],
    [
      "an id that is no name of a file",
      (l) => [change(l[0]!, (v) => (v.run.id = "..")), ...l.slice(1)],
      "run-file-malformed",
      /^Line 1 gives the run the id "\.\.", which is no name of a file/,
    ],
    [
      "evidence that is nested without measure",
      (l) => [l[0]!, l[1]!.replace('"evidence":{}', `"evidence":{"a":${deep(50_000)}}`), ...l.slice(2)],
      "run-file-malformed",
      /^Line 2 is nested deeper than 256 levels/,
    ],
    [
      "evidence that is nested a little too deep",
      (l) => [l[0]!, l[1]!.replace('"evidence":{}', `"evidence":{"a":${deep(256)}}`), ...l.slice(2)],
      "run-file-malformed",
      /^Line 2 is refused: JSON to be stored is nested deeper than 256 levels/,
    ],
    [
      "an outcome that is nested without measure",
      (l) => [l[0]!, l[1]!.replaceAll('"score":', `"a":${deep(50_000)},"score":`), ...l.slice(2)],
      "run-file-malformed",
      /^Line 2 is nested deeper than 256 levels/,
    ],
    [
      "conditions that are nested without measure",
      (l) => [l[0]!.replace('"conditions":{', `"conditions":{"a":${deep(50_000)},`), ...l.slice(1)],
      "run-file-malformed",
      /^Line 1 is nested deeper than 256 levels/,
    ],
    ["a line after the end", (l) => [...l, l[1]!], "run-file-malformed", /^Line 5 comes after the end/],
    ["nothing", () => [], "run-file-truncated", /line 0/],
  ])("%s", async (_, edit, code, message) => {
    const { store, lines } = await sample();
    const other = createSqliteStore(":memory:");
    await expect(importRun(other, edit(lines))).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
    await expectEmpty(other);
    await importRun(other, lines);
    await other.close();
    await store.close();
  });

  test("what is wrong is told by the number of its line, however the text is cut", async () => {
    const { store, lines } = await sample();
    const bare = lines.map((line) => line.trimEnd());
    const oops = [bare[0]!, "", "{oops", ...bare.slice(1)];
    const other = createSqliteStore(":memory:");
    for (const source of [oops.join("\n"), oops, [...oops.join("\n")], oops.map((line) => `${line}\n`)])
      await expect(importRun(other, source)).rejects.toMatchObject({ code: "run-file-malformed", line: 3 });
    await expect(importRun(other, `${bare[0]}\n{oops\n`)).rejects.toMatchObject({ line: 2 });
    await expect(importRun(other, `${bare[0]}\n{oops`)).rejects.toMatchObject({ code: "run-file-truncated" });
    await expectEmpty(other);
    await other.close();
    await store.close();
  });

  test("errors show little of the file", async () => {
    const { store, lines } = await sample();
    const other = createSqliteStore(":memory:");
    const long = "x".repeat(5_000);
    const withRun = (edit: (run: any) => void) => [change(lines[0]!, (v) => edit(v.run)), ...lines.slice(1)];
    const sources = [
      long,
      `{"${long}`,
      `{"${long}\n${long}\n`,
      JSON.stringify({ format: long }),
      withRun((run) => (run.manifest.tasks[long] = 5)),
      withRun((run) => (run.state = long)),
      [lines[0]!, change(lines[1]!, (v) => (v.cell.attempts[0].startedAt = long)), ...lines.slice(2)],
    ];
    for (const source of sources) {
      const error = await importRun(other, source).then(
        () => null,
        (thrown: Error) => thrown,
      );
      expect(error).toMatchObject({ code: expect.stringMatching(/^run-file-/) });
      expect(error!.message.length).toBeLessThan(400);
    }
    const named = withRun((run) => (run.id = long));
    await expect(importRun(other, named)).rejects.toThrow("Line 1 gives the run an id of 5000 characters");
    await importRun(other, named, { id: "new" });
    await other.close();
    await store.close();
  });

  test.each([
    ["of two cells, charged and not", ["c1"], { c1: "c0" }, 3],
    ["of two cells, not charged", ["c1", "c2"], { c2: "c1" }, 4],
    ["of one attempt, both charged", ["c2", "c3"], { c3: "c2" }, 4],
  ])("two calls of one id are the fault of their line: %s", async (_, given, renamed, line) => {
    const { store, runId } = await sample();
    await store.registerWorker({ id: "v", host: "h", pid: 1 });
    const third = { ...cell, run: 2 };
    await store.claim(runId, "v", claimOf(third));
    for (const callId of given.filter((id) => id !== "c1"))
      await store.openCall(runId, third, 1, opening(callId));
    if (given.includes("c3"))
      for (const callId of given)
        store.chargeCall(runId, { callId, costUsd: 0, usage: usage(1), details: {} });
    const lines = await all(exportRun(store, runId));
    const [[from, to]] = Object.entries(renamed) as [[string, string]];
    const twice = lines.map((each) => each.replace(`"callId":"${from}"`, `"callId":"${to}"`));
    const other = createSqliteStore(":memory:");
    await expect(importRun(other, twice)).rejects.toMatchObject({
      ...{ code: "run-file-malformed", line },
      message: expect.stringContaining("is refused: The id of a call is given twice"),
    });
    await expectEmpty(other);
    await importRun(other, lines);
    await other.close();
    await store.close();
  });

  test("not a row is left in the file", async () => {
    const { store, lines } = await sample();
    const file = join(temporaryFolder(), "x.db");
    const other = createSqliteStore(file);
    await expect(importRun(other, lines.slice(0, -1))).rejects.toMatchObject({ code: "run-file-truncated" });
    await other.close();
    const db = new DatabaseSync(file);
    for (const table of ["run", "run_total", "cell", "attempt", "call", "artifact"])
      expect(db.prepare(`SELECT count(*) AS rows FROM ${table}`).get(), table).toEqual({ rows: 0 });
    db.close();
    await store.close();
  });

  test("an error of the source itself passes through", async () => {
    const { store, lines } = await sample();
    const other = createSqliteStore(":memory:");
    async function* broken() {
      yield* lines.slice(0, 2);
      throw new Error("the network went away");
    }
    await expect(importRun(other, broken())).rejects.toThrow("the network went away");
    await expectEmpty(other);
    await other.close();
    await store.close();
  });

  test("a cell that the store refuses leaves no part of itself", async () => {
    const { store, runId, lines } = await sample();
    const [attempt] = await store.attempts(runId, cell);
    const [call] = await all(store.calls(runId, cell));
    const bad = [
      { attempt: { ...attempt, outcome: { kind: "passed", score: 2 } }, calls: [call] },
      { attempt, calls: [{ ...call, openedAt: "now" }] },
      { attempt, calls: [{ ...call, costUsd: -1 }] },
    ] as unknown as ImportedAttempt[];
    const other = createSqliteStore(":memory:");
    const staged = await other.stageRun(JSON.parse(lines[0]!).run, "r");
    for (const one of bad)
      await expect(staged.add({ ...cell, attempts: [{ ...one, artifacts: [] }] })).rejects.toMatchObject({
        code: "invalid-record",
      });
    await staged.commit();
    expect(await all(other.cells("r"))).toEqual([]);
    await other.close();
    await store.close();
  });

  test("what an import that died left behind is invisible, and removed by a later one", async () => {
    let nowMs = Date.parse("2030-01-01T00:00:00Z");
    const { store, lines, runId } = await sample();
    const other = createSqliteStore(":memory:", { now: () => nowMs });
    const { run } = JSON.parse(lines[0]!);
    const dead = await other.stageRun(run, run.id);
    await dead.add({
      ...cell,
      attempts: [{ attempt: (await store.attempts(runId, cell))[0]!, calls: [], artifacts: [] }],
    });
    await expectEmpty(other);
    expect(await other.findRun("last")).toBeNull();
    nowMs += 3_600_000;
    await importRun(other, lines);
    await expect(dead.commit()).rejects.toMatchObject({ code: "run-exists" });
    expect(await all(other.runs())).toHaveLength(1);
    await other.close();
    await store.close();
  });

  test("an import that goes on while another removes what it brought does not become a run with holes", async () => {
    let nowMs = Date.parse("2030-01-01T00:00:00Z");
    const { store, lines, runId } = await sample();
    const file = join(temporaryFolder(), "x.db");
    const other = createSqliteStore(file, { now: () => nowMs });
    const { run } = JSON.parse(lines[0]!);
    const late = await other.stageRun(run, null);
    const [attempt] = await store.attempts(runId, cell);
    const cellOf = (number: number) => {
      const attempts = [{ attempt: { ...attempt!, run: number }, calls: [], artifacts: [] }];
      return { ...cell, run: number, attempts };
    };
    const cells = 5_000;
    await Promise.all(Array.from({ length: cells }, (_, number) => late.add(cellOf(number))));
    nowMs += 3_600_000;
    const db = new DatabaseSync(file, { readOnly: true });
    const left = db.prepare("SELECT count(*) AS cells FROM cell");
    const removing = other.stageRun(run, null);
    while (left.get()!.cells === cells) await new Promise((resolve) => setImmediate(resolve));
    expect(left.get()!.cells).toBeGreaterThan(0);
    await expect(late.commit()).rejects.toMatchObject({ code: "import-given-up" });
    await (await removing).discard();
    await late.discard();
    expect(left.get()!.cells).toBe(0);
    await expectEmpty(other);
    db.close();
    await other.close();
    await store.close();
  });

  test("an import that stood still for so long touches nothing of the one that came after it", async () => {
    let nowMs = Date.parse("2030-01-01T00:00:00Z");
    const { store, lines, runId } = await sample();
    const other = createSqliteStore(":memory:", { now: () => nowMs });
    const late = await other.stageRun(JSON.parse(lines[0]!).run, null);
    nowMs += 3_600_000;
    await importRun(other, lines);
    const [attempt] = await store.attempts(runId, cell);
    const more = {
      ...cell,
      run: 7,
      attempts: [{ attempt: { ...attempt!, run: 7 }, calls: [], artifacts: [] }],
    };
    await expect(late.add(more)).rejects.toMatchObject({ code: "import-given-up" });
    await expect(late.commit()).rejects.toMatchObject({ code: "import-given-up" });
    await late.discard();
    expect(await all(exportRun(other, runId))).toEqual(lines);
    await other.close();
    await store.close();
  });
});

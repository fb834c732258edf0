import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  createSqliteStore,
  exportRun,
  type ImportedAttempt,
  type ImportingStore,
  importRun,
  shortRunId,
} from "../src/index.ts";
import { schemaCheck } from "../src/run-lines/schema-check.ts";
import { all, cell, claimOf, manifest, opening, result, usage } from "./conformance/run-store.ts";
import { randomRun } from "./support/random-run.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const schema = JSON.parse(readFileSync(new URL("../schema/run.schema.json", import.meta.url), "utf8"));
const isLine = schemaCheck({ ...schema, $defs: { ...schema.$defs, line: { oneOf: schema.oneOf } } }, "line");
const plain = { redactor: { text: same, json: same, bytes: same } };

function same<T>(value: T): T {
  return value;
}

/** A store with one run of two cells, with money, an artifact, a lost call. */
async function sample(): Promise<{ store: ImportingStore; runId: string; lines: string[] }> {
  const store = createSqliteStore(":memory:");
  const { id } = await store.createRun(manifest, 2);
  await store.registerWorker({ id: "w", host: "h", pid: 1 });
  for (const run of [0, 1]) {
    await store.claim(id, "w", claimOf({ ...cell, run }));
    await store.openCall(id, { ...cell, run }, 1, opening(`c${run}`));
  }
  store.chargeCall(id, { callId: "c0", costUsd: 0.25, usage: usage(5), details: {} });
  const artifacts = [{ name: "output", mediaType: "text/plain", content: "text" }];
  await store.endAttempt(id, cell, 1, result(undefined, { artifacts }));
  await store.releaseWorker("w");
  return { store, runId: id, lines: await all(exportRun(store, id)) };
}

async function expectEmpty(store: ImportingStore): Promise<void> {
  expect(await all(store.runs())).toEqual([]);
  expect(await store.findRun("staged")).toBeNull();
}

/** Every place in a value, as the keys that lead there. */
function placesIn(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) return [[]];
  const inside = Object.entries(value).flatMap(([key, member]) =>
    placesIn(member).map((place) => [key, ...place]),
  );
  return [[], ...inside];
}

test("a validator that is not ours says the same of every line, right or spoilt", async () => {
  const theirs = z.fromJSONSchema(schema);
  const spoiler = fc.constantFrom(null, -1, 1.5, 2 ** 53, true, "x", "ended", "2030-01-01T00:00:00Z", [], {});
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(
      randomRun,
      fc.nat(),
      spoiler,
      fc.boolean(),
      async ({ run, cells }, seed, value, removes) => {
        const store = createSqliteStore(":memory:", plain);
        const staged = await store.stageRun(run, run.id);
        for (const one of cells) await staged.add(one);
        await staged.commit();
        for (const text of await all(exportRun(store, run.id))) {
          const line = JSON.parse(text);
          expect(theirs.safeParse(line).success, text).toBe(true);
          const places = placesIn(line).slice(1);
          const place = places[seed % places.length]!;
          const holder = place.slice(0, -1).reduce((inner, key) => inner[key], line);
          if (removes) delete holder[place.at(-1)!];
          else holder[place.at(-1)!] = value;
          const spoilt = JSON.parse(JSON.stringify(line));
          expect(theirs.safeParse(spoilt).success, `${place.join(".")} of ${text}`).toBe(
            isLine(spoilt) === null,
          );
          if (isLine(spoilt) !== null) refused += 1;
        }
        await store.close();
      },
    ),
    { numRuns: 100 },
  );
  expect(refused).toBeGreaterThan(50);
});

describe("export and import", () => {
  test("any run comes back the same, line by line, and every line is valid by the schema", async () => {
    await fc.assert(
      fc.asyncProperty(randomRun, async ({ run, cells }) => {
        const first = createSqliteStore(":memory:", plain);
        const staged = await first.stageRun(run, run.id);
        for (const one of cells) await staged.add(one);
        expect(await staged.commit()).toEqual(JSON.parse(JSON.stringify(run)));
        const lines = await all(exportRun(first, run.id));
        expect(lines).toHaveLength(cells.length + 2);
        for (const line of lines) expect(isLine(JSON.parse(line)), line).toBeNull();
        expect(JSON.parse(lines.at(-1)!).totals).toEqual(await first.totals(run.id));

        const second = createSqliteStore(":memory:", plain);
        expect((await importRun(second, lines)).id).toBe(run.id);
        expect(await all(exportRun(second, run.id))).toEqual(lines);
        expect(await second.totals(run.id)).toEqual(await first.totals(run.id));
        expect(await all(second.cells(run.id))).toEqual(await all(first.cells(run.id)));
        await first.close();
        await second.close();
      }),
      { numRuns: 100 },
    );
  });

  test("a run can be imported beside itself under a new id, and is not overwritten", async () => {
    const { store, runId, lines } = await sample();
    await expect(importRun(store, lines)).rejects.toMatchObject({ code: "run-exists" });
    const copy = await importRun(store, lines, { id: "new" });
    expect(copy.id).not.toBe(runId);
    expect(shortRunId(copy.id)).not.toBe(shortRunId(runId));
    const copied = await all(exportRun(store, copy.id));
    expect(copied.slice(1)).toEqual(lines.slice(1));
    await store.close();
  });

  test("an imported run goes on where it stood", async () => {
    const { store, lines, runId } = await sample();
    const other = createSqliteStore(":memory:");
    await importRun(other, lines);
    await other.registerWorker({ id: "v", host: "h", pid: 1 });
    expect(await other.claim(runId, "v", claimOf(cell))).toEqual({ state: "done" });
    expect(await other.claim(runId, "v", claimOf({ ...cell, run: 1 }))).toEqual({
      state: "claimed",
      attempt: 2,
    });
    expect((await other.artifact(runId, cell, 1, "output"))?.content).toBe("text");
    await other.close();
    await store.close();
  });

  test("an attempt that was under way in an export belongs to nobody where it is imported", async () => {
    const { store, runId } = await sample();
    await store.registerWorker({ id: "w", host: "h", pid: 1 });
    await store.claim(runId, "w", claimOf({ ...cell, run: 1 }));
    const other = createSqliteStore(":memory:");
    await importRun(other, exportRun(store, runId));
    expect((await other.totals(runId)).running).toBe(1);
    expect(await other.recover(runId)).toMatchObject({ lostAttempts: 1 });
    await other.close();
    await store.close();
  });

  test("lines may come without breaks, with empty ones between, and from a stream", async () => {
    const { store, runId, lines } = await sample();
    const loose = lines.flatMap((line) => [line.trimEnd(), "", " \r\n"]);
    for (const source of [loose, toAsync(loose)]) {
      const other = createSqliteStore(":memory:");
      await importRun(other, source);
      expect(await all(exportRun(other, runId))).toEqual(lines);
      await other.close();
    }
    await store.close();
  });

  test("a run may come as one text, or in pieces cut anywhere", async () => {
    const { store, lines, runId } = await sample();
    const text = lines.join("");
    const expectSame = async (source: string | string[]) => {
      for (const each of typeof source === "string" ? [source] : [source, toAsync(source)]) {
        const other = createSqliteStore(":memory:");
        await importRun(other, each);
        expect(await all(exportRun(other, runId))).toEqual(lines);
        await other.close();
      }
    };
    for (const whole of [text, text.trimEnd(), text.replaceAll("\n", "\r\n")]) await expectSame(whole);
    await expectSame(lines.flatMap((line) => [line.trimEnd(), "\r", "\n"]));
    await expectSame([lines[0]!, lines.slice(1).join("").trimEnd()]);
    await expectSame([...text]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(text.length), { maxLength: 20 }), async (cuts) => {
        const ends = [...cuts, text.length].sort((a, b) => a - b);
        await expectSame(ends.map((end, i) => text.slice(ends[i - 1] ?? 0, end)));
      }),
      { numRuns: 30 },
    );
    await store.close();
  });

  test("a byte order mark at the beginning is no problem", async () => {
    const { store, lines, runId } = await sample();
    const [first, ...rest] = lines.map((line) => line.trimEnd());
    const marked = `\ufeff${first}`;
    const sources = [[marked, ...rest].join("\n"), [marked, ...rest], ["", "\ufeff", first!, ...rest]];
    for (const source of [...sources, [`${marked}\n`, ...rest.map((line) => `${line}\n`)]]) {
      const other = createSqliteStore(":memory:");
      await importRun(other, source);
      expect(await all(exportRun(other, runId))).toEqual(lines);
      await other.close();
    }
    await store.close();
  });

  test("what is stored as deep as may be comes back, in every place", async () => {
    const levels = (n: number) => JSON.parse(`{"a":${deep(n - 1)}}`);
    const store = createSqliteStore(":memory:");
    const { id } = await store.createRun({ ...manifest, conditions: levels(255) }, 1);
    await store.registerWorker({ id: "w", host: "h", pid: 1 });
    await store.claim(id, "w", claimOf(cell));
    await store.openCall(id, cell, 1, opening("c"));
    store.chargeCall(id, { callId: "c", costUsd: 0, usage: usage(1), details: levels(256) });
    await store.endAttempt(id, cell, 1, result(undefined, { evidence: levels(256) }));
    const lines = await all(exportRun(store, id));
    const other = createSqliteStore(":memory:");
    await importRun(other, lines);
    expect(await all(exportRun(other, id))).toEqual(lines);
    await other.close();
    await store.close();
  });

  test("a run whose conditions held a secret can be imported, though its definition cannot be made again", async () => {
    const store = createSqliteStore(":memory:");
    const conditions = { header: "Bearer abcdefghij1234567890" };
    const { id } = await store.createRun({ ...manifest, conditions }, 0);
    const other = createSqliteStore(":memory:");
    expect((await importRun(other, exportRun(store, id))).id).toBe(id);
    await other.close();
    await store.close();
  });

  test("members that are not known are no problem", async () => {
    const { store, lines } = await sample();
    const richer = lines.map((line) => JSON.stringify({ ...JSON.parse(line), later: 1 }));
    const other = createSqliteStore(":memory:");
    await importRun(other, richer);
    expect(await all(other.runs())).toHaveLength(1);
    await other.close();
    await store.close();
  });

  test("a run that is not there cannot be exported", async () => {
    const store = createSqliteStore(":memory:");
    await expect(all(exportRun(store, "nope"))).rejects.toMatchObject({ code: "unknown-run" });
    await store.close();
  });
});

function deep(levels: number): string {
  return `${"[".repeat(levels)}${"]".repeat(levels)}`;
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
});

async function* toAsync<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createSqliteStore, exportRun, importRun, shortRunId } from "../src/index.ts";
import { schemaCheck } from "../src/run-lines/schema-check.ts";
import { randomRun } from "./support/random-run.ts";
import { deep, sample, toAsync } from "./support/run-lines.ts";
import { all, cell, claimOf, manifest, opening, result, usage } from "./support/sample-records.ts";

const schema = JSON.parse(readFileSync(new URL("../schema/run.schema.json", import.meta.url), "utf8"));
const isLine = schemaCheck({ ...schema, $defs: { ...schema.$defs, line: { oneOf: schema.oneOf } } }, "line");
const plain = { redactor: { text: same, json: same, bytes: same } };

function same<T>(value: T): T {
  return value;
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
        const counted = lines.slice(1, -1).map((line) => JSON.parse(line).cell.counted);
        expect((await all(first.cells(run.id))).map((record) => record.counted)).toEqual(counted);

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

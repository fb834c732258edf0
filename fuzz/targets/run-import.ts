import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { RecordsError } from "../../packages/records/src/errors/records-error.ts";
import {
  createSqliteStore,
  exportRun,
  type ImportingStore,
  importRun,
} from "../../packages/records/src/index.ts";
import { randomRun } from "../../packages/records/test/support/random-run.ts";
import { type FuzzTarget, holds, isPrintable } from "../fuzz-target.ts";
import { hostileJson } from "../inputs/hostile-json.ts";
import { graftedJson, mutatedText } from "../inputs/mutated-text.ts";

/** Where a store need not wait for a disk. */
const inMemory = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** Runs in their JSON form. */
export const runImport: FuzzTarget = {
  name: "run-import",
  holds: "all of a run or nothing of it, and a RecordsError; exported again it is what was imported",
  share: 3,
  async open() {
    const folder = mkdtempSync(join(inMemory, "x-fuzz-import-"));
    const stores = storesIn(folder);
    const samples = await goodRuns(await stores.next());
    return {
      inputs: inputsFrom(samples),
      check: async (text: string) => check(await stores.next(), text),
      async close() {
        await stores.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
};

const mostRuns = 30;

/** A store that never holds many runs: when it does, another takes its place. */
function storesIn(folder: string) {
  let number = 0;
  let store: ImportingStore | null = null;
  const close = async () => {
    await store?.close();
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  };
  return {
    close,
    async next(): Promise<ImportingStore> {
      if (store !== null && (await all(store.runs())).length < mostRuns) return store;
      await close();
      store = createSqliteStore(join(folder, `${number++}.db`));
      return store;
    },
  };
}

/** A few runs of all shapes, as they are exported. */
async function goodRuns(store: ImportingStore): Promise<string[]> {
  const texts: string[] = [];
  for (const { run, cells } of fc.sample(randomRun, { numRuns: 12, seed: 7 })) {
    const staged = await store.stageRun({ ...run, id: "sample" }, null);
    for (const cell of cells) await staged.add(cell);
    const { id } = await staged.commit();
    texts.push((await all(exportRun(store, id))).join(""));
  }
  return texts;
}

function inputsFrom(samples: readonly string[]): fc.Arbitrary<string> {
  const lines = samples.map((text) => text.trimEnd().split("\n"));
  const names = [
    "run",
    "cell",
    "attempts",
    "calls",
    "totals",
    "cells",
    "artifacts",
    "costUsd",
    "usage",
    "outcome",
  ];
  const value = hostileJson(names, ["passed", "failed", "ended", "charged", "running", "x-run", "subject"]);
  const grafted = fc
    .tuple(fc.constantFrom(...lines), fc.double({ min: 0, max: 0.999, noNaN: true }))
    .chain(([all, place]) => {
      const at = Math.floor(place * all.length);
      return graftedJson([JSON.parse(all[at]!)], value).map((line) => all.with(at, line).join("\n"));
    });
  const shuffled = fc
    .tuple(fc.constantFrom(...lines), fc.array(fc.nat(6), { maxLength: 6 }))
    .map(([all, order]) => order.map((at) => all[at % all.length]).join("\n"));
  return fc.oneof(grafted, grafted, mutatedText(samples), shuffled, fc.constantFrom(...samples));
}

async function check(store: ImportingStore, text: string): Promise<void> {
  const before = (await all(store.runs())).length;
  let id: string;
  try {
    id = (await importRun(store, text, { id: "new" })).id;
  } catch (error) {
    if (!(error instanceof RecordsError)) throw error;
    holds(isPrintable(error.message), `cannot be printed: ${JSON.stringify(error.message)}`);
    holds(error.message.length < 1_000, `a message of ${error.message.length} characters`);
    holds((await all(store.runs())).length === before, "a run that was refused has left something");
    return;
  }
  const first = await all(exportRun(store, id));
  const again = await importRun(store, first, { id: "new" });
  const second = await all(exportRun(store, again.id));
  holds(
    first.slice(1).join("") === second.slice(1).join("") &&
      first[0]!.replace(id, "") === second[0]!.replace(again.id, ""),
    "exported twice it differs",
  );
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

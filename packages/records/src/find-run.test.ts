import { expect, test } from "vitest";
import { scoredRun } from "../test/support/scored-run.ts";
import { AmbiguousRunError, createSqliteStore, findRun, RunNotFoundError } from "./index.ts";

async function storeOf(names: readonly string[]) {
  let now = Date.UTC(2026, 0, 1);
  const store = createSqliteStore(":memory:", { now: () => now++ });
  const runs = [];
  for (const name of names) runs.push(await scoredRun(store, { x: { t: [1] } }, { name }));
  return { store, runs };
}

test("by id, by its start in any case, by last and last~n", async () => {
  const { store, runs } = await storeOf(["one", "two"]);
  const [first, second] = runs.map(({ id }) => id) as [string, string];
  const found = async (name: string) => (await findRun(store, name)).id;
  expect(await found(first)).toBe(first);
  expect(await found(first.slice(0, 4))).toBe(first);
  expect(await found(` ${second.slice(0, 6).toUpperCase()} `)).toBe(second);
  expect(await found("last")).toBe(second);
  expect(await found("last~1")).toBe(first);
});

test("a slip of the hand finds the run that was meant; so does the name of a suite", async () => {
  const { store, runs } = await storeOf(["core-refactors"]);
  const { id } = runs[0]!;
  for (const typed of [
    `${id.slice(0, 3)}z`,
    id.slice(1, 5),
    `${id.slice(0, 2)}z${id.slice(2, 5)}`,
    "refactors",
  ]) {
    const error = await findRun(store, typed).catch((caught: unknown) => caught);
    expect(error, typed).toBeInstanceOf(RunNotFoundError);
    const { near, code, message } = error as RunNotFoundError;
    expect({ near, code }, typed).toEqual({ near: [id], code: "run-not-found" });
    expect(message).toBe(
      `There is no run "${typed}". Did you mean ${id.slice(0, 4)} (core-refactors)? List them with x runs.`,
    );
  }
});

test("what is not there says how many there are, and what to do", async () => {
  const { store } = await storeOf(["a", "b"]);
  await expect(findRun(store, "last~2")).rejects.toThrow(
    'There is no run "last~2": there are only 2 runs. List them with x runs.',
  );
  await expect(findRun(store, "zzzzzz")).rejects.toMatchObject({ near: [] });
  await expect(findRun(store, "")).rejects.toThrow("No run was named. List them with x runs.");
  await expect(findRun(createSqliteStore(":memory:"), "last")).rejects.toThrow(
    'There is no run "last", for this store has none yet. Make one with x bench or x compare.',
  );
});

test("runs that checked a judge are not among those that are counted or proposed", async () => {
  const { store } = await storeOf(["a"]);
  const check = await scoredRun(store, { x: { t: [1] } }, { name: "a-check", kind: "judge-check" });
  await expect(findRun(store, "last~1")).rejects.toThrow(
    'There is no run "last~1": there is only 1 run. List them with x runs.',
  );
  await expect(findRun(store, "a-check")).rejects.toMatchObject({ near: [] });
  expect((await findRun(store, check.id.slice(0, 4))).id).toBe(check.id);
});

test("how many there are is said only where all were counted", async () => {
  const store = createSqliteStore(":memory:");
  const { manifest } = await scoredRun(store, { x: { t: [1] } });
  await Promise.all(Array.from({ length: 520 }, () => store.createRun(manifest, 1)));
  expect((await findRun(store, "last~520")).manifest).toEqual(manifest);
  await expect(findRun(store, "last~521")).rejects.toThrow('There is no run "last~521". List them');
});

test("a start that fits several is refused with all of them", async () => {
  const { store, runs } = await storeOf(Array.from({ length: 17 }, () => "a"));
  const starts = runs.map(({ id }) => id[0]!);
  const twice = starts.find((start, at) => starts.indexOf(start) !== at)!;
  await expect(findRun(store, twice)).rejects.toBeInstanceOf(AmbiguousRunError);
});

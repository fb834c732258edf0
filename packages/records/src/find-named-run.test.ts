import { expect, test } from "vitest";
import { scoredRun } from "../test/support/scored-run.ts";
import { findNamedRun, isCounted } from "./find-named-run.ts";
import { createSqliteStore } from "./index.ts";

test("last counts runs of the kind and name, and of those only what counts; ids are found whatever they are", async () => {
  let now = Date.UTC(2026, 0, 1);
  const store = createSqliteStore(":memory:", { now: () => now++ });
  const add = async (name: string, kind: string, regrade?: string) =>
    (await scoredRun(store, { x: { t: [1] } }, { name, kind, conditions: { ...(regrade && { regrade }) } }))
      .id;
  const first = await add("mine", "compare");
  const second = await add("mine", "compare");
  const graded = await add("mine", "compare", second);
  const suite = await add("mine", "bench");
  await add("other", "compare");
  const found = async (reference: string, every = false) =>
    (
      await findNamedRun(store, reference, {
        ...{ kind: "compare", name: "mine" },
        counts: ({ manifest }) => every || manifest.conditions.regrade === undefined,
      })
    )?.id;
  expect(await found("last")).toBe(second);
  expect(await found("last~1")).toBe(first);
  expect(await found("last~2")).toBeUndefined();
  expect(await found("last", true)).toBe(graded);
  expect(await found(suite)).toBe(suite);
  await expect(found("nope")).rejects.toThrow('There is no run "nope"');
  await store.close();
});

test.each([
  ["last", true],
  ["last~12", true],
  ["last~", false],
  ["lastly", false],
  ["7f3a", false],
])("%s counts back: %s", (reference, counts) => {
  expect(isCounted(reference)).toBe(counts);
});

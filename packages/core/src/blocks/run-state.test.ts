import { expect, test } from "vitest";
import { z } from "zod";
import { RunState } from "./run-state.ts";

const schema = z.object({
  count: z.number().max(1000).default(0),
  names: z.array(z.string()).default([]),
  note: z.string().optional(),
});

test("starts from what parsing nothing gives, or from what it is given", async () => {
  expect((await RunState.create("s", schema, undefined)).state).toEqual({ count: 0, names: [] });
  expect((await RunState.create("s", schema, { count: 5 })).state).toEqual({ count: 5, names: [] });
  await expect(RunState.create("s", schema, { count: "x" })).rejects.toMatchObject({
    code: "validation-error",
  });
});

test("what one run changes in place within a default, or in what it was given, no other run sees", async () => {
  const deep = z.object({
    deep: z.object({ list: z.array(z.number()) }).default({ list: [] }),
    any: z.any(),
  });
  const given = { any: { list: [] as number[] } };
  const first = await RunState.create("s", deep, given);
  first.state.deep.list.push(1);
  first.state.any.list.push(1);
  expect((await RunState.create("s", deep, given)).state).toEqual({ deep: { list: [] }, any: { list: [] } });
});

test("patches, replaces, adds and appends", async () => {
  const state = await RunState.create("s", schema, {});
  await state.patchState({ note: "n" });
  await state.incState({ count: 2 });
  await state.pushState({ names: "a" });
  expect(state.state).toEqual({ count: 2, names: ["a"], note: "n" });
  await state.setState({ count: 9 });
  expect(state.state).toEqual({ count: 9, names: [] });
});

test("a write that does not fit changes nothing", async () => {
  const state = await RunState.create("s", schema, {});
  await expect(state.patchState({ count: 5000 })).rejects.toThrow(/state of block "s".*count/);
  await expect(state.incState({ names: 1 })).rejects.toMatchObject({ code: "state-field" });
  await expect(state.pushState({ count: 1 })).rejects.toMatchObject({ code: "state-field" });
  expect(state.state).toEqual({ count: 0, names: [] });
});

test("a snapshot does not change under its reader", async () => {
  const state = await RunState.create("s", schema, {});
  const before = state.state;
  await state.incState({ count: 1 });
  expect(before.count).toBe(0);
  expect(() => {
    (before as { count: number }).count = 7;
  }).toThrow(TypeError);
});

test("concurrent writes through a slow schema lose nothing", async () => {
  const slow = schema.refine(async () => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 2));
    return true;
  });
  const state = await RunState.create("s", slow, {});
  await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      i % 2 ? state.incState({ count: 1 }) : state.pushState({ names: `${i}` }),
    ),
  );
  expect(state.state.count).toBe(20);
  expect(state.state.names).toHaveLength(20);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import type { PlannedTask } from "./plan.ts";
import { settlePlan } from "./settle-plan.ts";

const task = (id: string, deps: string[] = [], goal = `Do ${id}`): PlannedTask => ({
  id,
  goal,
  context: null,
  deps,
});
const settled = (...tasks: PlannedTask[]) =>
  settlePlan({ tasks }, "The goal", 5).map(({ id, deps }) => [id, ...deps].join("<"));

test("tasks come after what they need, otherwise as they were", () => {
  expect(settled(task("c", ["a", "b"]), task("a"), task("b", ["a"]), task("d"))).toEqual([
    "a",
    "b<a",
    "c<a<b",
    "d",
  ]);
});

test("a circle is opened at its first task", () => {
  expect(settled(task("a", ["c"]), task("b", ["a"]), task("c", ["b"]))).toEqual(["a", "b<a", "c<b"]);
  expect(settled(task("x"), task("a", ["b", "x"]), task("b", ["a"]))).toEqual(["x", "a<x", "b<a"]);
});

test("needs that nobody fills are dropped, doubled ones counted once", () => {
  expect(settled(task("a", ["a", "z", "b", "b"]), task("b"))).toEqual(["b", "a<b"]);
});

test("ids are made unique, and a need means the first of a name", () => {
  expect(settled(task("a"), task("a"), task("b", ["a"]), task("a-2"))).toEqual(["a", "a-2", "b<a", "a-2-2"]);
});

test("blank tasks go, what is past the limit goes, and needs of both go with them", () => {
  const many = ["a", "b", "c", "d", "e", "f"].map((id) => task(id));
  expect(settled(...many)).toEqual(["a", "b", "c", "d", "e"]);
  expect(settled(task("a", [], " \n"), task("b", ["a"]))).toEqual(["b"]);
});

test("with nothing left the goal is the task", () => {
  expect(settlePlan({ tasks: [] }, "The goal", 5)).toEqual([
    { id: "1", goal: "The goal", context: null, deps: [] },
  ]);
});

test("whatever the plan, every task needs only tasks before it", () => {
  const id = fc.constantFrom("a", "b", "c", "d", "");
  const anyTask = fc.record({
    id,
    goal: fc.constantFrom("Do it", ""),
    context: fc.constant(null),
    deps: fc.array(id, { maxLength: 4 }),
  });
  fc.assert(
    fc.property(fc.array(anyTask, { maxLength: 9 }), fc.integer({ min: 1, max: 5 }), (tasks, most) => {
      const plan = settlePlan({ tasks }, "The goal", most);
      expect(plan.length).toBeGreaterThanOrEqual(1);
      expect(plan.length).toBeLessThanOrEqual(most);
      const seen = new Set<string>();
      for (const each of plan) {
        expect(each.deps.every((dep) => seen.has(dep))).toBe(true);
        expect(seen.has(each.id)).toBe(false);
        seen.add(each.id);
      }
    }),
  );
});

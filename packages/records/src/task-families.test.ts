import { expect, test } from "vitest";
import type { Json } from "./json.ts";
import { taskFamilies } from "./task-families.ts";

test("are read from what a manifest keeps to be shown, whatever else is there", () => {
  const tasks: Json[] = [
    { id: "a", family: "x" },
    { id: "b" },
    { id: "c", family: 7 },
    { family: "x" },
    null,
    "d",
  ];
  expect([...taskFamilies({ circumstances: { benchmark: { tasks } } })]).toEqual([["a", "x"]]);
  for (const benchmark of [null, "x", { tasks: null }, { tasks: {} }])
    expect(taskFamilies({ circumstances: { benchmark } }).size).toBe(0);
  expect(taskFamilies({ circumstances: {} }).size).toBe(0);
});

import { expect, test } from "vitest";
import { scoredRun, type ToldCell } from "../test/support/scored-run.ts";
import { createSqliteStore } from "./index.ts";
import { subjectTimes } from "./subject-times.ts";

const cell = (task: string) => ({ subject: "x", task, run: 0 });

test.each([
  ["bench", "agentMs"],
  ["compare", "latencyMs"],
])("of a %s they are its %s; what is no time is not known", async (kind, name) => {
  const store = createSqliteStore(":memory:");
  const told = (value: number | string): ToldCell[] => [
    { outcome: 1, workingMs: 900, evidence: { [name]: value } },
  ];
  const tasks = {
    timed: told(12.5),
    below: told(-1),
    word: told("long"),
    other: [{ outcome: 1, evidence: {} }],
  };
  const run = await scoredRun(store, { x: tasks }, { kind });
  const timeOf = await subjectTimes(store, run);
  expect(Object.keys(tasks).map((task) => timeOf(cell(task)))).toEqual([
    ...[12.5, undefined, undefined, undefined],
  ]);
  await store.close();
});

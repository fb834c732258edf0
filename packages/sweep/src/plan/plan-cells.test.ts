import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planCells, planOf } from "../index.ts";

const tasks = (...ids: string[]) => ids.map((id) => ({ id, hash: `hash of ${id}` }));
const order = (plan: ReturnType<typeof planCells>) =>
  Array.from({ length: plan.count }, (_, at) => plan.at(at)).map(
    ({ subject, task, run }) => `${run}${task}${subject}`,
  );

describe("planCells", () => {
  test("run-major, task next, baseline first among the subjects", () => {
    const plan = planCells({ subjects: ["x", "y", "b"], tasks: tasks("p", "q"), runs: 2, baseline: "b" });
    expect(order(plan)).toEqual("0pb 0px 0py 0qb 0qx 0qy 1pb 1px 1py 1qb 1qx 1qy".split(" "));
    expect(plan.at(0)).toEqual({ subject: "b", task: "p", run: 0, taskHash: "hash of p", baseline: true });
  });

  test("limits come from the task, else from the subject", () => {
    const plan = planCells({
      subjects: [{ name: "x", provider: ["acme", "globex"], limitUsd: 1, timeoutMs: 10 }],
      tasks: [{ id: "p", hash: "h", limitUsd: 2 }],
      runs: 1,
    });
    expect(plan.at(0)).toMatchObject({ provider: ["acme", "globex"], limitUsd: 2, timeoutMs: 10 });
  });

  test("shuffled by a seed, all tasks are there and every run has the same order", () => {
    const many = tasks(..."abcdefghij");
    const plan = (shuffleSeed: number) => planCells({ subjects: ["x"], tasks: many, runs: 2, shuffleSeed });
    expect(order(plan(1))).toEqual(order(plan(1)));
    expect(order(plan(1))).not.toEqual(order(plan(2)));
    expect([...plan(1).tasks].sort()).toEqual([..."abcdefghij"]);
    expect(order(plan(1)).slice(10)).toEqual(
      order(plan(1))
        .slice(0, 10)
        .map((cell) => `1${cell.slice(1)}`),
    );
  });

  test("any part of it that is cut off has every subject equally often, give or take one", () => {
    const sizes = fc.tuple(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 4 }),
    );
    fc.assert(
      fc.property(sizes, fc.nat(), ([s, t, runs], seed) => {
        const plan = planCells({
          subjects: Array.from({ length: s }, (_, i) => `s${i}`),
          tasks: tasks(...Array.from({ length: t }, (_, i) => `t${i}`)),
          runs,
          shuffleSeed: seed,
        });
        const counts = new Map<string, number>(plan.subjects.map((name) => [name, 0]));
        for (let at = 0; at < plan.count; at += 1) {
          const cell = plan.at(at);
          expect(plan.positionOf(cell)).toBe(at);
          counts.set(cell.subject, counts.get(cell.subject)! + 1);
          expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test("cells that are not planned have no position", () => {
    const plan = planCells({ subjects: ["x"], tasks: tasks("p"), runs: 2 });
    const others = [
      { subject: "y", task: "p", run: 0 },
      { subject: "x", task: "q", run: 0 },
      { subject: "x", task: "p", run: 2 },
      { subject: "x", task: "p", run: -1 },
      { subject: "x", task: "p", run: 0.5 },
    ];
    expect(others.map((cell) => plan.positionOf(cell))).toEqual([-1, -1, -1, -1, -1]);
    expect([plan.taskHash("p"), plan.taskHash("q")]).toEqual(["hash of p", undefined]);
  });

  test.each([
    [{ subjects: ["x", "x"], tasks: tasks("p"), runs: 1 }, "Two are called x"],
    [{ subjects: ["x"], tasks: tasks("p", "p"), runs: 1 }, "Two are called p"],
    [{ subjects: ["x"], tasks: tasks("p"), runs: 0 }, "0 is not a number of runs"],
    [
      { subjects: ["x"], tasks: tasks("p"), runs: 1, baseline: "y" },
      "The baseline y is none of the subjects (x)",
    ],
    [{ subjects: [""], tasks: tasks("p"), runs: 1 }, 'The name of a subject is ""'],
    [{ subjects: ["x"], tasks: [{ id: "p", hash: "" }], runs: 1 }, 'The content hash of the task p is ""'],
    [
      { subjects: ["x"], tasks: [{ id: "p" } as never], runs: 1 },
      "The content hash of the task p is undefined, and it has to be text",
    ],
    [
      { subjects: ["x"], tasks: [{ id: "p", hash: "h", timeoutMs: 0 }], runs: 1 },
      "timeoutMs of the task p is 0, and it has to be more than 0 milliseconds",
    ],
    [
      { subjects: [{ name: "x", limitUsd: Number.NaN }], tasks: tasks("p"), runs: 1 },
      "limitUsd of the subject x is NaN, and it has to be an amount of dollars",
    ],
    [
      { subjects: [{ name: "x", provider: [7] as never }], tasks: tasks("p"), runs: 1 },
      "provider of the subject x is a list, and it has to be a name or several",
    ],
  ])("%o makes no plan", (options, message) => {
    expect(() => planCells(options)).toThrow(message);
    expect(() => planCells(options)).toThrow(expect.objectContaining({ code: "invalid-plan" }));
  });

  test("what is changed afterwards changes nothing, and cells cannot be changed", () => {
    const subject = { name: "x", provider: ["acme"] };
    const task = { id: "p", hash: "h" };
    const plan = planCells({ subjects: [subject], tasks: [task], runs: 1 });
    subject.provider.push("globex");
    task.hash = "other";
    expect(plan.at(0)).toEqual({ subject: "x", task: "p", run: 0, taskHash: "h", provider: ["acme"] });
    expect(plan.taskHash("p")).toBe("h");
    expect(Object.isFrozen(plan.at(0))).toBe(true);
  });
});

describe("planOf", () => {
  const cell = { subject: "x", task: "p", run: 0, taskHash: "h" };

  test("keeps the order it is given", () => {
    const plan = planOf(new Set([{ ...cell, run: 1 }, cell, { ...cell, task: "q", taskHash: "i" }]));
    expect([plan.count, plan.positionOf(cell), plan.positionOf({ ...cell, run: 7 })]).toEqual([3, 1, -1]);
    expect([plan.subjects, plan.tasks, plan.taskHash("q")]).toEqual([["x"], ["p", "q"], "i"]);
    expect(planOf(plan)).toBe(plan);
  });

  test("refuses what cannot be", () => {
    expect(() => planOf([cell, cell])).toThrow("x on p, run 1 is planned twice. Nothing was run.");
    expect(() => planOf([cell, { ...cell, run: 1, taskHash: "i" }])).toThrow(
      "The task p is planned with two contents",
    );
  });

  test.each<[object, string]>([
    [{ run: -1 }, "The run of x on p is -1, and it has to be a whole number from 0. Nothing was run."],
    [{ run: 1.5 }, "The run of x on p is 1.5"],
    [{ run: undefined }, "The run of x on p is undefined"],
    [{ taskHash: undefined }, "The content hash of the task p is undefined"],
    [{ taskHash: "" }, 'The content hash of the task p is ""'],
    [{ taskHash: 5 }, "The content hash of the task p is 5"],
    [{ subject: undefined }, "The name of a subject is undefined, and it has to be text"],
    [{ task: "" }, 'The name of a task is ""'],
    [{ limitUsd: Number.NaN }, "limitUsd of x on p, run 1 is NaN"],
    [{ limitUsd: -1 }, "limitUsd of x on p, run 1 is -1"],
    [{ timeoutMs: Number.NaN }, "timeoutMs of x on p, run 1 is NaN"],
    [{ timeoutMs: -5 }, "timeoutMs of x on p, run 1 is -5"],
    [{ timeoutMs: "5" }, 'timeoutMs of x on p, run 1 is "5"'],
    [{ provider: 5 }, "provider of x on p, run 1 is 5"],
  ])("refuses a cell with %o", (wrong, message) => {
    const plan = () => planOf([{ ...cell, ...wrong } as typeof cell]);
    expect(plan).toThrow(message);
    expect(plan).toThrow(expect.objectContaining({ code: "invalid-plan" }));
  });

  test("keeps the cells as they are now", () => {
    const mine = { ...cell, provider: ["acme"] };
    const plan = planOf([mine]);
    mine.run = 7;
    mine.provider.push("globex");
    expect(plan.at(0)).toEqual({ ...cell, provider: ["acme"] });
    expect([plan.positionOf(cell), plan.runs]).toEqual([0, 1]);
    expect(() => Object.assign(plan.at(0), { subject: "other" })).toThrow(TypeError);
    expect(() => (plan.at(0).provider as string[]).push("globex")).toThrow(TypeError);
  });
});

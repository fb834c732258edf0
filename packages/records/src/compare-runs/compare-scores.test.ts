import fc from "fast-check";
import { expect, test } from "vitest";
import { failed, type Outcome, passed } from "../outcome.ts";
import { compareScores, type ScoredRun } from "./compare-runs.ts";
import { collectScores } from "./run-scores.ts";

interface Cell {
  task: number;
  run: number;
  outcome: Outcome;
  costUsd: number | null;
  workingMs: number;
}

const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.constantFrom(0, 0.25, 0.5, 1).map((score) => (score === 1 ? passed(1) : failed(score))),
  fc.constant<Outcome>({ kind: "errored", error: { name: "E", message: "" } }),
  fc.constant<Outcome>({ kind: "cancelled", reason: "" }),
);
const cells: fc.Arbitrary<Cell[]> = fc.uniqueArray(
  fc.record({
    ...{ task: fc.nat(11), run: fc.nat(2), outcome, workingMs: fc.nat(1000) },
    costUsd: fc.option(fc.nat(1000), { freq: 50 }),
  }),
  { maxLength: 36, selector: ({ task, run }) => `${task} ${run}` },
);

function runOf(list: readonly Cell[]): ScoredRun {
  const { add, scores } = collectScores();
  for (const { task, costUsd, ...cell } of list)
    add({ subject: "x", task: `t${task}`, suspect: false, ...cell }, costUsd);
  const tasks = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`t${at}`, "h"]));
  const plan = { kind: "k", name: "n", subjects: ["x"], tasks, runs: 3 };
  const manifest = { ...plan, models: {}, conditions: {}, circumstances: {}, simulated: false };
  return { scores, run: { id: "r", manifest, state: "finished", createdAt: "", plannedCells: 36 } };
}

const mirrored = { better: "worse", worse: "better" } as const;

test("the other way round everything is mirrored", () => {
  fc.assert(
    fc.property(cells, cells, (first, second) => {
      const [a, b] = [runOf(first), runOf(second)];
      const [[there], [back]] = [compareScores(a, b).subjects, compareScores(b, a).subjects];
      expect(back!.delta === null ? null : -back!.delta + 0).toBe(there!.delta);
      expect(back!.verdict).toBe(mirrored[there!.verdict as "better"] ?? there!.verdict);
      expect(back!.winsTiesLosses).toEqual([...there!.winsTiesLosses].reverse());
      expect(back!.paired?.p ?? null).toBe(there!.paired?.p ?? null);
      expect([back!.a, back!.b]).toEqual([there!.b, there!.a]);
      expect(back!.flips.map(({ task }) => task)).toEqual(there!.flips.map(({ task }) => task));
      for (const [at, { direction }] of back!.flips.entries())
        expect(direction).not.toBe(there!.flips[at]!.direction);
      if (there!.costRatio && back!.costRatio)
        expect(there!.costRatio.value * back!.costRatio.value).toBeCloseTo(1, 9);
    }),
  );
});

test("the order in which cells are read makes no difference; beside itself a run does not differ", () => {
  const shuffled = cells.chain((list) =>
    fc.shuffledSubarray(list, { minLength: list.length }).map((other) => [list, other] as const),
  );
  fc.assert(
    fc.property(shuffled, cells, ([list, other], second) => {
      const rounded = (value: unknown) =>
        JSON.parse(JSON.stringify(value), (_, each) =>
          typeof each === "number" ? Number(each.toFixed(9)) : each,
        );
      expect(rounded(compareScores(runOf(list), runOf(second)))).toEqual(
        rounded(compareScores(runOf(other), runOf(second))),
      );
      const [same] = compareScores(runOf(list), runOf(list)).subjects;
      expect(same!.delta ?? 0).toBe(0);
      expect(same!.flips).toEqual([]);
      expect(["inconclusive", "too-few-tasks"]).toContain(same!.verdict);
    }),
  );
});

test("what only rounding tells apart is a tie on every task, not a difference on all of them", () => {
  const each = (score: number) =>
    Array.from({ length: 12 }, (_, task) => ({
      ...{ task, run: 0, outcome: failed(score), costUsd: 0, workingMs: 1 },
    }));
  const [same] = compareScores(runOf(each(0.3)), runOf(each(0.3 + 1e-13))).subjects;
  expect(same).toMatchObject({ delta: 0, verdict: "inconclusive", winsTiesLosses: [0, 12, 0] });
});

test("a gate that is shown broken is worse by the interval, and a wider margin never breaks what a narrow one held", () => {
  fc.assert(
    fc.property(cells, cells, fc.double({ min: 0, max: 0.4, noNaN: true }), (first, second, margin) => {
      const [a, b] = [runOf(first), runOf(second)];
      const state = (within: number) =>
        compareScores(a, b, { margin: within }).subjects[0]!.nonInferiority.state;
      const order = ["shown-worse", "open", "shown-not-worse"];
      expect(order.indexOf(state(margin + 0.1))).toBeGreaterThanOrEqual(order.indexOf(state(margin)));
      const { delta, nonInferiority } = compareScores(a, b, { margin }).subjects[0]!;
      if (nonInferiority.state === "shown-worse") expect(delta!).toBeLessThan(-margin);
    }),
  );
});

test("of tasks that pass or fail few losses do not rule a drop out; as many as a drop would seldom have do", () => {
  const verdicts: string[] = [];
  const stateOf = (tasks: number, lost: number, runs: number, lostScore = 0) => {
    const names = Array.from({ length: tasks }, (_, at) => `t${at}`);
    const scored = (score: number) => (score === 1 ? passed(1) : failed(score));
    const side = (scoreOf: (at: number, run: number) => number): ScoredRun => {
      const { add, scores } = collectScores();
      for (const [at, task] of names.entries())
        for (let run = 0; run < runs; run++)
          add(
            {
              ...{ subject: "x", task, run },
              outcome: scored(scoreOf(at, run)),
              workingMs: 1,
              suspect: false,
            },
            0,
          );
      const { run } = runOf([]);
      const hashes = Object.fromEntries(names.map((name) => [name, "h"]));
      return { scores, run: { ...run, manifest: { ...run.manifest, tasks: hashes } } };
    };
    const lose = side((at, run) => (at < lost && (run === 0 || runs === 1) ? lostScore : 1));
    const [compared] = compareScores(
      side(() => 1),
      lose,
    ).subjects;
    verdicts.push(compared!.verdict);
    return compared!.nonInferiority.state;
  };
  // When 5 % of tasks are lost, at most 1 of 60 is in 19 of 100 runs, 2 of 100 in 12; 1 of 100 in 4, 4 of 200 in 3.
  expect([stateOf(60, 1, 1), stateOf(100, 2, 1)]).toEqual(["open", "open"]);
  expect([stateOf(100, 1, 1), stateOf(200, 4, 1)]).toEqual(["shown-not-worse", "shown-not-worse"]);
  // One run lost tells no more than none, which takes 59 tasks.
  expect([stateOf(45, 1, 3), stateOf(75, 1, 3)]).toEqual(["open", "shown-not-worse"]);
  // Scores between 0 and 1 spread as they are.
  expect(stateOf(20, 1, 1, 0.9)).toBe("shown-not-worse");
  // Nor do they show that there is no difference; four of 200 are one.
  expect(verdicts).toEqual([
    ...["inconclusive", "inconclusive", "equivalent", "worse"],
    ...["inconclusive", "equivalent", "equivalent"],
  ]);
});

/** A run whose tasks go in families of two. */
function inTwos(list: readonly Cell[]): ScoredRun {
  const scored = runOf(list);
  const tasks = Object.keys(scored.run.manifest.tasks).map((id, at) => ({ id, family: `f${at >> 1}` }));
  const manifest = { ...scored.run.manifest, circumstances: { benchmark: { tasks } } };
  return { ...scored, run: { ...scored.run, manifest } };
}

test("families that one of the two tells hold for both, and are what verdicts count", () => {
  const cell = (task: number, score: number): Cell => ({
    ...{ task, run: 0, outcome: score === 1 ? passed(1) : failed(score), costUsd: 1, workingMs: 1 },
  });
  const scores = [0.4, 0.5, 0.3, 0.4, 0.2, 0.6, 0.5, 0.4, 0.6, 0.3];
  const before = scores.map((_, task) => cell(task, 0.25));
  const after = scores.map((score, task) => cell(task, score));
  const [plain] = compareScores(runOf(before), runOf(after)).subjects;
  expect(plain).toMatchObject({ tasks: 10, verdict: "better" });
  expect(plain).not.toHaveProperty("families");
  for (const [a, b] of [
    [inTwos(before), runOf(after)],
    [runOf(before), inTwos(after)],
    [inTwos(before), inTwos(after)],
  ] as const) {
    const [found] = compareScores(a, b).subjects;
    expect(found).toMatchObject({ tasks: 10, families: 5, verdict: "too-few-tasks", detectable: null });
    expect(found!.nonInferiority.state).toBe("open");
    expect(found!.paired!.degreesOfFreedom).toBe(4);
    expect(found!.delta).toBe(plain!.delta);
  }
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { buildBenchmarkReport } from "./build-benchmark-report.ts";
import type { BuildBenchmarkReportMeta } from "./build-benchmark-report-meta.ts";
import { syntheticResults } from "./synthetic-result.ts";

const names = ["base", "one", "two"];
const score = fc.option(fc.constantFrom(0, 0.1, 0.25, 1 / 3, 0.5, 2 / 3, 0.9, 1), { nil: null, freq: 10 });
const grid = fc.integer({ min: 1, max: 9 }).chain((tasks) =>
  fc.integer({ min: 1, max: 3 }).chain((runs) => {
    const subject = fc.array(fc.array(score, { minLength: runs, maxLength: runs }), {
      minLength: tasks,
      maxLength: tasks,
    });
    return fc.tuple(subject, subject, subject);
  }),
);

function inputOf(scores: (number | null)[][][]) {
  const tasks = scores[0]!.map((_, task) => ({ id: `t${task}`, category: task % 2 ? "odd" : "even" }));
  const subjects = names.map((name) => ({ name, kind: name === "base" ? "baseline" : "pattern" }) as const);
  const results = scores
    .flatMap((rows, at) =>
      syntheticResults(names[at]!, rows, { kind: subjects[at]!.kind, costUsd: 0.1 * (at + 1) }),
    )
    .map((result) => ({ ...result, category: tasks.find(({ id }) => id === result.taskId)!.category }));
  const meta: BuildBenchmarkReportMeta = {
    model: "m",
    runs: scores[0]![0]!.length,
    startedAt: 0,
    totalMs: 1,
    budgetExceeded: false,
    warnings: [],
    subjects,
    tasks,
  };
  return { results, meta };
}

test("the order of the results makes no difference", () => {
  fc.assert(
    fc.property(grid, fc.infiniteStream(fc.nat()), (scores, order) => {
      const { results, meta } = inputOf(scores);
      const shuffled = results
        .map((result) => ({ result, key: order.next().value! }))
        .sort((a, b) => a.key - b.key)
        .map(({ result }) => result);
      expect(buildBenchmarkReport(shuffled, meta)).toEqual(buildBenchmarkReport(results, meta));
    }),
  );
});

test("adding the same to every score moves no delta and no verdict", () => {
  fc.assert(
    fc.property(grid, (scores) => {
      const moved = (by: number) => {
        const values = scores.map((rows) => rows.map((runs) => runs.map((value) => (value ?? 0.2) / 2 + by)));
        const { results, meta } = inputOf(values);
        return buildBenchmarkReport(results, meta);
      };
      const [low, high] = [moved(0), moved(0.5)];
      for (const { subject, deltaVsBaseline } of low.rankings.overall!) {
        const same = high.rankings.overall!.find((row) => row.subject === subject)!;
        expect(same.deltaVsBaseline).toBeCloseTo(deltaVsBaseline, 10);
      }
      low.comparisons.forEach(({ delta, verdict, winsTiesLosses }, at) => {
        expect(high.comparisons[at]).toMatchObject({ verdict, winsTiesLosses });
        expect(high.comparisons[at]!.delta).toBeCloseTo(delta, 10);
      });
    }),
  );
});

test("means, pass rates, intervals and bounds lie in 0 to 1, and bounds hold the mean", () => {
  fc.assert(
    fc.property(grid, (scores) => {
      const { results, meta } = inputOf(scores);
      const report = buildBenchmarkReport(results, meta);
      const inside = (value: number) => value >= 0 && value <= 1;
      for (const { mean, passRate, stddev } of report.stats)
        expect([mean, passRate, stddev].every(inside)).toBe(true);
      for (const { subject, mean, interval } of report.summaries) {
        const [low, high] = report.coverage.bounds[subject]!;
        expect([low, high, ...(interval ?? [])].every(inside)).toBe(true);
        expect(low).toBeLessThanOrEqual(high);
        if (mean === null) continue;
        expect(mean - low).toBeGreaterThan(-1e-9);
        expect(high - mean).toBeGreaterThan(-1e-9);
        if (interval === null) continue;
        expect(interval[0]).toBeLessThanOrEqual(mean);
        expect(interval[1]).toBeGreaterThanOrEqual(mean);
      }
    }),
  );
});

test("every ranking holds each subject once, best first", () => {
  fc.assert(
    fc.property(grid, (scores) => {
      const { results, meta } = inputOf(scores);
      const { rankings } = buildBenchmarkReport(results, meta);
      for (const ranking of Object.values(rankings)) {
        expect(ranking.map(({ subject }) => subject).sort()).toEqual([...names].sort());
        ranking.slice(1).forEach(({ mean }, at) => expect(mean).toBeLessThanOrEqual(ranking[at]!.mean));
      }
    }),
  );
});

test("every planned cell is counted once: scored, or missing for one reason", () => {
  fc.assert(
    fc.property(grid, fc.nat(20), (scores, cut) => {
      const { results, meta } = inputOf(scores);
      const { coverage } = buildBenchmarkReport(results.slice(cut), meta);
      const missing = Object.values(coverage.missing).reduce((total, count) => total + count, 0);
      expect(coverage.planned).toBe(results.length);
      expect(coverage.scored + missing).toBe(coverage.planned);
    }),
  );
});

test("without missing cells no verdict is fragile, and both bounds are the mean", () => {
  fc.assert(
    fc.property(grid, (scores) => {
      const { results, meta } = inputOf(
        scores.map((rows) => rows.map((runs) => runs.map((value) => value ?? 0))),
      );
      const { coverage, summaries } = buildBenchmarkReport(results, meta);
      expect(coverage.fragile).toEqual([]);
      for (const { subject, mean } of summaries) expect(coverage.bounds[subject]).toEqual([mean, mean]);
    }),
  );
});

test("a hundred thousand results are folded at once", () => {
  const tasks = Array.from({ length: 1000 }, (_, task) => [(task % 7) / 10, (task % 3) / 10]);
  const results = Array.from({ length: 50 }, (_, at) =>
    syntheticResults(`s${at}`, tasks, { kind: at === 0 ? "baseline" : "pattern", costUsd: 0.01 }),
  ).flat();
  const meta = { model: "m", runs: 2, startedAt: 0, budgetExceeded: false, warnings: [] };
  const report = buildBenchmarkReport(results, meta);
  expect(report.results).toHaveLength(100_000);
  expect(report.totalCostUsd).toBe(1000);
  expect(report.comparisons).toHaveLength(49);
});

// `npm run perf -- calibration [benchmarks]`: how often a report claims a difference that is not there, and how often
// it sees one that is. Each benchmark is drawn from a model whose truth is known and folded by the real report.
import { mulberry32, normalQuantile } from "@flow-state-dev/stats";
import { type BenchmarkRunResult, buildBenchmarkReport } from "@flow-state-dev/testing";
import { printFigures } from "./shared/figures.ts";

/** How scores come about: difficulty shared by both subjects, what suits one of them, noise between runs. */
interface Scenario {
  name: string;
  what: string;
  tasks: number;
  runs: number;
  /** Binary scores from logits, or rubric scores cut to 0..1. */
  kind: "binary" | "rubric";
  shared: number;
  own: number;
  noise: number;
  /** False positives and power of the paired t, in percent, that an independent simulation of the same model gave. */
  reference: [falsePositives: number, power: number];
}

const gap = 0.1;
const binary = { kind: "binary", noise: 0 } as const;
const rubric = { kind: "rubric", shared: 0.2, own: 0.1, noise: 0.08 } as const;
const scenarios: readonly Scenario[] = [
  {
    name: "S1",
    what: "twins, pass/fail",
    ...binary,
    shared: 1.5,
    own: 0,
    tasks: 20,
    runs: 3,
    reference: [4.9, 24.0],
  },
  {
    name: "S2",
    what: "some interaction, pass/fail",
    ...binary,
    shared: 1.5,
    own: 0.8,
    tasks: 20,
    runs: 3,
    reference: [4.8, 20.1],
  },
  {
    name: "S3",
    what: "strong interaction, pass/fail",
    ...binary,
    shared: 1,
    own: 2,
    tasks: 20,
    runs: 5,
    reference: [5.1, 14.5],
  },
  { name: "S5", what: "rubric scores", ...rubric, tasks: 8, runs: 3, reference: [4.8, 35.1] },
  { name: "S5", what: "rubric scores", ...rubric, tasks: 20, runs: 3, reference: [4.8, 79.2] },
  { name: "S5", what: "rubric scores", ...rubric, tasks: 50, runs: 3, reference: [4.9, 99.5] },
];

interface Shares {
  better: number;
  worse: number;
  credible: number;
}

const benchmarks = Number(process.argv[2] ?? 2000);
const random = mulberry32(20261115);
const normal = () => normalQuantile(Math.min(Math.max(random(), 1e-12), 1 - 1e-12));

function simulate(scenario: Scenario, shift: number): Shares {
  const count: Shares = { better: 0, worse: 0, credible: 0 };
  for (let benchmark = 0; benchmark < benchmarks; benchmark++) {
    const { comparisons } = buildBenchmarkReport(draw(scenario, shift), {
      ...{
        model: "drawn",
        runs: scenario.runs,
        startedAt: 0,
        totalMs: 0,
        budgetExceeded: false,
        warnings: [],
      },
      primaryBaseline: "baseline",
    });
    const { verdict, credible } = comparisons[0]!;
    if (verdict === "better") count.better += 1;
    if (verdict === "worse") count.worse += 1;
    if (credible) count.credible += 1;
  }
  const share = (times: number) => (100 * times) / benchmarks;
  return { better: share(count.better), worse: share(count.worse), credible: share(count.credible) };
}

function draw({ kind, tasks, runs, shared, own, noise }: Scenario, shift: number): BenchmarkRunResult[] {
  const results: BenchmarkRunResult[] = [];
  for (let task = 0; task < tasks; task++) {
    const difficulty = shared * normal();
    for (const [subject, sign] of [
      ["baseline", -1],
      ["candidate", 1],
    ] as const) {
      const level = difficulty + own * normal() + (sign * shift) / 2;
      for (let run = 0; run < runs; run++) {
        const score =
          kind === "binary"
            ? Number(random() < logistic(level))
            : Math.min(1, Math.max(0, 0.5 + level + noise * normal()));
        results.push({
          ...{
            subject,
            kind: subject === "baseline" ? "baseline" : "pattern",
            taskId: `t${task}`,
            category: "drawn",
          },
          ...{ run, score, passed: score >= 0.5, errored: false, costUsd: 0, latencyMs: 0 },
        });
      }
    }
  }
  return results;
}

/** The shift of logits at which the mean scores differ by the gap. */
function shiftFor({ kind, shared, own }: Scenario): number {
  if (kind === "rubric") return gap;
  const spread = Math.hypot(shared, own);
  const meanAt = (level: number) => {
    let [sum, weight] = [0, 0];
    for (let z = -6; z <= 6; z += 0.01) {
      const density = Math.exp((-z * z) / 2);
      sum += density * logistic(level + spread * z);
      weight += density;
    }
    return sum / weight;
  };
  let [low, high] = [0, 10];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (meanAt(middle / 2) - meanAt(-middle / 2) < gap) low = middle;
    else high = middle;
  }
  return low;
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

const percent = (value: number) => value.toFixed(1).padStart(6);
console.log(
  `${benchmarks} benchmarks a row without a true difference, and ${benchmarks} with one of ${gap}; percent of them`,
);
console.log("                                              no difference          |  a difference of 0.10");
console.log(
  "scenario                        tasks × runs  better  either  credible|  better  reference  credible",
);
const figures = scenarios.map((scenario) => {
  const none = simulate(scenario, 0);
  const some = simulate(scenario, shiftFor(scenario));
  const [, power] = scenario.reference;
  console.log(
    `${scenario.name} ${scenario.what}`.padEnd(34),
    `${scenario.tasks} × ${scenario.runs}`.padEnd(10),
    percent(none.better),
    percent(none.better + none.worse).padStart(7),
    percent(none.credible).padStart(9),
    "|",
    percent(some.better),
    percent(power).padStart(10),
    percent(some.credible).padStart(9),
  );
  return { ...scenario, none, some };
});
console.log(
  "better, worse: what the verdict says; either: better or worse; credible: the quick look of the rankings.",
);
console.log(
  "reference: power of the paired t in an independent simulation of the same scenarios, 8,000 draws each.",
);
printFigures("calibration", { benchmarks, gap, figures });

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

/** The same where tasks are siblings: all of a family are as hard, and suit a subject as well. */
interface FamilyScenario extends Omit<Scenario, "tasks" | "reference"> {
  /** How many tasks each family has. */
  sizes: readonly number[];
}

const mixed = [8, 4, 4, 2, 2, 2, 1, 1, 1, 1, 1, 1];
const strong = { ...binary, shared: 1, own: 2, runs: 3 } as const;
const families: readonly FamilyScenario[] = [
  { name: "F2", what: "twos, rubric scores", ...rubric, runs: 3, sizes: times(12, 2) },
  { name: "F2", what: "twos, pass/fail", ...strong, sizes: times(12, 2) },
  { name: "F4", what: "fours, rubric scores", ...rubric, runs: 3, sizes: times(6, 4) },
  { name: "F4", what: "fours, rubric scores", ...rubric, runs: 3, sizes: times(12, 4) },
  { name: "F4", what: "fours, pass/fail", ...strong, sizes: times(12, 4) },
  { name: "F4", what: "fours, pass/fail", ...strong, sizes: times(24, 4) },
  { name: "FM", what: "8 to 1, rubric scores", ...rubric, runs: 3, sizes: mixed },
  { name: "FM", what: "8 to 1, pass/fail", ...strong, sizes: mixed },
  { name: "FD", what: "one of 15, rubric scores", ...rubric, runs: 3, sizes: [15, ...times(9, 1)] },
];

interface Shares {
  better: number;
  worse: number;
  credible: number;
}

const benchmarks = Number(process.argv[2] ?? 2000);
const random = mulberry32(20261115);
const normal = () => normalQuantile(Math.min(Math.max(random(), 1e-12), 1 - 1e-12));

function simulate(runs: number, drawn: () => BenchmarkRunResult[]): Shares {
  const count: Shares = { better: 0, worse: 0, credible: 0 };
  for (let benchmark = 0; benchmark < benchmarks; benchmark++) {
    const { comparisons } = buildBenchmarkReport(drawn(), {
      ...{
        model: "drawn",
        runs,
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
  return inPercent(count);
}

function inPercent(count: Shares): Shares {
  const share = (times: number) => (100 * times) / benchmarks;
  return { better: share(count.better), worse: share(count.worse), credible: share(count.credible) };
}

/** Families of these sizes; a task alone is one of 1. Siblings have one difficulty, and what suits a subject in common. */
function draw(
  { kind, runs, shared, own, noise }: Omit<Scenario, "tasks" | "reference">,
  shift: number,
  { sizes, named }: { sizes: readonly number[]; named: boolean },
): BenchmarkRunResult[] {
  const results: BenchmarkRunResult[] = [];
  for (const [place, size] of sizes.entries()) {
    const difficulty = shared * normal();
    for (const [subject, sign] of [
      ["baseline", -1],
      ["candidate", 1],
    ] as const) {
      const level = difficulty + own * normal() + (sign * shift) / 2;
      for (let at = 0; at < size * runs; at++) {
        const score =
          kind === "binary"
            ? Number(random() < logistic(level))
            : Math.min(1, Math.max(0, 0.5 + level + noise * normal()));
        results.push({
          ...{
            subject,
            kind: subject === "baseline" ? "baseline" : "pattern",
            taskId: `t${place}.${Math.floor(at / runs)}`,
            category: "drawn",
            ...(named && { family: `f${place}` }),
          },
          ...{ run: at % runs, score, passed: score >= 0.5, errored: false, costUsd: 0, latencyMs: 0 },
        });
      }
    }
  }
  return results;
}

function times(count: number, size: number): number[] {
  return new Array<number>(count).fill(size);
}

/** The shift of logits at which the mean scores differ by the gap. */
function shiftFor({ kind, shared, own }: Pick<Scenario, "kind" | "shared" | "own">): number {
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
  const alone = { sizes: times(scenario.tasks, 1), named: false };
  const none = simulate(scenario.runs, () => draw(scenario, 0, alone));
  const some = simulate(scenario.runs, () => draw(scenario, shiftFor(scenario), alone));
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

console.log("\nTasks that are siblings, with and without their family named");
console.log("                                                  no difference    |  a difference of 0.10");
console.log(
  "scenario                        tasks in families  unnamed   named | unnamed   named  (better or worse | better)",
);
const siblings = families.map((scenario) => {
  const { name, what, runs, sizes } = scenario;
  const shares = (shift: number, named: boolean) =>
    simulate(runs, () => draw(scenario, shift, { sizes, named }));
  const shift = shiftFor(scenario);
  const found = {
    none: { unnamed: shares(0, false), named: shares(0, true) },
    some: { unnamed: shares(shift, false), named: shares(shift, true) },
  };
  const either = ({ better, worse }: Shares) => percent(better + worse).padStart(8);
  console.log(
    `${name} ${what}`.padEnd(34),
    `${sizes.reduce((sum, size) => sum + size, 0)} in ${sizes.length}`.padEnd(15),
    either(found.none.unnamed),
    either(found.none.named).padStart(7),
    "|",
    percent(found.some.unnamed.better),
    percent(found.some.named.better).padStart(8),
  );
  return { ...scenario, ...found };
});
printFigures("calibration", { benchmarks, gap, figures, siblings });

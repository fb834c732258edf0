/** What is mutated, and the tests that should notice. Paths from the root. */
export interface Area {
  sources: string;
  /** Asked after the tests in the folder of the source. */
  tests: readonly string[];
}

/** The parts of which a wrong number would be believed. */
export const areas: Readonly<Record<string, Area>> = {
  stats: { sources: "packages/stats/src/**/*.ts", tests: ["packages/stats"] },
  report: {
    sources: "packages/testing/src/report/*.ts",
    tests: ["packages/testing/src/report", "packages/testing/src/scorecard"],
  },
  expect: {
    sources: "packages/suites/src/expect/*.ts",
    tests: ["packages/suites/src/expect", "packages/suites/src/suite", "packages/suites/src/bench/grading"],
  },
  money: {
    sources: "packages/core/src/money/*.ts",
    tests: ["packages/core/src/money", "packages/core/test/wire"],
  },
  "run-money": {
    sources: "packages/sweep/src/money/*.ts",
    // Not those that start processes: their programs are built from sources without a mutant.
    tests: ["packages/sweep/src", "packages/sweep/test/carried-budget"],
  },
};

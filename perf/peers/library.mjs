// This project as a library: `runBenchmark` with a store in a file.
import { runBenchmark } from "@flow-state-dev/testing";
import benchmark from "./benchmark.mjs";

const { baseline: _, ...config } = benchmark;
const report = await runBenchmark({ ...config, store: "x.db" });
console.log(`passed ${report.results.filter(({ passed }) => passed).length}`);

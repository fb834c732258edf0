// `npm start`: shows the system at work, with no key and no network.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./root.ts";

function run(title: string, args: readonly string[]): void {
  console.log(`${title}\n`);
  const { status } = spawnSync(process.execPath, ["--conditions=@flow-state-dev/source", ...args], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
  console.log("");
}

const x = join("packages", "cli", "bin", "x.js");
const script = "scripted:bench/example-suite.script.json";
run("Does my agent do the job?", [x, "bench", "bench/example-suite.json", "--model", script]);
run("Was this coordination pattern the right call?", [x, "compare", "examples/choose-a-pattern.ts"]);
run("The same as one file that can be opened and mailed:", [
  x,
  "report",
  "last",
  "--html",
  "dist/report.html",
]);

console.log("Look at both in the browser: npm run x -- view");
console.log("The suite: bench/example-suite.json. What it may say: docs/suites.md.");
console.log("The benchmark: examples/choose-a-pattern.ts. What the numbers mean: docs/benchmarks.md.");
console.log(
  "On real models, with their keys in the environment: npm run x -- compare examples/choose-a-pattern.ts " +
    "--model openai/gpt-5.4-mini --judge-model anthropic/claude-haiku-4-5 --max-cost 2",
);
